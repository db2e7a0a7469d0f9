import type { Resource } from '@sluice/contract'
import type { ReactNode, RefObject } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { titleOf } from './cell.tsx'
import { useRowKeys } from '../list-keys.ts'
import { type RowAction, RowActions } from './row-actions.tsx'
import type { DrawnRow } from './table-props.ts'
import { CheckBox } from '../../control/check-box.tsx'

interface RowCardsProps<R extends Resource> {
  resource: R
  rows: readonly DrawnRow<R>[]
  card: (row: DrawnRow<R>) => ReactNode
  actions: (row: DrawnRow<R>) => RowAction[]
  selected: readonly string[] | null
  whyKept?: ((row: DrawnRow<R>) => string | null) | undefined
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
  onToggle: (row: DrawnRow<R>) => void
  onOpen: (row: DrawnRow<R>) => void
}

/** The rows as cards, where a picture helps: selected, focused and opened with the same keys. */
export function RowCards<R extends Resource>(props: RowCardsProps<R>) {
  const { resource, rows, card, actions, selected, whyKept, empty, place, onToggle, onOpen } = props
  const { t } = useText()
  const { keysOf } = useRowKeys<DrawnRow<R>>({
    rows,
    onOpen,
    onChoose: selected && ((row) => !whyKept?.(row) && onToggle(row)),
  })
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
                <CheckBox
                  checked={chosen}
                  disabled={Boolean(whyKept?.(row))}
                  aria-label={t('list.select', { name: titleOf(resource, row) })}
                  onChange={() => onToggle(row)}
                />
              )}
              <RowActions actions={actions(row)} subject={titleOf(resource, row)} />
            </div>
          </div>
        )
      })}
    </div>
  )
}
