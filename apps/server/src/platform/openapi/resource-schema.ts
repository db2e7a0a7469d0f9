import { type Field, type FieldKind, type FieldOf, PLACE_SOURCES, type Resource, SHEET_FORMATS } from '@sluice/contract'
import type { JsonSchema } from './json-schema.ts'

const TIME = '2026-01-31T08:15:00.000Z'

interface Answered {
  schema: JsonSchema
  example: unknown
}
const text = (): Answered => ({ schema: { type: 'string' }, example: 'text' })
const whole = ({ min = 1 }: { min?: number }): Answered => ({ schema: { type: 'integer' }, example: min })

/** The answered form of each kind's values, independent of the rules for writing them. */
const ANSWERS: { readonly [K in FieldKind]: (field: FieldOf<K>) => Answered } = {
  text,
  longText: text,
  image: text,
  password: text,
  integer: whole,
  decimal: ({ unit, min = 0.5 }) => ({
    schema: { type: 'number', ...(unit ? { description: unit } : {}) },
    example: min,
  }),
  money: () => ({ schema: { type: 'integer', description: 'fen' }, example: 1250 }),
  boolean: () => ({ schema: { type: 'boolean' }, example: true }),
  enum: ({ values }) => ({ schema: { type: 'string', enum: [...values] }, example: values[0] }),
  enums: ({ values }) => ({
    schema: { type: 'array', items: { type: 'string', enum: [...values] } },
    example: [values[0]],
  }),
  dictionary: ({ type }) => ({
    schema: { type: 'string', description: `value of the dictionary ${type}` },
    example: 'text',
  }),
  time: () => ({ schema: { type: 'string', format: 'date-time' }, example: TIME }),
  date: () => ({ schema: { type: 'string', format: 'date' }, example: TIME.slice(0, 10) }),
  ref: ({ to }) => ({ schema: { type: 'string', description: `id of a ${to}` }, example: '7' }),
  refs: ({ to }) => ({
    schema: { type: 'array', items: { type: 'string' }, description: `ids of ${to}` },
    example: ['7'],
  }),
  json: () => ({ schema: {}, example: null }),
  duration: () => ({ schema: { type: 'integer', description: 'seconds' }, example: 5400 }),
  weekMask: () => ({ schema: { type: 'integer', description: 'a bit for each day, Monday the lowest' }, example: 31 }),
  files: () => ({
    schema: { type: 'array', items: FILE_FACTS, description: 'files; their ids are written' },
    example: [{ id: '7', name: 'valve.webp', type: 'image/webp', size: 48_213 }],
  }),
  point: () => ({
    schema: {
      type: 'array',
      items: { type: 'number' },
      minItems: 2,
      maxItems: 2,
      description: 'longitude and latitude in degrees, WGS-84',
    },
    example: [120.15507, 30.274085],
  }),
  lines: ({ fields }) => {
    const { version: _version, ...line } = answeredFields(fields)
    const properties = Object.fromEntries(Object.entries(line).map(([name, { schema }]) => [name, schema]))
    return {
      schema: {
        type: 'array',
        items: { type: 'object', properties, required: ['id'], additionalProperties: false },
        description: 'in order; `page` does not answer them',
      },
      example: [Object.fromEntries(Object.entries(line).map(([name, { example }]) => [name, example]))],
    }
  },
}

const PHOTO_PLACE: JsonSchema = {
  type: 'object',
  description: 'where a photo was taken, by the word of its camera or of the telephone; WGS-84',
  properties: {
    lng: { type: 'number' },
    lat: { type: 'number' },
    accuracyM: { type: ['number', 'null'] },
    by: { enum: [...PLACE_SOURCES] },
  },
  required: ['lng', 'lat', 'accuracyM', 'by'],
  additionalProperties: false,
}

const FILE_FACTS: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    type: { type: 'string' },
    size: { type: 'integer' },
    place: PHOTO_PLACE,
  },
  required: ['id', 'name', 'type', 'size'],
  additionalProperties: false,
}

function valueOf(field: Field): Answered {
  return ANSWERS[field.kind](field as never)
}

function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

function answeredFields(fields: Resource['fields']): Record<string, Answered> {
  const answered: Record<string, Answered> = {
    id: { schema: { type: 'string' }, example: '12' },
    version: { schema: { type: 'integer' }, example: 0 },
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'password') continue
    const { schema, example } = valueOf(field)
    answered[name] = { schema: field.required || field.kind === 'lines' ? schema : orNull(schema), example }
    if (field.kind === 'ref') answered[`${name}Name`] = { schema: { type: ['string', 'null'] }, example: 'text' }
  }
  return answered
}

/** An answered row of a resource; references also carry the name of their target. */
export function rowSchema({ fields }: Resource): JsonSchema {
  const answered = Object.entries(answeredFields(fields))
  const properties = Object.fromEntries(answered.map(([name, { schema }]) => [name, schema]))
  const example = Object.fromEntries(answered.map(([name, value]) => [name, value.example]))
  const required = ['id', 'version']
  return { type: 'object', properties, required, additionalProperties: false, examples: [example] }
}

const SUMMARIES: Readonly<Record<string, string>> = {
  page: 'One page of the list, in the order and with the filters asked for',
  get: 'One row',
  timeline: 'What happened to one row, newest first',
  insert: 'Make a row; answers its id',
  update: 'Change the given fields of the row, if it still is at `version`',
  del: 'Delete one row or several, all or none',
  file: 'The content of one file of a field of the row',
  restore: 'Take back a deletion of one’s own',
  export: 'Write the filtered list into a sheet, as background work',
  import: 'Try a sheet, or take it in (`commit`), as background work',
  template: `An empty sheet to fill (${SHEET_FORMATS.join(' or ')})`,
}

export function verbSummary(verb: string): string {
  return (
    SUMMARIES[verb] ?? `Transition \`${verb}\`, if the row still is at \`version\` and in a state that it leads from`
  )
}

/** The `data` of a resource's verb; undefined for a file. `row` refers to the row's schema. */
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
    case 'file':
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
