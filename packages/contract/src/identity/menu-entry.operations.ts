import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)
const blank = (schema: z.ZodType<string>) => z.preprocess((value) => (value === '' ? null : value), schema.nullish())

/** RuoYi's numbers stand on the wire (API-11, DC-6). */
export const RESOURCE_TYPES = { '1': 'DIR', '2': 'MENU', '3': 'BUTTON' } as const

/** MR-7, SEC-7: what an external entry may point at. */
export const EXTERNAL_ADDRESS = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[0-9+*# -]+)$/i

const fields = {
  parentId: id.nullish(),
  title: z.string().trim().min(1).max(50),
  type: z.enum(['1', '2', '3']),
  permission: blank(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]*(:[A-Za-z][A-Za-z0-9]*)+$/)
      .max(60),
  ),
  routePath: blank(z.string().trim().max(300)),
  component: blank(
    z
      .string()
      .regex(/^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)*$/)
      .max(100),
  ),
  icon: blank(
    z
      .string()
      .regex(/^[A-Za-z_]+$/)
      .max(30),
  ),
  sort: z.int().min(0).max(9999),
  hidden: z.boolean(),
  /** Whether its view stays alive while another tab is in front. */
  cache: z.boolean(),
  external: z.boolean(),
  status: z.enum(['NORMAL', 'DISABLED']),
}

/** API-11. */
export const insertMenuEntry = defineOperation({
  method: 'POST',
  path: '/security/v1/resources/insert',
  access: { key: 'resource:add' },
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

/** API-11: the id and what changes. The type stays what it was. */
export const updateMenuEntry = defineOperation({
  method: 'POST',
  path: '/security/v1/resources/update',
  access: { key: 'resource:edit' },
  input: z.strictObject(fields).partial().extend({ id }),
  output: z.literal(true),
})

export type MenuEntryChange = Omit<z.output<(typeof updateMenuEntry)['input']>, 'id'>

/** API-13: `{id}`, or the bare id as JSON text or number. */
export const deleteMenuEntry = defineOperation({
  method: 'POST',
  path: '/security/v1/resources/del',
  access: { key: 'resource:del' },
  input: z.union([z.strictObject({ id }), id, z.int().min(0)]),
  output: z.literal(true),
})
