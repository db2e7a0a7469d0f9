import { defineResource, type Row } from '../machine/resource.ts'
import { RESOURCE_TYPES } from './menu-entry.operations.ts'

/**
 * What the menu is made of and what can be granted (AD-6), in the words of API-11. Read and imported as every list;
 * entries are written by operations of their own (menu-entry.operations.ts), which know what fits below what.
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
})
export type MenuEntryRow = Row<typeof menuEntryResource>
