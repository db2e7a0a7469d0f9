import type { Field, FieldKind, FieldOf } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ResourceShape, snake } from './resource-shape.ts'
import { isRowId } from './scoped.ts'

export type Fragment = RawBuilder<unknown>

type Match<F extends Field> = (left: Fragment, wanted: readonly unknown[], shape: ResourceShape, field: F) => Fragment

const found: Match<Field> = (left, wanted) => anyOf(wanted.map((one) => holds(left, String(one))))
const equal: Match<Field> = (left, wanted) => sql`${left} in (${sql.join(wanted)})`

/** How each kind is searched for one of several values. */
export const MATCHES: { readonly [K in FieldKind]: Match<FieldOf<K>> } = {
  text: found,
  longText: found,
  integer: equal,
  decimal: equal,
  boolean: equal,
  enum: equal,
  dictionary: equal,
  time: equal,
  date: equal,
  money: equal,
  password: equal,
  image: equal,
  json: equal,
  files: equal,
  lines: () => sql`false`,
  duration: equal,
  point: equal,
  ref: refers,
  enums: (left, wanted) => sql`${left} && ${wanted.map(String)}::text[]`,
  refs: (left, wanted) => sql`${left} && ${wanted.filter(isRowId)}::bigint[]`,
  // Rows that have one of the days.
  weekMask: (left, wanted) => sql`${left} & ${wanted.reduce((days: number, one) => days | Number(one), 0)} <> 0`,
}

function refers(left: Fragment, wanted: readonly unknown[], shape: ResourceShape, { to }: FieldOf<'ref'>): Fragment {
  const ids = wanted.filter(isRowId)
  if (ids.length === 0) return sql`false`
  const target = shape.resources.get(to)
  if (!target?.tree) return sql`${left} in (${sql.join(ids)})`
  // Choosing a node of a tree means everything below it too (AD-1).
  const [table, parent] = [sql.table(target.table), sql.ref(snake(target.tree.parent))]
  return sql`${left} in (with recursive below as (
    select id from ${table} where id in (${sql.join(ids)}) union
    select c.id from ${table} as c join below as b on c.${parent} = b.id) select id from below)`
}

export function anyOf(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 1 ? conditions[0]! : sql`(${sql.join(conditions, sql` or `)})`
}

/** Digits and Chinese have no upper and lower case: there the plain comparison means the same and costs a fifth. */
export function holds(left: Fragment, text: string): Fragment {
  const pattern = containing(text)
  return text.toLowerCase() === text.toUpperCase() ? sql`${left} like ${pattern}` : sql`${left} ilike ${pattern}`
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
}
