import { DENSITIES, type Resource } from '@sluice/contract'
import { type KeyboardEvent, useState } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../button/button.tsx'
import { Icon } from '../../icon/icons.tsx'
import { ViewDrawer } from '../../overlay/view-drawer.tsx'
import { type ListLayout, moved } from '../layout/list-layout.ts'
import type { ListQuery } from '../list-query.ts'
import { type OnFilter, SavedViews } from '../search/saved-views.tsx'
import { CheckBox } from '../../control/check-box.tsx'
import './column-panel.css'

interface ColumnPanelProps {
  resource: Resource
  layout: ListLayout
  query: ListQuery
  onFilter: OnFilter
  /** Columns that are empty on this page, and therefore away. */
  folded: readonly string[]
  onClose: () => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Shown columns first, in their order; the others below. Moved by dragging or with the arrow keys. */
function ColumnList({ resource, layout, folded }: Pick<ColumnPanelProps, 'resource' | 'layout' | 'folded'>) {
  const { t } = useText()
  const { columns: shown, possible, change } = layout
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const hidden = possible.filter((name) => !shown.includes(name))
  const labelOf = (name: string) => byName(`${resource.name}.${name}`)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= shown.length || from === to) return
    change({ columns: moved(shown, from, to) })
    setSaid(t('columns.moved', { name: labelOf(shown[from]!), n: to + 1, of: shown.length }))
  }
  const keys = (at: number) => (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    move(at, at + step)
  }
  const toggle = (name: string) => {
    const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]
    if (next.length > 0) change({ columns: next })
  }
  const box = (name: string) => (
    <CheckBox
      checked={shown.includes(name)}
      // A table without columns would have no way to bring one back.
      disabled={shown.length === 1 && shown[0] === name}
      onChange={() => toggle(name)}
    >
      {labelOf(name)}
      {folded.includes(name) && <small className="t3"> {t('columns.isFolded')}</small>}
    </CheckBox>
  )
  return (
    <>
      <ol className="column-list" aria-label={t('columns.shown')}>
        {shown.map((name, at) => (
          <li
            key={name}
            draggable
            className={dragged === at ? 'dragged' : ''}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(at)
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              if (dragged !== at) {
                move(dragged, at)
                setDragged(at)
              }
            }}
          >
            <button
              type="button"
              className="bare grip"
              aria-label={t('columns.move', { name: labelOf(name) })}
              title={t('columns.moveHint')}
              onKeyDown={keys(at)}
            >
              <Icon name="grip" size={16} />
            </button>
            {box(name)}
            <button
              type="button"
              className="icon-button"
              disabled={at === 0}
              aria-label={t('columns.up', { name: labelOf(name) })}
              onClick={() => move(at, at - 1)}
            >
              <Icon name="up" size={14} />
            </button>
            <button
              type="button"
              className="icon-button"
              disabled={at === shown.length - 1}
              aria-label={t('columns.down', { name: labelOf(name) })}
              onClick={() => move(at, at + 1)}
            >
              <Icon name="down" size={14} />
            </button>
          </li>
        ))}
      </ol>
      {hidden.length > 0 && (
        <ul className="column-list column-hidden" aria-label={t('columns.hidden')}>
          {hidden.map((name) => (
            <li key={name}>{box(name)}</li>
          ))}
        </ul>
      )}
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  )
}

/** The columns with their order, the row density and the user's saved views. Every change shows at once. */
export function ColumnPanel({ resource, layout, query, folded, onFilter, onClose }: ColumnPanelProps) {
  const { t } = useText()
  return (
    <ViewDrawer
      title={t('columns.title')}
      width={360}
      onClose={onClose}
      footer={
        <div className="form-footer">
          <Button onClick={layout.reset}>{t('columns.reset')}</Button>
          <Button kind="theme" onClick={onClose}>
            {t('columns.done')}
          </Button>
        </div>
      }
    >
      <div className="column-panel" data-testid="column-panel">
        <h2 className="part-title">{t('columns.density')}</h2>
        <fieldset className="segments" aria-label={t('columns.density')}>
          {DENSITIES.map((density) => (
            <button
              key={density}
              type="button"
              aria-pressed={layout.density === density}
              onClick={() => layout.change({ density })}
            >
              {t(`density.${density}`)}
            </button>
          ))}
        </fieldset>
        <h2 className="part-title">{t('columns.shown')}</h2>
        <p className="hint">{t('columns.hint')}</p>
        {layout.isShared && <p className="hint">{t('columns.shared')}</p>}
        {folded.length > 0 && (
          <p className="hint" data-testid="columns-folded">
            {t('columns.folded', { n: folded.length })}{' '}
            <button type="button" className="link" onClick={() => layout.change({ columns: [...layout.columns] })}>
              {t('columns.keepFolded')}
            </button>
          </p>
        )}
        <ColumnList resource={resource} layout={layout} folded={folded} />
        <SavedViews layout={layout} query={query} onFilter={onFilter} />
      </div>
    </ViewDrawer>
  )
}
