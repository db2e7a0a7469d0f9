import type { Resource } from '@sluice/contract'
import { permissionKey } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { FormDrawer, type FormDrawerProps } from '../form/form-drawer.tsx'
import { useDelete } from './delete-rows.ts'
import { ListEmpty, OldRows } from './list-empty.tsx'
import { ListHead } from './list-head.tsx'
import { type ListQuery, useListQuery } from './list-query.ts'
import { useRows } from './list-rows.ts'
import { Pager } from './pager.tsx'
import { ResourceTable } from './resource-table.tsx'
import type { RowAction } from './row-actions.tsx'
import { SearchForm } from './search-form.tsx'

type SetFilter = (name: string, value: string | undefined) => void

/** Where a screen may put something of its own (house.md: a cell, a slot, an own screen). */
export interface ListSlots {
  columns?: readonly string[]
  cells?: Record<string, (row: AnyRow) => ReactNode>
  /** At the left of the list, e.g. a tree that filters it. */
  side?: (query: ListQuery, setFilter: SetFilter) => ReactNode
  /** Beside the title: numbers that filter. */
  counts?: (query: ListQuery, setFilter: SetFilter) => ReactNode
  tools?: ReactNode
  rowActions?: (row: AnyRow) => RowAction[]
  /** Why a row cannot be deleted; null where it can. */
  keep?: (row: AnyRow) => string | null
  /** Filters drawn by `side` or `counts`. */
  omitFilters?: readonly string[]
  form?: Partial<Omit<FormDrawerProps, 'resource' | 'id' | 'onClose'>>
  twoLines?: boolean
}

const NO_CELLS = {}

function useRights(resource: Resource) {
  const add = usePermission([permissionKey(resource, 'insert')])
  const edit = usePermission([permissionKey(resource, 'update')])
  const del = usePermission([permissionKey(resource, 'del')])
  const has = (action: 'insert' | 'update' | 'del') => resource.actions.includes(action)
  return { add: add && has('insert'), edit: edit && has('update'), del: del && has('del') }
}

/** Everything a person can do with the rows of one resource (AD-10). */
export function ListPage({ resource, slots = {} }: { resource: Resource; slots?: ListSlots }) {
  const { t } = useText()
  const { query, change, filter, setFilter } = useListQuery(resource)
  const rows = useRows(resource, query)
  const rights = useRights(resource)
  const deleteRows = useDelete(resource)
  const [selected, setSelected] = useState<string[]>([])
  const [editing, setEditing] = useState<{ id: string | null } | null>(null)
  const list = rows.data?.list ?? []
  const total = rows.data?.total
  const old = rows.isError && list.length > 0
  const retry = () => void rows.refetch()

  const remove = async (ids: readonly string[]) => {
    if (!(await deleteRows(ids))) return
    setSelected([])
    // PG-5: the last row of the last page leads to the page before.
    if (ids.length >= list.length && query.page > 1) change({ page: query.page - 1 })
  }
  const actions = (row: AnyRow): RowAction[] => [
    ...(slots.rowActions?.(row) ?? []),
    ...(rights.edit ? [{ key: 'edit', label: t('action.edit'), onClick: () => setEditing({ id: row.id }) }] : []),
    ...(rights.del
      ? [
          {
            key: 'del',
            label: t('action.delete'),
            danger: true,
            because: slots.keep?.(row) ?? null,
            onClick: () => void remove([row.id]),
          },
        ]
      : []),
  ]
  const sort = (field: string | undefined, order: string | undefined) => {
    const { sort: _sort, order: _order, ...others } = query.filters
    filter(field && order ? { ...others, sort: field, order } : others)
  }

  const body = (
    <section
      className={slots.twoLines ? 'card list list-page two-lines' : 'card list list-page'}
      aria-busy={rows.isFetching}
    >
      <ListHead
        resource={resource}
        total={total}
        selected={selected.length}
        counts={slots.counts?.(query, setFilter)}
        tools={slots.tools}
        onAdd={rights.add ? () => setEditing({ id: null }) : null}
        onDelete={rights.del ? () => void remove(selected) : null}
        onRefresh={retry}
      />
      {old && <OldRows onRetry={retry} />}
      <ResourceTable
        resource={resource}
        rows={list}
        columns={slots.columns ?? resource.list.columns}
        cells={slots.cells ?? NO_CELLS}
        actions={actions}
        {...(slots.keep ? { keep: slots.keep } : {})}
        hasActions={rights.edit || rights.del || slots.rowActions !== undefined}
        query={query}
        selected={rights.del ? selected : null}
        old={old}
        empty={
          <ListEmpty
            name={resource.name}
            pending={rows.isPending}
            error={rows.error}
            filtered={Object.keys(query.filters).some((name) => name !== 'sort' && name !== 'order')}
            onRetry={retry}
            onClear={() => filter({})}
          />
        }
        onSelect={setSelected}
        onSort={sort}
      />
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
    <>
      <SearchForm resource={resource} filters={query.filters} omit={slots.omitFilters ?? []} onSearch={filter} />
      {slots.side ? (
        <div className="list-with-side">
          <aside className="card list-side">{slots.side(query, setFilter)}</aside>
          {body}
        </div>
      ) : (
        body
      )}
      {editing && (
        <FormDrawer
          key={editing.id ?? 'new'}
          resource={resource}
          id={editing.id}
          {...slots.form}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}
