import { defineResource, type Row } from '../machine/resource.ts'
import { deleteMenuEntry, insertMenuEntry, RESOURCE_TYPES, updateMenuEntry } from './menu-entry.operations.ts'

/**
 * The entries of the menu, which are what can be granted (AD-6), in the terms of API-11. Read and imported like every
 * list; entries are written by operations of their own (menu-entry.operations.ts), which check what may be placed below
 * what.
 */
export const menuEntryResource = defineResource({
  name: 'resource',
  names: { many: ['资源', 'Resources'], one: ['资源', 'resource'] },
  service: 'security',
  path: 'resources',
  table: 'resource',
  permission: 'resource',
  scope: 'none',
  display: 'title',
  fields: {
    title: { kind: 'text', required: true, max: 50 },
    type: { kind: 'enum', enumName: 'resourceType', values: Object.values(RESOURCE_TYPES), required: true },
    parentId: { kind: 'ref', to: 'resource' },
    routePath: { kind: 'text', max: 300 },
    component: { kind: 'text', max: 100 },
    permission: { kind: 'text', max: 60 },
    icon: { kind: 'text', max: 30 },
    sort: { kind: 'integer', min: 0, max: 9999 },
    hidden: { kind: 'boolean' },
    /** Whether its view stays alive while another tab is in front. */
    cache: { kind: 'boolean' },
    external: { kind: 'boolean' },
    status: { kind: 'enum', enumName: 'status', values: ['NORMAL', 'DISABLED'], fallback: 'NORMAL', required: true },
    /** Of a built-in entry the program's own name. */
    name: { kind: 'text', unique: true, write: 'never' },
    builtin: { kind: 'boolean', required: true, write: 'never' },
  },
  list: {
    columns: ['title', 'type', 'routePath', 'component', 'permission', 'sort', 'hidden', 'status'],
    keyword: ['title', 'routePath', 'permission'],
    filters: ['type', 'status'],
    sort: { field: 'sort', order: 'asc' },
  },
  tree: { parent: 'parentId', way: true },
  actions: ['export', 'import'],
  listActions: [{ name: 'insert', label: ['新增', 'Add'], right: ['新增资源', 'Add resource'], form: insertMenuEntry }],
  rowActions: [
    {
      name: 'below',
      label: ['新增下级', 'Add below'],
      suits: ({ type, external }) => type !== RESOURCE_TYPES.BUTTON && !external,
      form: insertMenuEntry,
    },
    { name: 'update', label: ['修改', 'Edit'], right: ['修改资源', 'Change resource'], form: updateMenuEntry },
    // The grants of the entry are deleted with it, so a deletion cannot be undone.
    {
      name: 'del',
      label: ['删除', 'Delete'],
      right: ['删除资源', 'Delete resource'],
      danger: true,
      call: deleteMenuEntry,
      unless: ({ builtin }, { below }) => {
        if (builtin) return ['内置资源不能删除，可停用', 'Built in; disable it instead']
        return below > 0 ? ['请先删除下级', 'Delete what is below first'] : null
      },
      confirm: {
        text: () => ['确定要删除选中的内容吗？', 'Are you sure to delete the selected content?'],
        yes: ['确定', 'OK'],
      },
      done: () => ['删除成功', 'Deleted'],
    },
  ],
})
export type MenuEntryRow = Row<typeof menuEntryResource>
