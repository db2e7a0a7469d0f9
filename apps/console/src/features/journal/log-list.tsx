import type { Page } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input, Select, Table, type TableColumnsType } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { ListEmpty, OldRows } from '../../parts/list/list-empty.tsx'
import { Pager } from '../../parts/list/pager.tsx'
import { FoldButton, useFold } from '../../parts/list/search-fold.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'
import { boundsOf, type LogQuery, useLogQuery } from './log-query.ts'
import { LogRangeChoice } from './log-range.tsx'
import './log.css'

export interface LogFilter {
  name: string
  label: string
  /** Without options it is typed. */
  options?: readonly { value: string; label: string }[]
  placeholder?: string
}

export interface LogListProps<T> {
  /** Also the name of what is empty: `empty.<name>`. */
  name: string
  title: string
  filters: readonly LogFilter[]
  /** Names of the filters; the same array every time. */
  names: readonly string[]
  columns: TableColumnsType<T>
  load: (input: Record<string, unknown>, signal: AbortSignal) => Promise<Page<T>>
  /** A row opens by a click or Enter. */
  onOpen?: (row: T) => void
}

function LogSearch({
  filters,
  query,
  onSearch,
}: {
  filters: readonly LogFilter[]
  query: LogQuery
  onSearch: (filters: Record<string, string>) => void
}) {
  const { t } = useText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(query.filters)
  const [seen, setSeen] = useState(query.filters)
  // Not in an effect: those run again when a tab is shown again, and what was typed there stays (TB-13).
  if (seen !== query.filters) {
    setSeen(query.filters)
    setTyped(query.filters)
  }
  const set = (name: string, value: string | undefined) => {
    const { [name]: _old, ...others } = typed
    setTyped(value ? { ...others, [name]: value } : others)
  }
  const [first, ...others] = filters
  const inUse = others.some(({ name }) => query.filters[name] !== undefined)
  const fold = useFold(useMobile() && others.length > 0, inUse)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])))
  }
  return (
    <form className="card search" role="search" onSubmit={submit}>
      {(fold.isFolded && first ? [first] : filters).map(({ name, label, options, placeholder }) => {
        const all = placeholder ?? t('search.all', { field: label })
        return (
          <label key={name}>
            <span>{label}</span>
            {options ? (
              <Select<string>
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                value={typed[name] ?? null}
                options={[...options]}
                placeholder={all}
                aria-label={label}
                style={{ width: '100%' }}
                onChange={(value: string | undefined) => set(name, value)}
              />
            ) : (
              <Input
                allowClear
                maxLength={100}
                value={typed[name] ?? ''}
                placeholder={all}
                onChange={(event) => set(name, event.target.value || undefined)}
              />
            )}
          </label>
        )
      })}
      <div className="search-buttons">
        <FoldButton {...fold} />
        <button type="button" className="btn" onClick={() => onSearch({})}>
          {t('action.reset')}
        </button>
        <button type="submit" className="btn btn-theme">
          {t('action.search')}
        </button>
      </div>
    </form>
  )
}

/** A list of lines that only grows: filters, a range of time, newest first (AD-10). */
export function LogList<T extends { id: string }>(props: LogListProps<T>) {
  const { name, title, filters, names, columns, load, onOpen } = props
  const { t } = useText()
  const { query, change } = useLogQuery(names)
  const { page, limit, range } = query
  const rows = useQuery({
    queryKey: ['log', name, query],
    queryFn: ({ signal }) => load({ page, limit, ...query.filters, ...boundsOf(range, Date.now()) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const list = rows.data?.list ?? []
  const retry = () => void rows.refetch()
  const old = rows.isError && list.length > 0
  return (
    <>
      <LogSearch filters={filters} query={query} onSearch={(next) => change({ filters: next, page: 1 })} />
      <section className="card list list-page two-lines log-list" aria-busy={rows.isFetching}>
        <div className="list-head">
          <h1>
            {title}
            <small className="num">{rows.data ? t('list.count', { n: rows.data.total }) : ''}</small>
          </h1>
          <LogRangeChoice range={range} onChange={(next) => change({ range: next, page: 1 })} />
          <div className="list-tools">
            <RefreshButton onClick={retry} />
          </div>
        </div>
        {old && <OldRows onRetry={retry} />}
        <Table<T>
          rowKey="id"
          className={old ? 'list-table old' : 'list-table'}
          dataSource={list}
          columns={columns}
          pagination={false}
          scroll={{ x: 'max-content' }}
          aria-label={title}
          {...(onOpen ? { onRow: (row: T) => ({ onClick: () => onOpen(row), className: 'log-row' }) } : {})}
          locale={{
            emptyText: (
              <ListEmpty
                name={name}
                pending={rows.isPending}
                error={rows.error}
                filtered={Object.keys(query.filters).length > 0}
                onRetry={retry}
                onClear={() => change({ filters: {}, page: 1 })}
              />
            ),
          }}
        />
        <Pager
          page={page}
          limit={limit}
          total={rows.data?.total ?? 0}
          onChange={(nextPage, nextLimit) => change({ page: nextPage, limit: nextLimit })}
        />
      </section>
    </>
  )
}
