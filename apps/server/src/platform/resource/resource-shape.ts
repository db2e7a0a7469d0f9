import { type Field, type FieldKind, type FieldOf, type Language, type Resource } from '@sluice/contract'
import { STORED_LANGUAGE, type WordedFields } from './built-in-words.ts'

/** A resource as the store uses it: which fields are columns, which are derived, which must not be returned. */
export interface ResourceShape<R extends Resource = Resource> {
  resource: R
  /**
   * Fields that are no column of the table: SQL of their value over the row alias `t`. `{scope:device d}` in it becomes
   * the condition that rows `d` of `device` are visible, `{word:role.name r}` the name of the row `r` of a role in the
   * reader's language. Such a field is never written by the platform. `version` is
   * among them where the table has none.
   */
  computed: Readonly<Record<string, string>>
  /** Fields that are told in words: what their column or `computed` says, as a text in the reader's language. */
  said?: Readonly<Record<string, (stored: never, language: Language) => string>> | undefined
  /** How rows are found and ordered by such a field, where looking at its value row by row would be slow. */
  access?: Readonly<Record<string, FieldAccess>> | undefined
  /** Where the resource shows only some rows of its table: SQL of a condition over the row alias `t`. */
  only?: string | undefined
  /** The table has `deleted`, and `del` sets it. */
  softDelete: boolean
  /** Other resources by name, for references. */
  resources: ReadonlyMap<string, Resource>
  /** By resource: fields in which rows that the program brought have words in every language. */
  words?: ReadonlyMap<string, WordedFields>
  /** The language of such words; without it, as stored. */
  language?: Language
}

/** The same resource for a reader of `language`. */
export function readIn(shape: ResourceShape, language: Language): ResourceShape {
  return language === STORED_LANGUAGE ? shape : { ...shape, language }
}

/** Another resource as a reference to it meets it. */
export function targetShape({ resources, words, language }: ResourceShape, resource: Resource): ResourceShape {
  return {
    resource,
    computed: {},
    softDelete: resource.actions.includes('del'),
    resources,
    ...(words ? { words } : {}),
    ...(language ? { language } : {}),
  }
}

export interface FieldAccess {
  /**
   * SQL of the condition that the field has the wanted value, for which `{value}` stands; `{scope:device d}` as in
   * `computed`. Must mean what the value does; a text or a keyword then matches in full, not in part.
   */
  equals?: string | ((value: string) => string)
  /** A join of at most one row per row `t`, and what to order by. */
  order?: { join: string; by: string }
  /**
   * An index holds its single letters: `string_to_array(<column>, null)`. For a keyword field that may be Chinese, for
   * which trigrams do not work, in a resource whose other keyword fields hold ASCII only.
   */
  letters?: boolean
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function fieldsOf(shape: Pick<ResourceShape, 'resource'>): [string, Field][] {
  return Object.entries(shape.resource.fields)
}

/** Passwords are accepted, never answered; lines are rows of another table. */
export function readableFields(shape: Pick<ResourceShape, 'resource'>): [string, Field][] {
  return fieldsOf(shape).filter(([, field]) => field.kind !== 'password' && field.kind !== 'lines')
}

/** Kinds whose values are stored elsewhere. */
const APART: readonly FieldKind[] = ['password', 'files', 'lines']

/** Fields whose value is written to a column of the table unchanged. */
export function isOwnColumn(shape: ResourceShape, name: string): boolean {
  const field = shape.resource.fields[name]
  return field !== undefined && !APART.includes(field.kind) && !Object.hasOwn(shape.computed, name)
}

/** The column in which a line holds the id of its document. */
export function parentColumn({ table }: Pick<Resource, 'table'>, { parent }: FieldOf<'lines'>): string {
  return parent ?? `${table}_id`
}

/** The columns that lines need in their table. */
export function neededOfLines(resource: Pick<Resource, 'table'>, field: FieldOf<'lines'>): string[] {
  return ['id', 'line_no', parentColumn(resource, field), ...Object.keys(field.fields).map(snake)]
}

/** The columns a mounted resource needs, for the invariant test that compares it with the real table. */
export function neededColumns(shape: ResourceShape): string[] {
  const own = fieldsOf(shape).filter(([name]) => isOwnColumn(shape, name))
  const columns = ['id', ...own.map(([name]) => snake(name))]
  if (!Object.hasOwn(shape.computed, 'version')) columns.push('version')
  if (shape.resource.scope === 'self') columns.push('user_id')
  if (shape.resource.scope === 'dept' || shape.resource.scope === 'device') columns.push(`${shape.resource.scope}_id`)
  if (shape.softDelete) columns.push('deleted')
  const isWritten = shape.resource.actions.some((action) => action !== 'export' && action !== 'import')
  if (isWritten) columns.push('create_by', 'update_by', 'update_time')
  return columns
}

/** Kinds whose values the driver returns in another form than they are sent: it returns wide numbers as text. */
const PRESENT: { readonly [K in Field['kind']]?: (value: unknown) => unknown } = {
  integer: Number,
  decimal: Number,
  money: Number,
  duration: Number,
  weekMask: Number,
  point: (value) => (value as unknown[]).map(Number),
}

function presented(shape: ResourceShape, name: string, { kind }: Field, value: unknown): unknown {
  const say = shape.said?.[name]
  return say ? say(value as never, shape.language ?? STORED_LANGUAGE) : (PRESENT[kind]?.(value) ?? value)
}

/** A row as it travels. */
export function presentRow(shape: ResourceShape, row: Record<string, unknown>): Record<string, unknown> {
  const answer: Record<string, unknown> = { id: row['id'], version: Number(row['version']) }
  for (const [name, field] of readableFields(shape)) {
    const value = row[name] ?? null
    answer[name] = value === null ? null : presented(shape, name, field, value)
    if (field.kind === 'ref') answer[`${name}Name`] = row[`${name}Name`] ?? null
    if (field.kind === 'refs' && row[`${name}Names`] !== undefined) answer[`${name}Names`] = row[`${name}Names`]
  }
  return answer
}
