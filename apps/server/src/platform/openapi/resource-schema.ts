import { type Field, type Resource, SHEET_FORMATS } from '@sluice/contract'
import type { JsonSchema } from './json-schema.ts'

const TIME = '2026-01-31T08:15:00.000Z'

/** How a field's value is answered, whatever was demanded when it was written. */
function valueOf(field: Field): { schema: JsonSchema; example: unknown } {
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'image':
    case 'password':
      return { schema: { type: 'string' }, example: 'text' }
    case 'integer':
      return { schema: { type: 'integer' }, example: field.min ?? 1 }
    case 'decimal':
      return {
        schema: { type: 'number', ...(field.unit ? { description: field.unit } : {}) },
        example: field.min ?? 0.5,
      }
    case 'money':
      return { schema: { type: 'integer', description: 'fen' }, example: 1250 }
    case 'boolean':
      return { schema: { type: 'boolean' }, example: true }
    case 'enum':
      return { schema: { type: 'string', enum: [...field.values] }, example: field.values[0] }
    case 'time':
      return { schema: { type: 'string', format: 'date-time' }, example: TIME }
    case 'date':
      return { schema: { type: 'string', format: 'date' }, example: TIME.slice(0, 10) }
    case 'ref':
      return { schema: { type: 'string', description: `id of a ${field.to}` }, example: '7' }
    case 'refs':
      return { schema: { type: 'array', items: { type: 'string' }, description: `ids of ${field.to}` }, example: ['7'] }
    case 'json':
      return { schema: {}, example: null }
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** A row of a resource as it is answered; references carry the name of what they lead to beside the id. */
export function rowSchema({ fields }: Resource): JsonSchema {
  const properties: Record<string, JsonSchema> = { id: { type: 'string' }, version: { type: 'integer' } }
  const example: Record<string, unknown> = { id: '12', version: 0 }
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'password') continue
    const value = valueOf(field)
    properties[name] = field.required ? value.schema : orNull(value.schema)
    example[name] = value.example
    if (field.kind !== 'ref') continue
    properties[`${name}Name`] = { type: ['string', 'null'] }
    example[`${name}Name`] = 'text'
  }
  const required = ['id', 'version']
  return { type: 'object', properties, required, additionalProperties: false, examples: [example] }
}

const SUMMARIES: Readonly<Record<string, string>> = {
  page: 'One page of the list, in the order and with the filters asked for',
  get: 'One row',
  insert: 'Make a row; answers its id',
  update: 'Change the given fields of the row, if it still is at `version`',
  del: 'Delete one row or several, all or none',
  restore: 'Take back a deletion of one’s own',
  export: 'Write the filtered list into a sheet, as background work',
  import: 'Try a sheet, or take it in (`commit`), as background work',
  template: `An empty sheet to fill (${SHEET_FORMATS.join(' or ')})`,
}

export function verbSummary(verb: string): string {
  return SUMMARIES[verb] ?? verb
}

/** What a verb of a resource answers in `data`; undefined for a file. `row` refers to the row's schema. */
export function verbAnswer(verb: string, row: JsonSchema): JsonSchema | undefined {
  switch (verb) {
    case 'page':
      return {
        type: 'object',
        properties: {
          list: { type: 'array', items: row },
          total: { type: 'integer' },
          page: { type: 'integer' },
          limit: { type: 'integer' },
        },
        required: ['list', 'total', 'page', 'limit'],
      }
    case 'get':
      return row
    case 'insert':
      return { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], examples: [{ id: '12' }] }
    case 'template':
      return undefined
    case 'export':
    case 'import':
      return {
        type: 'object',
        properties: { jobId: { type: 'string' } },
        required: ['jobId'],
        examples: [{ jobId: '3' }],
      }
    default:
      return { const: true }
  }
}
