import { deleteMenuEntry, RESOURCE_TYPES, type ResourceNode, resourceTree } from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select, Table, type TableColumnsType } from 'antd'
import { useMemo, useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { t, useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { useMobile } from '../../lib/width.ts'
import { Icon, MenuIcon } from '../../parts/icons.tsx'
import { ListEmpty } from '../../parts/list/list-empty.tsx'
import { type RowAction, RowActions } from '../../parts/list/row-actions.tsx'
import { SearchField } from '../../parts/list/search-field.tsx'
import { TurnButton } from '../../parts/list/tree-cell.tsx'
import { Chip, StatusChip } from '../../parts/status-chip.tsx'
import { RefreshButton } from '../../parts/tool-button.tsx'
import { MenuEntryForm } from './menu-entry-form.tsx'
import { flatEntries, matchingEntries } from './menu-entry-values.ts'
import './administration.css'

const { MENU, BUTTON } = RESOURCE_TYPES

function Title({ node }: { node: ResourceNode }) {
  useText()
  return (
    <span className="resource-title">
      {node.type !== BUTTON && <MenuIcon name={node.icon} />}
      <span className={node.type === BUTTON ? 't2' : 'resource-name'}>{node.title}</span>
      {node.builtin && <small className="t3">{t('resource.builtin')}</small>}
    </span>
  )
}

function columnsOf(actions: (node: ResourceNode) => RowAction[], mobile: boolean): TableColumnsType<ResourceNode> {
  const code = (text: string | null) =>
    text ? <span className="mono t2">{text}</span> : <span className="t3">{MISSING}</span>
  return [
    { key: 'title', title: t('resource.title'), render: (_v, node) => <Title node={node} /> },
    {
      key: 'type',
      title: t('resource.type'),
      render: (_v, node) => t(`enum.resourceType.${node.type}`),
    },
    {
      key: 'routePath',
      title: t('resource.routePath'),
      render: (_v, node) =>
        node.external ? (
          <span className="chips">
            <Icon name="link" size={14} label={t('resource.external')} />
            {code(node.routePath)}
          </span>
        ) : (
          code(node.routePath)
        ),
    },
    {
      key: 'component',
      title: t('resource.component'),
      render: (_v, node) => code(node.type === MENU ? node.component : null),
    },
    { key: 'permission', title: t('resource.permission'), render: (_v, node) => code(node.permission) },
    {
      key: 'sort',
      title: t('resource.sort'),
      align: 'right',
      render: (_v, node) => <span className="num">{node.sort}</span>,
    },
    {
      key: 'hidden',
      title: t('resource.hidden'),
      render: (_v, node) =>
        node.hidden ? <Chip tone="plain" text={t('state.yes')} /> : <span className="t3">{MISSING}</span>,
    },
    {
      key: 'status',
      title: t('resource.status'),
      render: (_v, node) => <StatusChip enumName="status" value={node.status} />,
    },
    {
      key: 'actions',
      title: t('list.actions'),
      width: 1,
      ...(mobile ? {} : { fixed: 'end' as const }),
      render: (_v, node) => <RowActions actions={actions(node)} subject={node.title} />,
    },
  ]
}

function useRemove(onDone: () => Promise<void>): (node: ResourceNode) => Promise<void> {
  return async (node) => {
    const sure = await ask({
      title: t('ask.title'),
      text: t('ask.delete'),
      confirm: t('action.confirm'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(deleteMenuEntry, { id: node.id })
      toast('success', t('done.delete'))
    } catch {
      // Shown by the request layer; the row stays.
      return
    }
    await onDone()
  }
}

interface Wanted {
  text: string
  type: ResourceNode['type'] | null
}

interface ResourceHeadProps {
  count: number | undefined
  wanted: Wanted
  onWanted: (wanted: Wanted) => void
  onAdd: (() => void) | null
  onRefresh: () => void
}

function ResourceHead({ count, wanted, onWanted, onAdd, onRefresh }: ResourceHeadProps) {
  useText()
  return (
    <div className="list-head">
      <h1>
        {t('resource.resource')}
        <small className="num">{count === undefined ? '' : t('list.count', { n: count })}</small>
      </h1>
      <div className="list-tools">
        <SearchField
          label={t('resource.search')}
          value={wanted.text}
          onChange={(text) => onWanted({ ...wanted, text })}
        />
        <Select<ResourceNode['type']>
          allowClear
          className="tool-select"
          value={wanted.type}
          aria-label={t('resource.type')}
          placeholder={t('search.all', { field: t('resource.type') })}
          options={Object.values(RESOURCE_TYPES).map((value) => ({
            value,
            label: t(`enum.resourceType.${value}`),
          }))}
          onChange={(type: ResourceNode['type'] | undefined) => onWanted({ ...wanted, type: type ?? null })}
        />
        {onAdd && (
          <button type="button" className="btn btn-theme" onClick={onAdd}>
            <Icon name="plus" size={16} />
            {t('action.add')}
          </button>
        )}
        <RefreshButton onClick={onRefresh} />
      </div>
    </div>
  )
}

/** AD-6: what the menu is made of and what can be granted; a change shows when somebody loads his menu again. */
export default function ResourceScreen() {
  useText()
  const client = useQueryClient()
  const mobile = useMobile()
  const rights = {
    add: usePermission(['resource:add']),
    edit: usePermission(['resource:edit']),
    del: usePermission(['resource:del']),
  }
  const [wanted, setWanted] = useState<Wanted>({ text: '', type: null })
  const [editing, setEditing] = useState<{ entry: ResourceNode | null; parent: ResourceNode | null } | null>(null)
  const tree = useQuery({
    queryKey: ['resource-tree'],
    queryFn: ({ signal }) => call(resourceTree, {}, { inPlace: true, signal }),
  })
  const nodes = useMemo(() => tree.data ?? [], [tree.data])
  const shown = useMemo(() => matchingEntries(nodes, wanted), [nodes, wanted])
  const filtered = wanted.text !== '' || wanted.type !== null
  const refresh = () => client.invalidateQueries({ queryKey: ['resource-tree'] })
  const remove = useRemove(refresh)
  const keep = (node: ResourceNode): string | null => {
    if (node.builtin) return t('resource.keepBuiltin')
    return node.children?.length ? t('resource.keepParent') : null
  }
  const actions = (node: ResourceNode): RowAction[] => [
    ...(rights.add && node.type !== BUTTON && !node.external
      ? [{ key: 'add', label: t('resource.addBelow'), onClick: () => setEditing({ entry: null, parent: node }) }]
      : []),
    ...(rights.edit
      ? [{ key: 'edit', label: t('action.edit'), onClick: () => setEditing({ entry: node, parent: null }) }]
      : []),
    ...(rights.del
      ? [{ key: 'del', label: t('action.delete'), danger: true, because: keep(node), onClick: () => void remove(node) }]
      : []),
  ]
  return (
    <>
      <section className="card list list-page" aria-busy={tree.isPending}>
        <ResourceHead
          count={tree.data && flatEntries(nodes).length}
          wanted={wanted}
          onWanted={setWanted}
          onAdd={rights.add ? () => setEditing({ entry: null, parent: null }) : null}
          onRefresh={() => void refresh()}
        />
        <Table<ResourceNode>
          key={`${wanted.text} ${wanted.type} ${tree.isSuccess}`}
          rowKey="id"
          dataSource={shown}
          columns={columnsOf(actions, mobile)}
          pagination={false}
          scroll={{ x: 'max-content' }}
          aria-label={t('resource.resource')}
          expandable={{
            defaultExpandedRowKeys: (filtered ? flatEntries(shown) : []).map((node) => node.id),
            indentSize: 20,
            expandIcon: ({ record, expanded, expandable, onExpand }) =>
              expandable ? (
                <TurnButton name={record.title} open={expanded} onTurn={(event) => onExpand(record, event)} />
              ) : (
                <span className="tree-gap" />
              ),
          }}
          locale={{
            emptyText: (
              <ListEmpty
                name="resource"
                pending={tree.isPending}
                error={tree.error}
                filtered={filtered}
                onRetry={() => void tree.refetch()}
                onClear={() => setWanted({ text: '', type: null })}
              />
            ),
          }}
        />
      </section>
      {editing && (
        <MenuEntryForm
          key={`${editing.entry?.id} ${editing.parent?.id}`}
          nodes={nodes}
          {...editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null)
            void refresh()
          }}
        />
      )}
    </>
  )
}
