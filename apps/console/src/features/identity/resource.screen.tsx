import {
  deleteMenuEntry,
  menuEntryResource,
  type MenuEntryRow,
  RESOURCE_TYPES,
  type ResourceNode,
  resourceTree,
} from '@sluice/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { usePermission } from '../../lib/access.tsx'
import { call } from '../../lib/api.ts'
import { ask } from '../../lib/ask.ts'
import { forgetRows } from '../../lib/query.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { t, useText } from '../../lib/text.ts'
import { toast } from '../../lib/toast.ts'
import { Icon, MenuIcon } from '../../parts/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { RowAction } from '../../parts/list/row-actions.tsx'
import type { Cells, DrawnRow } from '../../parts/list/table-props.ts'
import { Chip } from '../../parts/status-chip.tsx'
import { MenuEntryForm } from './menu-entry-form.tsx'
import { flatEntries } from './menu-entry-values.ts'
import './administration.css'

const { BUTTON } = RESOURCE_TYPES

function Title({ row }: { row: MenuEntryRow }) {
  useText()
  const isButton = row.type === BUTTON
  return (
    <span className="resource-title">
      {!isButton && <MenuIcon name={row.icon} />}
      <span className={isButton ? 't2' : 'resource-name'}>{row.title}</span>
      {row.builtin && <small className="t3">{t('resource.builtin')}</small>}
    </span>
  )
}

const code = (text: string | null) =>
  text ? <span className="mono t2">{text}</span> : <span className="t3">{MISSING}</span>

const CELLS: Cells<typeof menuEntryResource> = {
  title: (row) => <Title row={row} />,
  routePath: (row) =>
    row.external ? (
      <span className="chips">
        <Icon name="link" size={14} label={t('resource.external')} />
        {code(row.routePath)}
      </span>
    ) : (
      code(row.routePath)
    ),
  component: (row) => code(row.component),
  permission: (row) => code(row.permission),
  name: (row) => code(row.name),
  hidden: (row) => (row.hidden ? <Chip tone="plain" text={t('state.yes')} /> : <span className="t3">{MISSING}</span>),
}

/** Asks, deletes, and says so: what held the entry is gone with it, so there is no way back. */
function useRemove(onDone: () => Promise<void>): (id: string) => Promise<void> {
  return async (id) => {
    const sure = await ask({
      title: t('ask.title'),
      text: t('ask.delete'),
      confirm: t('action.confirm'),
      cancel: t('action.cancel'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(deleteMenuEntry, { id })
      toast('success', t('done.delete'))
    } catch {
      // Shown by the request layer; the row stays.
      return
    }
    await onDone()
  }
}

function keeperOf(row: DrawnRow<typeof menuEntryResource>): string | null {
  if (row.builtin) return t('resource.keepBuiltin')
  return row.children?.length ? t('resource.keepParent') : null
}

/** AD-6: what the menu is made of and what can be granted; a change shows when somebody loads his menu again. */
export default function ResourceScreen() {
  useText()
  const client = useQueryClient()
  const mayAdd = usePermission(['resource:add'])
  const mayEdit = usePermission(['resource:edit'])
  const mayDelete = usePermission(['resource:del'])
  const [editing, setEditing] = useState<{ entry: ResourceNode | null; parent: ResourceNode | null } | null>(null)
  // Where an entry may hang is chosen in the tree of what can be granted.
  const tree = useQuery({
    queryKey: ['resource-tree', menuEntryResource.name],
    queryFn: ({ signal }) => call(resourceTree, {}, { inPlace: true, signal }),
  })
  const nodes = useMemo(() => tree.data ?? [], [tree.data])
  const byId = useMemo(() => new Map(flatEntries(nodes).map((node) => [node.id, node])), [nodes])
  const refresh = () => forgetRows(client, menuEntryResource.name)
  const remove = useRemove(refresh)
  const rowActions = (row: DrawnRow<typeof menuEntryResource>): RowAction[] => {
    const node = byId.get(row.id)
    return [
      ...(mayAdd && node && row.type !== BUTTON && !row.external
        ? [{ key: 'add', label: t('resource.addBelow'), onClick: () => setEditing({ entry: null, parent: node }) }]
        : []),
      ...(mayEdit && node
        ? [{ key: 'edit', label: t('action.edit'), onClick: () => setEditing({ entry: node, parent: null }) }]
        : []),
      ...(mayDelete
        ? [
            {
              key: 'del',
              label: t('action.delete'),
              danger: true,
              because: keeperOf(row),
              onClick: () => void remove(row.id),
            },
          ]
        : []),
    ]
  }
  return (
    <>
      <ListPage
        resource={menuEntryResource}
        slots={{
          cells: CELLS,
          rowActions,
          tools: mayAdd && (
            <button type="button" className="btn btn-theme" onClick={() => setEditing({ entry: null, parent: null })}>
              <Icon name="plus" size={16} />
              {t('action.add')}
            </button>
          ),
        }}
      />
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
