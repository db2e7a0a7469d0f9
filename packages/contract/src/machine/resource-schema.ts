import { z } from 'zod'
import { type Field, type FieldKind, type FieldOf, type Fields } from './field.ts'
import { pageQuery, severalOf } from './page.ts'
import {
  fewestLines,
  fieldsOfKind,
  mostFiles,
  mostLines,
  rangeBounds,
  isWritable,
  type Resource,
  sortsOf,
  takesSeveral,
  type Transition,
} from './resource.ts'

const id = z.string().min(1).max(40)
/** The largest integer of the store. */
const MOST = 2 ** 31 - 1
/** All seven days of a `weekMask`. */
const EVERY_DAY = 127

function textSchema(field: Extract<Field, { kind: 'text' | 'longText' }>): z.ZodType {
  let text = z.string().trim()
  if (field.required || field.min) text = text.min(Math.max(1, field.min ?? 1))
  text = text.max(field.max ?? (field.kind === 'text' ? 100 : 2000))
  return field.pattern ? text.regex(new RegExp(`^(?:${field.pattern})$`, 'u')) : text
}

function numberSchema(field: Extract<Field, { kind: 'integer' | 'decimal' }>): z.ZodType {
  let number = field.kind === 'integer' ? z.int() : z.number()
  if (field.min !== undefined) number = number.min(field.min)
  if (field.max !== undefined) number = number.max(field.max)
  return number
}

function enumsSchema({ values, called = {} }: FieldOf<'enums'>): z.ZodType {
  const one = z.enum([...values, ...Object.keys(called)] as [string, ...string[]])
  const many = z.array(one).max(values.length + Object.keys(called).length)
  return many.transform((given) => [...new Set(given.map((value) => called[value] ?? value))])
}

const seconds = ({ min = 0, max = MOST }: FieldOf<'duration'>) => z.int().min(min).max(max)
const dictValue = () => z.string().trim().max(50)
const lines = (field: FieldOf<'lines'>) =>
  z
    .array(insertSchema(field).extend({ id: id.optional() }))
    .min(fewestLines(field))
    .max(mostLines(field))
const image = z.string().max(500)

/** How a value of each kind travels. */
const VALUES: { readonly [K in FieldKind]: (field: FieldOf<K>) => z.ZodType } = {
  text: textSchema,
  longText: textSchema,
  integer: numberSchema,
  decimal: numberSchema,
  boolean: () => z.boolean(),
  enum: (field) => z.enum(field.values as [string, ...string[]]),
  enums: enumsSchema,
  dictionary: dictValue,
  time: () => z.iso.datetime({ offset: true }),
  date: () => z.iso.date(),
  money: () => z.int(),
  ref: () => id,
  refs: () => z.array(id).max(1000),
  password: () => z.string().min(1).max(2000),
  image: () => image,
  json: () => z.unknown(),
  duration: seconds,
  weekMask: () => z.int().min(1).max(EVERY_DAY),
  files: (field) =>
    z
      .array(id)
      .min(field.required ? 1 : 0)
      .max(mostFiles(field)),
  point: () => z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  lines,
}

function valueSchema(field: Field): z.ZodType {
  return VALUES[field.kind](field as never)
}

/** Lines are never required: an empty list stands for none. */
function isDemanded(field: Field): boolean {
  return field.kind === 'lines' ? fewestLines(field) > 0 : (field.required ?? false)
}

function optionalSchema(field: Field): z.ZodType {
  return field.kind === 'lines' ? valueSchema(field).optional() : optional(valueSchema(field))
}

/** Empty text from a form means "no value". */
function optional(schema: z.ZodType): z.ZodType {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullish())
}

/** Body of `insert`: every field that may be written, required ones demanded. */
export function insertSchema(resource: { fields: Fields }): z.ZodObject {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(resource.fields)) {
    if (isWritable(field, 'insert')) shape[name] = isDemanded(field) ? valueSchema(field) : optionalSchema(field)
  }
  return z.strictObject(shape)
}

/** Body of `update`: the id, the version read before, and the changed fields. */
export function updateSchema(resource: Resource): z.ZodObject {
  const shape: Record<string, z.ZodType> = { id, version: z.int().min(0) }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (isWritable(field, 'update'))
      shape[name] = field.required ? valueSchema(field).optional() : optionalSchema(field)
  }
  return z.strictObject(shape)
}

/**
 * A body of `insert` or `update` whose fields may also have their alias (`Field.alias`). The result has the fields' own
 * names; two names with different values are refused.
 */
export function aliased({ fields }: Pick<Resource, 'fields'>, body: z.ZodObject): z.ZodType<Record<string, unknown>> {
  const pairs = Object.entries(fields).flatMap(([name, { alias }]) =>
    alias !== undefined && name in body.shape ? [{ name, alias }] : [],
  )
  if (pairs.length === 0) return body
  const either: Record<string, z.ZodType> = {}
  // For the API's description only: required fields are checked by the body's own schema, at the end.
  const demanded: object[] = []
  for (const { name, alias } of pairs) {
    const own = body.shape[name] as z.ZodType
    const field = own.optional()
    if (!own.safeParse(undefined).success) demanded.push({ anyOf: [{ required: [name] }, { required: [alias] }] })
    either[name] = field
    either[alias] = field.describe(`Another name of \`${name}\`.`)
  }
  return body
    .extend(either)
    .meta(demanded.length > 0 ? { allOf: demanded } : {})
    .transform((given, { issues }) => {
      const values: Record<string, unknown> = { ...given }
      for (const { name, alias } of pairs) {
        const { [name]: value, [alias]: other } = values
        if (value === undefined && other !== undefined) values[name] = other
        else if (other !== undefined && other !== value)
          issues.push({ code: 'invalid_value', path: [alias], input: other, values: [String(value)] })
        delete values[alias]
      }
      return values
    })
    .pipe(body)
}

/** Query of `page`: page, limit (PG-7), keyword, sort, order, one parameter per filter and two per range. */
export function pageSchema(resource: Resource): z.ZodObject {
  const shape: Record<string, z.ZodType> = {
    ...pageQuery,
    keyword: z.string().trim().max(100).optional(),
    sort: z.enum(sortsOf(resource) as [string, ...string[]]).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }
  for (const name of resource.list.filters ?? []) shape[name] = filterSchema(resource.fields[name]!)
  for (const name of resource.list.ranges ?? [])
    for (const bound of Object.values(rangeBounds(resource, name))) shape[bound] = boundSchema(resource.fields[name]!)
  return z.strictObject(shape)
}

function boundSchema({ kind }: Field): z.ZodType {
  return kind === 'time' ? z.iso.datetime({ offset: true }).optional() : z.coerce.number().optional()
}

function filterSchema(field: Field): z.ZodType {
  const one = oneFilterSchema(field)
  return (takesSeveral(field) ? severalOf(one) : one).optional()
}

const word = () => z.string().trim().max(100)
const whole = ({ min = -MOST, max = MOST }: { min?: number; max?: number }) => z.coerce.number().int().min(min).max(max)

/** One value of a filter of each kind, as a query has it. */
const FILTERS: { readonly [K in FieldKind]: (field: FieldOf<K>) => z.ZodType } = {
  text: word,
  longText: word,
  integer: whole,
  decimal: () => z.coerce.number(),
  boolean: () => z.stringbool(),
  enum: (field) => z.enum(field.values as [string, ...string[]]),
  enums: (field) => z.enum(field.values as [string, ...string[]]),
  dictionary: dictValue,
  time: word,
  date: () => z.iso.date(),
  money: () => z.coerce.number().int(),
  ref: word,
  refs: word,
  password: () => z.never(),
  image: () => z.never(),
  json: () => z.never(),
  duration: whole,
  weekMask: () => whole({ min: 1, max: EVERY_DAY }),
  point: () => z.never(),
  files: () => z.never(),
  lines: () => z.never(),
}

/** One value of a filter, as a query has it. */
export function oneFilterSchema(field: Field): z.ZodType {
  return FILTERS[field.kind](field as never)
}

export const idSchema = z.strictObject({ id })

/** Query of `file`: one file of a field of a row. */
export function fileSchema(
  resource: Pick<Resource, 'fields'>,
): z.ZodObject<{ id: typeof id; field: z.ZodType<string>; file: typeof id }> {
  const names = fieldsOfKind(resource, 'files').map(([name]) => name)
  return z.strictObject({ id, field: z.enum(names), file: id })
}

/** `del` of several rows at once, or of one. */
export const deleteSchema = z.union([idSchema, z.strictObject({ ids: z.array(id).min(1).max(1000) })])
/** Body of a transition: the row, the version that was looked at, and what its form fills in. */
export function transitionSchema(resource: Resource, { fields = [] }: Transition): z.ZodObject {
  const { shape } = updateSchema(resource)
  return z.strictObject({
    id,
    version: z.int().min(0),
    ...Object.fromEntries(fields.map((name) => [name, shape[name]!])),
  })
}
