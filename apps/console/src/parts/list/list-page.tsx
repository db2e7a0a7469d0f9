import type { Resource } from '@sluice/contract'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDetailAddress } from '../../lib/page/detail-address.tsx'
import { usePhone } from '../../lib/page/width.ts'
import { useText } from '../../lib/text/text.ts'
import { useWantedForm } from '../../lib/page/wanted-form.ts'
import { Outdated } from '../fetched/fetched.tsx'
import { ToolButton } from '../button/tool-button.tsx'
import { ColumnPanel } from './table/column-panel.tsx'
import { idsFound } from './import/delete-rows.ts'
import { ImportDialog } from './import/import-dialog.tsx'
import { ListEmpty } from './list-empty.tsx'
import { type Finder, ListHead } from './list-head.tsx'
import { useListKeys } from './list-keys.ts'
import { foldedColumns } from './layout/folded-columns.ts'
import { type ListLayout, useListLayout } from './layout/list-layout.ts'
import { ListNext } from './list-next.tsx'
import { type Filters, type QueryOf, useListQuery } from './list-query.ts'
import { useRows } from './list-rows.ts'
import { useSelection } from './list-selection.ts'
import type { ListSlots } from './layout/list-slots.ts'
import { ExportMenu, ViewMenu } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { PullRefresh } from './pull-refresh.tsx'
import { useResourceActions } from './resource-actions.tsx'
import { ResourceTable } from './table/resource-table.tsx'
import { type PhoneFace, PhoneRows } from './table/phone-rows.tsx'
import { RowCards } from './table/row-cards.tsx'
import type { DrawnRow } from './table/table-props.ts'
import { allRows } from './table/tree-rows.ts'
import { applyView } from './search/saved-views.tsx'
import { SearchForm } from './search/search-form.tsx'

const NO_CELLS = {}
const NO_ROWS: readonly never[] = []
const NO_NAMES: readonly never[] = []
const NO_FILTERS: Filters = {}
const NO_FACE = {}

const isPartOf = ({ fixedFilters, title }: Pick<ListSlots<never>, 'fixedFilters' | 'title'>) =>
  fixedFilters !== undefined && title === undefined

/** A phone has rows of two lines, but for trees and for rows that expand, which are tables everywhere. */
function useRowsOfPhone<R extends Resource>(resource: R, slots: ListSlots<R>): boolean {
  return usePhone() && !resource.tree && slots.expanded === undefined
}

/** A list opened without a search applies the user's default view. */
function useDefaultView(layout: ListLayout, isSearched: boolean, filter: (filters: Filters) => void) {
  const begun = useRef(false)
  const { ready, preference } = layout
  useEffect(() => {
    if (begun.current || !ready) return
    begun.current = true
    const view = preference.views?.find(({ name }) => name === preference.defaultView)
    if (view && !isSearched) applyView(view, layout, filter)
  }, [ready, preference, isSearched, layout, filter])
}

/** The search of a phone, behind a button of the head; null where it is always in sight. */
function useFinder<R extends Resource>(resource: R, slots: ListSlots<R>, isNarrowed: boolean): Finder | null {
  const phone = usePhone()
  const [shown, setShown] = useState(false)
  const { filters = [], ranges = [], keyword = [] } = resource.list
  const omitted: readonly string[] = [...(slots.omitFilters ?? []), ...Object.keys(slots.fixedFilters ?? {})]
  const named = keyword.length > 0 ? ['keyword', ...filters, ...ranges] : [...filters, ...ranges]
  if (!phone || named.every((name) => omitted.includes(name))) return null
  return { shown, isUsed: isNarrowed, toggle: () => setShown(!shown), close: () => setShown(false) }
}

const drawnAlways = (cells: object = {}, foldable: readonly string[] = []) =>
  Object.keys(cells).filter((name) => !foldable.includes(name))

/** The columns that fold away because nothing stands in them on this page; one that somebody chose stays. */
function useFolded<R extends Resource>(
  resource: R,
  slots: ListSlots<R>,
  { columns, isChosen }: ListLayout,
  { rows, sort }: { rows: readonly object[]; sort: string | undefined },
): readonly string[] {
  const { cells, foldable } = slots
  return useMemo(
    () => (isChosen ? NO_NAMES : foldedColumns({ resource, columns, rows, drawn: drawnAlways(cells, foldable), sort })),
    [resource, columns, isChosen, rows, cells, foldable, sort],
  )
}

/** The state and the operations of a list. */
function useList<R extends Resource>(resource: R, slots: ListSlots<R>) {
  const defaultFilters = (slots.defaultFilters ?? NO_FILTERS) as Filters
  const fixedFilters = (slots.fixedFilters ?? NO_FILTERS) as Filters
  const { query, change, filter, setFilter, view } = useListQuery(resource, defaultFilters, fixedFilters)
  const rows = useRows(resource, query, {
    refetchMs: slots.refetchMs?.(query as QueryOf<R>),
    isHeld: slots.arrived !== undefined,
  })
  const isNarrowed = Object.entries(query.filters).some(
    ([name, value]) => name !== 'sort' && name !== 'order' && !(name in fixedFilters) && value !== defaultFilters[name],
  )
  const doable = useResourceActions(resource, slots)
  // Rows that are only read are made elsewhere.
  const rights = { ...doable.rights, add: doable.rights.add && !slots.readOnly }
  const layout = useListLayout(resource, {
    own: slots.columns ?? resource.list.columns,
    omit: slots.omitColumns ?? NO_NAMES,
    isPart: isPartOf(slots),
  })
  const [open, setOpen] = useState<'columns' | 'import' | null>(null)
  const isBatched = slots.batch !== undefined || doable.chosen !== undefined
  const { fold } = slots
  const fetched = rows.data?.list ?? NO_ROWS
  const list = useMemo(() => fold?.(fetched) ?? fetched, [fold, fetched])
  const every = useMemo(() => allRows(list), [list])
  const folded = useFolded(resource, slots, layout, { rows: every, sort: query.filters['sort'] })
  const total = rows.data?.total
  const selection = useSelection(query, every, total ?? 0, isBatched)
  const { refetch } = rows
  const retry = useCallback(() => void refetch(), [refetch])
  const isSearched = isNarrowed || layout.isShared || view !== null || query.filters['sort'] !== undefined
  useDefaultView(layout, isSearched, filter)
  useWantedForm(resource.name, rights.add ? doable.add : null)

  const remove = async (ids: readonly string[]) => {
    if (!(await doable.remove(ids))) return
    selection.clear()
    // PG-5: a page that no longer exists leads to the last page.
    const last = Math.max(1, Math.ceil(((total ?? 0) - ids.length) / query.limit))
    if (query.page > last) change({ page: last })
  }
  const removeChosen = async () => {
    const ids = selection.allFound ? await idsFound(resource, query.filters, total ?? 0) : selection.ids
    if (ids && ids.length > 0) await remove(ids)
  }
  const actions = (row: DrawnRow<R>) => doable.of(row, remove)
  const sort = (field: string | undefined, order: string | undefined) => {
    const { sort: _sort, order: _order, ...others } = query.filters
    filter(field && order ? { ...others, sort: field, order } : others)
  }
  /** Searching for the same again fetches again. */
  const search = (filters: Filters) => {
    const same = query.page === 1 && JSON.stringify(filters) === JSON.stringify(query.filters)
    if (same) retry()
    else filter(filters)
  }
  const states = { open, setOpen, isBatched }
  const acts = { change, filter, search, setFilter, retry, removeChosen, actions, sort, doable }
  const found = { rows, list, every, total, folded, view }
  return { query, defaultFilters, isNarrowed, ...found, rights, layout, selection, ...states, ...acts }
}

interface ListPartProps<R extends Resource> {
  resource: R
  slots: ListSlots<R>
  state: ReturnType<typeof useList<R>>
}

/** Title, numbers and tools of the list. */
function Head<R extends Resource>({ resource, slots, state, finder }: ListPartProps<R> & { finder: Finder | null }) {
  const { t } = useText()
  const phone = useRowsOfPhone(resource, slots)
  const { query, every, total, rights, layout, selection, filter, setFilter, setOpen, doable } = state
  const chosen = every.filter(({ id }) => selection.ids.includes(id))
  const pageChosen = every.length > 0 && every.every(({ id }) => selection.ids.includes(id))
  const turnCards = () => layout.change({ cards: !layout.cards })
  return (
    <ListHead
      resource={resource}
      title={slots.title}
      isPart={isPartOf(slots)}
      total={total}
      selection={selection}
      offerAll={pageChosen && (total ?? 0) > selection.ids.length}
      counts={slots.counts?.(query as QueryOf<R>, setFilter, (filters) => filter(filters as Filters))}
      quiet={state.isBatched}
      tools={
        <>
          {!phone && doable.chosen?.(chosen)}
          {!phone && slots.batch?.(chosen)}
          {slots.tools}
          {doable.tools}
        </>
      }
      sheets={
        <>
          <ViewMenu layout={layout} onFilter={filter} />
          {rights.import && <ToolButton icon="upload" label={t('import.open')} onClick={() => setOpen('import')} />}
          {rights.export && (
            <ExportMenu
              resource={resource}
              columns={layout.columns.flatMap((name) => [name, ...(slots.exportBeside?.[name] ?? [])])}
              query={query}
              selection={selection}
            />
          )}
        </>
      }
      view={state.view}
      finder={finder}
      cards={slots.card && !phone ? { shown: layout.cards, toggle: turnCards } : null}
      onAdd={rights.add ? doable.add : null}
      onDelete={rights.del && !phone ? () => void state.removeChosen() : null}
      onColumns={() => setOpen('columns')}
      onRefresh={state.retry}
    />
  )
}

/** The rows, as a table or as cards. */
function Rows<R extends Resource>({
  resource,
  slots,
  state,
  place,
}: ListPartProps<R> & { place: RefObject<HTMLDivElement | null> }) {
  const { query, isNarrowed, rows, list, every, rights, layout, folded, selection, actions, filter, doable } = state
  const columns = layout.columns.filter((name) => !folded.includes(name))
  const phone = useRowsOfPhone(resource, slots)
  const navigate = useNavigate()
  const addressOf = useDetailAddress(resource.name)
  const act = (row: DrawnRow<R>) =>
    actions(row)
      .find(({ because, danger, changes }) => !because && !danger && !changes)
      ?.onClick()
  const selectable = !slots.readOnly && (rights.del || rights.export || state.isBatched)
  const shared = {
    resource,
    rows: list,
    actions,
    selected: selectable ? (selection.allFound ? every.map(({ id }) => id) : selection.ids) : null,
    empty: slots.above ? null : (
      <ListEmpty
        name={resource.name}
        pending={rows.isPending}
        error={rows.error}
        filtered={isNarrowed}
        empty={slots.empty}
        onRetry={state.retry}
        onClear={() => filter({})}
        onAdd={rights.add ? doable.add : null}
      />
    ),
    place,
    onToggle: selection.toggle,
    onOpen: slots.onOpen ?? (addressOf ? ({ id }: DrawnRow<R>) => void navigate(addressOf(id)) : act),
    ...(doable.whyKept ? { whyKept: doable.whyKept } : {}),
  }
  if (phone) {
    return (
      <PhoneRows
        {...shared}
        columns={columns}
        cells={slots.cells ?? NO_CELLS}
        live={slots.live}
        face={slots.phone ?? (NO_FACE as PhoneFace<R>)}
      />
    )
  }
  if (layout.cards && slots.card) return <RowCards {...shared} card={slots.card} />
  return (
    <ResourceTable
      {...shared}
      leads={slots.onOpen !== undefined || addressOf !== null}
      columns={columns}
      widths={layout.widths}
      cells={slots.cells ?? NO_CELLS}
      live={slots.live}
      keys={slots.keys}
      faces={slots.faces}
      expanded={slots.expanded}
      hasActions={doable.hasAny}
      query={query}
      old={rows.isError && list.length > 0}
      onSelect={selection.choose}
      onSort={state.sort}
      onWidth={(name, width) => layout.change({ widths: { ...layout.widths, [name]: width } })}
    />
  )
}

/** The overlays of the list: form, columns, import. */
function Drawers<R extends Resource>({ resource, state }: ListPartProps<R>) {
  const { open, setOpen, layout, folded, query, filter, doable } = state
  const close = () => setOpen(null)
  return (
    <>
      {doable.drawer}
      {open === 'columns' && (
        <ColumnPanel
          resource={resource}
          layout={layout}
          query={query}
          folded={folded}
          onFilter={filter}
          onClose={close}
        />
      )}
      {open === 'import' && <ImportDialog resource={resource} onClose={close} />}
    </>
  )
}

const NO_SLOTS = {}
const NO_OPTIONS: Readonly<Record<string, readonly string[]>> = {}

/** The list page of a resource: all that a user can do with its rows (AD-10). */
export function ListPage<R extends Resource>({
  resource,
  slots = NO_SLOTS,
}: {
  resource: R
  slots?: ListSlots<NoInfer<R>>
}) {
  const table = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const state = useList(resource, slots)
  const finder = useFinder(resource, slots, state.isNarrowed)
  const { query, defaultFilters, rows, list, total, layout, search, setFilter, change, retry } = state
  const isFinding = finder?.shown === true
  useEffect(() => {
    if (isFinding) whole.current?.querySelector<HTMLElement>('.search input')?.focus()
  }, [isFinding])
  const { walk } = slots
  const { isPlaceholderData } = rows
  useEffect(
    () =>
      walk?.publish({
        rows: list,
        page: query.page,
        limit: query.limit,
        total: total ?? 0,
        isTurning: isPlaceholderData,
        isFolded: slots.fold !== undefined,
        turn: (page) => change({ page }),
      }),
    [walk, list, query.page, query.limit, total, isPlaceholderData, slots.fold, change],
  )
  useListKeys({ onRefresh: retry, place: table, search: whole })
  const parts = { resource, slots, state }
  const body = (
    <section
      className={`card list list-page list-${resource.name} density-${layout.density.toLowerCase()}${slots.twoLines ? ' two-lines' : ''}`}
      aria-busy={rows.isFetching}
    >
      <Head {...parts} finder={finder} />
      {rows.isError && list.length > 0 && <Outdated onRetry={retry} />}
      {slots.arrived?.(query as QueryOf<R>, list, retry)}
      {slots.above}
      <Rows {...parts} place={table} />
      {!isPartOf(slots) && (
        <ListNext
          resource={resource}
          total={total}
          isNarrowed={state.isNarrowed}
          onAdd={state.rights.add ? state.doable.add : null}
          onImport={state.rights.import ? () => state.setOpen('import') : null}
        />
      )}
      {!resource.tree && (
        <Pager
          page={query.page}
          limit={query.limit}
          total={total ?? 0}
          onChange={(page, limit) => change({ page, limit })}
        />
      )}
    </section>
  )
  return (
    <div ref={whole} className="list-whole">
      <PullRefresh place={whole} busy={rows.isFetching} onRefresh={retry} />
      {(finder === null || finder.shown) && (
        <SearchForm
          resource={resource}
          filters={query.filters}
          omit={[...(slots.omitFilters ?? NO_NAMES), ...Object.keys(slots.fixedFilters ?? NO_FILTERS)]}
          options={(slots.options ?? NO_OPTIONS) as Readonly<Record<string, readonly string[]>>}
          defaultFilters={defaultFilters}
          onSearch={(filters) => {
            search(filters)
            finder?.close()
          }}
        />
      )}
      {slots.live?.feed(list, rows.data?.askedAt ?? 0)}
      {slots.side ? (
        <div className="list-with-side">
          <aside className="card list-side">{slots.side(query as QueryOf<R>, setFilter)}</aside>
          {body}
        </div>
      ) : (
        body
      )}
      <Drawers {...parts} />
    </div>
  )
}
