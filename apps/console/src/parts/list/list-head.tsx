import type { Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'
import { RefreshButton, ToolButton } from '../button/tool-button.tsx'
import type { Selection } from './list-selection.ts'

interface ListHeadProps {
  resource: Resource
  title: string | undefined
  /** The list is part of a page that has its own title. */
  isPart: boolean
  total: number | undefined
  selection: Selection
  /** Every row of the page is selected and there are more on other pages. */
  offerAll: boolean
  /** Beside the title: numbers that filter. */
  counts: ReactNode
  /** Left of the built-in buttons. */
  tools: ReactNode
  /** The batch actions already show how many rows are selected. */
  quiet: boolean
  /** Export, import and the like, as icons. */
  sheets: ReactNode
  onAdd: (() => void) | null
  onDelete: (() => void) | null
  onColumns: () => void
  onRefresh: () => void
  /** Switches between table and cards; null when there are no cards. */
  cards: { shown: boolean; toggle: () => void } | null
  /** The name of the saved view that is shown. */
  view: string | null
  /** The button of the search; null where the form is always in sight. */
  finder: Finder | null
}

/** The search form of a phone: shown or not, and whether what it says narrows the list. */
export interface Finder {
  shown: boolean
  isUsed: boolean
  toggle: () => void
  close: () => void
}

/** How many rows are selected, and a button that selects all found. */
function Chosen({ selection, total, offerAll }: Pick<ListHeadProps, 'selection' | 'total' | 'offerAll'>) {
  const { t } = useText()
  if (selection.count === 0) return null
  return (
    <span className="batch-found" role="status">
      <span className="t2 num">{t('list.selected', { n: selection.count })}</span>
      {offerAll && !selection.allFound && (
        <button type="button" className="link" onClick={selection.chooseAll}>
          {t('list.chooseAll', { n: total ?? 0 })}
        </button>
      )}
      <button type="button" className="link" onClick={selection.clear}>
        {t('list.clearChoice')}
      </button>
    </span>
  )
}

/** Title with count, filters by number, and the actions of the list. */
export function ListHead(props: ListHeadProps) {
  const { resource, total, selection, offerAll, counts, tools, quiet, sheets, onAdd, onDelete, onColumns, onRefresh } =
    props
  const { cards, isPart, finder, view, title } = props
  const { t } = useText()
  const Title = isPart ? 'h2' : 'h1'
  return (
    <div className="list-head">
      <Title>
        {title ?? byName(`resource.${resource.name}`)}
        <small className="num">{total === undefined ? '' : t('list.count', { n: total })}</small>
      </Title>
      {view && (
        <span className="chip chip-plain" data-testid="view-name">
          {t('views.shown', { name: view })}
        </span>
      )}
      {counts}
      <div className="list-tools">
        {!quiet && <Chosen selection={selection} total={total} offerAll={offerAll} />}
        {tools}
        {onDelete && (
          <Button disabled={selection.count === 0} onClick={onDelete}>
            {t('action.delete')}
          </Button>
        )}
        {onAdd && (
          <Button kind="theme" onClick={onAdd} icon="plus">
            {t('action.add')}
          </Button>
        )}
        <span className="list-icons">
          {finder && (
            <ToolButton
              icon="search"
              label={t('action.search')}
              pressed={finder.shown || finder.isUsed}
              onClick={finder.toggle}
            />
          )}
          {sheets}
          {cards && (
            <ToolButton
              icon={cards.shown ? 'table' : 'cards'}
              label={t(cards.shown ? 'list.asTable' : 'list.asCards')}
              onClick={cards.toggle}
            />
          )}
          <ToolButton icon="columns" label={t('columns.title')} onClick={onColumns} />
          <RefreshButton onClick={onRefresh} />
        </span>
      </div>
    </div>
  )
}
