import { z } from 'zod'
import { defineOperation } from './operation.ts'

/** Bytes of one remembered value, as JSON. */
export const PREFERENCE_MAX_BYTES = 16_384

const key = z.string().regex(/^[a-z][A-Za-z0-9.-]{0,79}$/)

/** The caller's value under a key; null when there is none. */
export const getPreference = defineOperation({
  title: ['读取个人偏好', 'Read a preference'],
  method: 'GET',
  path: '/security/v1/preference/get',
  access: 'session',
  tenant: 'caller',
  input: z.strictObject({ key }),
  output: z.unknown(),
  silent: true,
})

/** Keeps a value for the caller; null forgets it. */
export const savePreference = defineOperation({
  title: ['保存个人偏好', 'Save a preference'],
  method: 'POST',
  path: '/security/v1/preference/save',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: { none: 'how somebody looks at their lists' },
  input: z.strictObject({
    key,
    value: z.json().refine((value) => JSON.stringify(value).length <= PREFERENCE_MAX_BYTES, { error: 'too big' }),
  }),
  output: z.literal(true),
  silent: true,
})

export const DENSITIES = ['COMPACT', 'NORMAL', 'ROOMY'] as const
export type Density = (typeof DENSITIES)[number]

const viewSchema = z.object({
  name: z.string().min(1).max(30),
  filters: z.record(z.string().max(80), z.string().max(200)),
  columns: z.array(z.string().max(80)).max(100).nullable(),
})

/** One person's settings of one list. Omitted ones are as the list itself declares. */
export const listPreferenceSchema = z.object({
  /** Shown columns in order. */
  columns: z.array(z.string().max(80)).max(100).optional(),
  /** Column -> width in px. */
  widths: z.record(z.string().max(80), z.number().min(48).max(800)).optional(),
  density: z.enum(DENSITIES).optional(),
  cards: z.boolean().optional(),
  views: z.array(viewSchema).max(20).optional(),
  /** Name of the view a list opens with. */
  defaultView: z.string().max(30).optional(),
})
export type ListPreference = z.output<typeof listPreferenceSchema>
export type SavedView = z.output<typeof viewSchema>

export function listPreferenceKey(list: string): string {
  return `list.${list}`
}
