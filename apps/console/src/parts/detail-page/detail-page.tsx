import { factsOf, FIRST_TAB, inLanguage, permissionKey, type Resource, RESOURCES, type Row } from '@sluice/contract'
import { Tabs } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { holdsOne } from '../../lib/access/access.tsx'
import { useSession } from '../../lib/access/session.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { useAsked } from '../../lib/api/answer.ts'
import { useFreshRows } from '../../lib/api/fresh-rows.ts'
import { getRow } from '../../lib/api/resource-calls.ts'
import { useView, useViewTitle } from '../../lib/page/view.tsx'
import { byName, useText } from '../../lib/text/text.ts'
import { Detail } from '../section/detail.tsx'
import { EmptyState } from '../fetched/empty-state.tsx'
import { Failed, Outdated } from '../fetched/fetched.tsx'
import { ListPage } from '../list/list-page.tsx'
import type { ListSlots } from '../list/layout/list-slots.ts'
import { useResourceActions } from '../list/resource-actions.tsx'
import { titleOf } from '../list/table/cell.tsx'
import type { RowAction } from '../list/table/row-actions.tsx'
import type { DrawnRow } from '../list/table/table-props.ts'
import { WaitBlocks } from '../fetched/wait-blocks.tsx'
import { DetailHead } from './detail-head.tsx'
import { useActionKeys } from './action-keys.ts'
import { Timeline } from './timeline.tsx'
import { Card } from '../section/section.tsx'
import '../section/page-tabs.css'
import './detail-page.css'

type FromList = 'rowActions' | 'omitActions' | 'forms' | 'onDone' | 'onAnswer' | 'form'

interface HeadParts {
  actions: readonly RowAction[]
  /** The address at which the list was left. */
  list: string
}

/** Where a screen may insert content of its own into the page of a row. */
export interface DetailSlots<R extends Resource> extends Pick<ListSlots<R>, FromList> {
  /** Of the tab, the page and its head; else the name of the row. */
  title?: (row: Row<R>) => string
  /** Instead of name, state and actions. */
  head?: (row: Row<R>, parts: HeadParts) => ReactNode
  /** Before the name, e.g. a drawing. */
  mark?: (row: Row<R>) => ReactNode
  /** Instead of facts and time line; the time line is then a tab. */
  overview?: (row: Row<R>) => ReactNode
  /** Below the facts. */
  below?: (row: Row<R>) => ReactNode
  /** Tabs that the screen draws itself, by name. */
  tabs?: { readonly [name: string]: (row: Row<R>) => ReactNode }
}

interface PartProps<R extends Resource> {
  resource: R
  slots: DetailSlots<R>
  row: Row<R>
}

/** The rows that refer to this one; a new row refers to it from the start. */
function ChildList({ of, by, id }: { of: Resource; by: string; id: string }) {
  const slots = useMemo((): ListSlots<Resource> => {
    const within = { [by]: id }
    const columns = of.list.columns.filter((name) => name !== by)
    return { fixedFilters: within, columns, omitColumns: [by], form: { initial: within } }
  }, [of, by, id])
  return <ListPage resource={of} slots={slots} />
}

/** The facts, with the time line beside them. */
function Overview<R extends Resource>({ resource, slots, row }: PartProps<R>) {
  const { t } = useText()
  const facts = factsOf(resource)
  const below = slots.below?.(row)
  return (
    <div className={resource.detail?.timeline ? 'detail-overview with-timeline' : 'detail-overview'}>
      <div className="stack">
        {facts.length > 0 && (
          <Card>
            <h2 className="part-title">{t('detail.facts')}</h2>
            <Detail resource={resource as Resource} row={row as Row<Resource>} names={facts} />
          </Card>
        )}
        {below && <Card>{below}</Card>}
      </div>
      {resource.detail?.timeline && (
        <Card>
          <h2 className="part-title">{t('timeline.title')}</h2>
          <Timeline resource={resource} id={row.id} name={titleOf(resource, row)} />
        </Card>
      )}
    </div>
  )
}

/** The tabs of related lists that the user may read; the open one is in the address. */
function DetailTabs<R extends Resource>({ resource, slots, row }: PartProps<R>) {
  const { t, language } = useText()
  const [search, setSearch] = useSearchParams()
  const held = useSession(({ roles }) => roles)
  const lists = (resource.detail?.tabs ?? []).flatMap(({ name, label, of: listed, by }) => {
    const of = typeof listed === 'string' ? RESOURCES[listed]! : listed
    if (!holdsOne(held, [permissionKey(of, 'page')])) return []
    const children = slots.tabs?.[name]?.(row) ?? <ChildList of={of} by={by} id={row.id} />
    return [{ key: name, label: inLanguage(label, language), children }]
  })
  const own = slots.overview?.(row)
  const overview = own ?? <Overview resource={resource} slots={slots} row={row} />
  if (own && resource.detail?.timeline) {
    const children = (
      <Card>
        <Timeline resource={resource} id={row.id} name={titleOf(resource, row)} />
      </Card>
    )
    lists.push({ key: 'timeline', label: t('timeline.title'), children })
  }
  if (lists.length === 0) return overview
  const tabs = [{ key: FIRST_TAB, label: t('detail.overview'), children: overview }, ...lists]
  const asked = search.get('tab')
  return (
    <Tabs
      className="page-tabs"
      activeKey={tabs.some(({ key }) => key === asked) ? asked! : FIRST_TAB}
      items={tabs}
      destroyOnHidden
      onChange={(key) => setSearch(key === FIRST_TAB ? {} : { tab: key }, { replace: true })}
    />
  )
}

/** The address of the list; a row's page is below it. */
function useListAddress(): string {
  const { pathname } = useLocation()
  const { addressOf } = useView()
  return addressOf(pathname.replace(/\/[^/]+\/*$/, ''))
}

function DetailOf<R extends Resource>({ resource, slots, row }: PartProps<R>) {
  const list = useListAddress()
  const navigate = useNavigate()
  const { close } = useView()
  const { of, drawer } = useResourceActions(resource, {
    ...slots,
    onDone: (action, ids) => {
      slots.onDone?.(action, ids)
      if (action !== 'del') return
      close()
      void navigate(list)
    },
  })
  const parts = { actions: of(row as unknown as DrawnRow<R>), list }
  useActionKeys(parts.actions)
  const title = slots.title?.(row)
  useViewTitle(title ?? titleOf(resource, row))
  return (
    <>
      {slots.head?.(row, parts) ?? (
        <DetailHead resource={resource} row={row} title={title} mark={slots.mark?.(row)} {...parts} />
      )}
      <DetailTabs resource={resource} slots={slots} row={row} />
      {drawer}
    </>
  )
}

/** Why there is nothing to show, and what to do about it. */
function Missing({ resource, error, onRetry }: { resource: Resource; error: Error; onRetry: () => void }) {
  const { t } = useText()
  const list = useListAddress()
  const navigate = useNavigate()
  const reason = error instanceof CallFailure ? error.reason : null
  const name = byName(`one.${resource.name}`)
  const back = { label: t('detail.back'), onClick: () => void navigate(list) }
  if (reason === 'not-found')
    return <EmptyState icon="search" text={t('detail.gone', { name })} hint={t('detail.goneHint')} action={back} />
  if (reason === 'not-permitted')
    return (
      <EmptyState icon="padlock" text={t('detail.refused', { name })} hint={t('detail.refusedHint')} action={back} />
    )
  return <Failed error={error} onRetry={onRetry} />
}

const GONE: readonly unknown[] = ['not-found', 'not-permitted']
const NO_SLOTS = {}

/** One row at its own address: facts, actions, related rows and time line. */
export function DetailPage<R extends Resource>({
  resource,
  slots = NO_SLOTS,
}: {
  resource: R
  slots?: DetailSlots<NoInfer<R>>
}) {
  const { id = '' } = useParams()
  const { isPending, data, error, refetch } = useAsked(['detail', resource.name, id], (how) =>
    getRow(resource, id, how),
  )
  useFreshRows(resource.name, 'detail')
  const retry = () => void refetch()
  const isGone = error instanceof CallFailure && GONE.includes(error.reason)
  if (data && !isGone)
    return (
      <article className="detail-page">
        {error && <Outdated onRetry={retry} />}
        <DetailOf resource={resource} slots={slots} row={data} />
      </article>
    )
  return (
    <div className="card">
      {isPending ? <WaitBlocks /> : <Missing resource={resource} error={error!} onRetry={retry} />}
    </div>
  )
}
