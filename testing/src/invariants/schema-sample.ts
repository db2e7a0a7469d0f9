import type { Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { z } from 'zod'

/** A JSON Schema as zod writes it. */
export type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  format?: string
  pattern?: string
  additionalProperties?: Schema | boolean
  $ref?: string
  $defs?: Record<string, Schema>
}

export function inputSchema({ input }: Pick<Mounted, 'input'>): Schema {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** Tried in turn for a pattern. */
const WORDS = [
  '1',
  'a',
  'ab',
  'A',
  'A1',
  'ROLE_A',
  'abc12345',
  'kestrel-7-orbit',
  '/a',
  'a.b',
  'a:b',
  '#112233',
  'host.example',
  '2026-01-31',
  '2026-01',
  '08:15',
  '08:15:00',
  '2026-01-31T08:15:00.000Z',
  '0'.repeat(8),
  'a'.repeat(32),
  '00'.repeat(16),
  '13800000000',
  'a@b.example',
  '110000',
  'AAAA',
  'https://a.example',
  '00000001',
  '0.0.0.0',
]
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T08:15:00.000Z',
  date: '2026-01-31',
  time: '08:15:00',
  email: 'a@b.example',
  uri: 'https://a.example',
  uuid: '5e0f1c3e-6f0b-4a39-9a0e-0c3c7f6c2a11',
  base64: 'AAAA',
}

/** A value that matches the schema, with only the required members and those that `more` names. */
export function sampleOf(schema: Schema, root: Schema = schema, more: readonly string[] = []): unknown {
  const { $ref } = schema
  if ($ref !== undefined)
    return sampleOf($ref === '#' ? root : (root.$defs?.[$ref.slice('#/$defs/'.length)] ?? {}), root)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sampleOf(choices.find(({ type }) => type !== 'null') ?? {}, root)
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1, Math.max(1, schema.minimum ?? schema.exclusiveMinimum ?? 1))
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}, root))
    case 'object': {
      // Of members of which one is required: the first.
      const either = (schema.allOf ?? []).flatMap(({ anyOf }) => anyOf?.[0]?.required ?? [])
      const names = [...new Set([...(schema.required ?? []), ...either, ...more])]
      return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, root)]))
    }
    default:
      return 'x'
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = 1e6 }: Schema): string {
  const known = format === undefined ? undefined : FORMATS[format]
  if (known !== undefined) return known
  const fits = (word: string) => word.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(word))
  return WORDS.map((word) => word.padEnd(minLength, '0')).find(fits) ?? '1'.repeat(Math.max(1, minLength))
}
