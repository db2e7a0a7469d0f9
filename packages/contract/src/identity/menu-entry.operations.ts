import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/** RuoYi's numbers are used on the wire (API-11, DC-6): a folder, a screen, a button. */
export const RESOURCE_TYPES = { DIR: '1', MENU: '2', BUTTON: '3' } as const

/** MR-7, SEC-7: the addresses allowed for an external entry. */
export const EXTERNAL_ADDRESS = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[0-9+*# -]+)$/i

const text = {
  permission: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]*(:[A-Za-z][A-Za-z0-9]*)+$/)
    .max(60),
  routePath: z.string().trim().max(300),
  component: z
    .string()
    .regex(/^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)*$/)
    .max(100),
  icon: z
    .string()
    .regex(/^[A-Za-z_]+$/)
    .max(30),
}

const own = {
  title: z.string().trim().min(1).max(50),
  type: z.enum(RESOURCE_TYPES),
  sort: z.int().min(0).max(9999),
  hidden: z.boolean(),
  /** Whether its view stays alive while another tab is in front. */
  cache: z.boolean(),
  external: z.boolean(),
  status: z.enum(['NORMAL', 'DISABLED']),
}

/** A folder, a screen or a button: the object of API-11, with null for omitted fields. */
export const resourceEntry = z.object({
  id,
  parentId: id.nullable(),
  ...own,
  permission: text.permission.nullable(),
  routePath: text.routePath.nullable(),
  component: text.component.nullable(),
  icon: text.icon.nullable(),
  /** The program's own name for a built-in entry, whose words the console has in every language. */
  name: z.string(),
  affix: z.boolean(),
  /** Built in: the operator may change only its words, place and state. */
  builtin: z.boolean(),
})
export type ResourceEntry = z.output<typeof resourceEntry>

export interface ResourceNode extends ResourceEntry {
  children?: ResourceNode[] | undefined
}

const resourceNode: z.ZodType<ResourceNode> = z.lazy(() =>
  resourceEntry.extend({ children: z.array(resourceNode).optional() }),
)

/** Everything that can be granted: folders, screens and buttons (API-14). */
export const resourceTree = defineOperation({
  title: ['菜单与权限树', 'Tree of menu and permissions'],
  method: 'GET',
  path: '/security/v1/resources/treeList',
  access: 'session',
  tenant: { none: 'what can be granted is the same for all' },
  input: z.strictObject({}),
  output: z.array(resourceNode),
})

/** Empty text from a form means "no value". */
const blank = (schema: z.ZodType<string>) => z.preprocess((value) => (value === '' ? null : value), schema.nullish())

const fields = {
  ...own,
  parentId: id.nullish(),
  permission: blank(text.permission),
  routePath: blank(text.routePath),
  component: blank(text.component),
  icon: blank(text.icon),
}

/** API-11. */
export const insertMenuEntry = defineOperation({
  title: ['新增菜单项', 'Add a menu entry'],
  method: 'POST',
  path: '/security/v1/resources/insert',
  access: { key: 'resource:add' },
  callers: 'people-and-programs',
  tenant: 'everything',
  audit: 'resource.insert',
  input: z.strictObject({
    ...fields,
    sort: fields.sort.default(0),
    hidden: fields.hidden.default(false),
    cache: fields.cache.default(true),
    external: fields.external.default(false),
    status: fields.status.default('NORMAL'),
  }),
  output: z.object({ id: z.string() }),
})

export type NewMenuEntry = z.output<(typeof insertMenuEntry)['input']>

/** API-11: the id and the changed fields. The type cannot change. */
export const updateMenuEntry = defineOperation({
  title: ['修改菜单项', 'Change a menu entry'],
  method: 'POST',
  path: '/security/v1/resources/update',
  access: { key: 'resource:edit' },
  callers: 'people-and-programs',
  tenant: 'everything',
  audit: 'resource.update',
  input: z.strictObject(fields).partial().extend({ id }),
  output: z.literal(true),
})

export type MenuEntryChange = Omit<z.output<(typeof updateMenuEntry)['input']>, 'id'>

/** API-13: `{id}`, or the bare id as JSON text or number. */
export const deleteMenuEntry = defineOperation({
  title: ['删除菜单项', 'Delete a menu entry'],
  method: 'POST',
  path: '/security/v1/resources/del',
  access: { key: 'resource:del' },
  callers: 'people-and-programs',
  tenant: 'everything',
  audit: 'resource.del',
  input: z.union([z.strictObject({ id }), id, z.int().min(0)]),
  output: z.literal(true),
})
