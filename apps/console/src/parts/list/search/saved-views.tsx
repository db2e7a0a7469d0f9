import type { SavedView } from '@sluice/contract'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../button/button.tsx'
import { Icon } from '../../icon/icons.tsx'
import type { ListLayout } from '../layout/list-layout.ts'
import type { ListQuery, ShownView } from '../list-query.ts'

const MOST = 20
const NAME_MAX = 30

/** Filters a list; with the saved view that the filters come from, which goes into the address. */
export type OnFilter = (filters: Record<string, string>, view?: ShownView) => void

/** Shows a saved view: its search, sort and columns. One's own columns stay what they are elsewhere. */
export function applyView(view: SavedView, layout: ListLayout, onFilter: OnFilter) {
  onFilter({ ...view.filters }, { name: view.name, columns: view.columns ?? layout.usual })
}

interface SavedViewsProps {
  layout: ListLayout
  query: ListQuery
  onFilter: OnFilter
}

/** Saves the current search, sort and columns as a view; opens, deletes and sets the default view. */
export function SavedViews({ layout, query, onFilter }: SavedViewsProps) {
  const { t } = useText()
  const [name, setName] = useState('')
  const { views = [], defaultView } = layout.preference
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const said = name.trim()
    if (!said) return
    const view: SavedView = {
      name: said,
      filters: { ...query.filters },
      columns: layout.isChosen ? [...layout.columns] : null,
    }
    layout.change({ views: [...views.filter((one) => one.name !== said), view].slice(-MOST) })
    setName('')
  }
  const forget = (view: SavedView) =>
    layout.change({
      views: views.filter((one) => one !== view),
      ...(defaultView === view.name ? { defaultView: undefined } : {}),
    })
  return (
    <>
      <h2 className="part-title">{t('views.title')}</h2>
      {views.length === 0 && <p className="hint">{t('views.none')}</p>}
      <ul className="view-list">
        {views.map((view) => (
          <li key={view.name}>
            <button type="button" className="link clip" onClick={() => applyView(view, layout, onFilter)}>
              {view.name}
            </button>
            <button
              type="button"
              className="bare view-default"
              aria-pressed={defaultView === view.name}
              onClick={() => layout.change({ defaultView: defaultView === view.name ? undefined : view.name })}
            >
              {t(defaultView === view.name ? 'views.isDefault' : 'views.makeDefault')}
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t('views.forget', { name: view.name })}
              onClick={() => forget(view)}
            >
              <Icon name="cross" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <form className="view-save" onSubmit={save}>
        <input
          className="plain-input"
          value={name}
          maxLength={NAME_MAX}
          aria-label={t('views.name')}
          placeholder={t('views.name')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          {t('views.save')}
        </Button>
      </form>
    </>
  )
}
