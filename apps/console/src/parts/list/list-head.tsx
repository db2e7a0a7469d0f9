import type { Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { byName, useText } from '../../lib/text.ts'
import { Icon } from '../icons.tsx'

interface ListHeadProps {
  resource: Resource
  total: number | undefined
  selected: number
  /** Beside the title: numbers that filter. */
  counts: ReactNode
  /** Left of the built-in buttons. */
  tools: ReactNode
  onAdd: (() => void) | null
  onDelete: (() => void) | null
  onRefresh: () => void
}

/** Title with count, filters by number, and what can be done with the rows. */
export function ListHead({ resource, total, selected, counts, tools, onAdd, onDelete, onRefresh }: ListHeadProps) {
  const { t } = useText()
  return (
    <div className="list-head">
      <h1>
        {byName(`resource.${resource.name}`)}
        <small className="num">{total === undefined ? '' : t('list.count', { n: total })}</small>
      </h1>
      {counts}
      <div className="list-tools">
        {selected > 0 && <span className="t2 num">{t('list.selected', { n: selected })}</span>}
        {tools}
        {onDelete && (
          <button type="button" className="btn" disabled={selected === 0} onClick={onDelete}>
            {t('action.delete')}
          </button>
        )}
        {onAdd && (
          <button type="button" className="btn btn-theme" onClick={onAdd}>
            <Icon name="plus" size={16} />
            {t('action.add')}
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={t('action.refresh')}
          title={t('action.refresh')}
          onClick={onRefresh}
        >
          <Icon name="refresh" size={16} />
        </button>
      </div>
    </div>
  )
}
