import type { Resource } from '@sluice/contract'
import type { ReactNode, RefObject } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { byName, useText } from '../../lib/text.ts'
import { useRowKeys } from './list-keys.ts'
import { type RowAction, RowActions } from './row-actions.tsx'

interface RowCardsProps {
  resource: Resource
  rows: readonly AnyRow[]
  card: (row: AnyRow) => ReactNode
  actions: (row: AnyRow) => RowAction[]
  selected: readonly string[] | null
  keep?: ((row: AnyRow) => string | null) | undefined
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
  onTurn: (row: AnyRow) => void
  onOpen: (row: AnyRow) => void
}

/** The same rows as cards, where a picture helps: chosen, walked and opened with the same keys. */
export function RowCards(props: RowCardsProps) {
  const { resource, rows, card, actions, selected, keep, empty, place, onTurn, onOpen } = props
  const { t } = useText()
  const { keysOf } = useRowKeys<AnyRow>({ rows, onOpen, onChoose: selected && ((row) => !keep?.(row) && onTurn(row)) })
  if (rows.length === 0) return empty
  return (
    <div ref={place} className="card-grid" role="list" aria-label={byName(`resource.${resource.name}`)}>
      {rows.map((row) => {
        const chosen = selected?.includes(row.id) ?? false
        return (
          <div
            key={row.id}
            role="listitem"
            data-row-key={row.id}
            className={chosen ? 'row-card chosen' : 'row-card'}
            {...keysOf(row)}
          >
            {card(row)}
            <div className="row-card-foot">
              {selected && (
                <input
                  type="checkbox"
                  checked={chosen}
                  disabled={Boolean(keep?.(row))}
                  aria-label={t('list.select', { name: String(row[resource.display]) })}
                  onChange={() => onTurn(row)}
                />
              )}
              <RowActions actions={actions(row)} subject={String(row[resource.display])} />
            </div>
          </div>
        )
      })}
    </div>
  )
}
