import { AppError } from '@sluice/kit'
import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type UpdateQueryBuilder,
  type UpdateResult,
  sql,
} from 'kysely'
import type { Sql } from '../db/db.ts'
import { type Scope, type Session, mayOwnIn } from '../http/session.ts'
import { type DeviceTable, type TenantTable, tenantFacts } from './tenant-tables.ts'

/**
 * The one door to tenant tables. Every statement that leaves through it carries a mark in its text, a comment that the
 * database ignores and the statement recorder reads:
 *   `scope:…`    restricted to what the session sees      (scoped, scopePredicate)
 *   `device:…`   restricted to one device the session sees (throughDevice, deviceMark)
 *   `unscoped:…` the system itself, with its reason        (unscoped, unscopedMark)
 */
export const DOOR_MARK = /\/\* (scope|device|unscoped):([a-z-]+) \*\//

/** Why the system itself reads across tenants. Those in the second list may also run while a request is answered. */
export const BACKGROUND_REASONS = ['pipeline', 'job', 'start', 'admin', 'live', 'demo', 'test'] as const
const REQUEST_REASONS = [
  'session',
  'sign-in',
  'in-use',
  'unique',
  'audit',
  'tree',
  'reference',
  'self',
  'land-around',
] as const
export type UnscopedReason = (typeof BACKGROUND_REASONS)[number] | (typeof REQUEST_REASONS)[number]

function mark(kind: 'scope' | 'device' | 'unscoped', what: string): RawBuilder<unknown> {
  return sql.raw(`/* ${kind}:${what} */`)
}

/** A condition for hand-written SQL: `where ${scopePredicate(session.scope, 'device', 'd')} and …`. */
export function scopePredicate(scope: Scope, table: TenantTable, alias: string = table): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true ${mark('scope', 'all')}`
  const owner = sql.ref(`${alias}.dept_id`)
  const { creator, shared } = tenantFacts(table)!
  const ofDepts = sql<boolean>`${owner} = any(${scope.deptIds}::bigint[])`
  const inDepts = shared ? sql<boolean>`(${owner} is null or ${ofDepts})` : ofDepts
  if (!scope.own || creator === undefined) return sql<boolean>`${inDepts} ${mark('scope', 'dept')}`
  return sql<boolean>`(${inDepts} or ${sql.ref(`${alias}.${creator}`)} = ${scope.userId}) ${mark('scope', 'own')}`
}

/** Stores use camelCase in the query builder (db.ts): `sysUser` there is `sys_user` in the list of tenant tables. */
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S
type TenantName = Camel<TenantTable>
type DeviceName = Camel<DeviceTable>

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

type NoColumns = Record<never, never>
/** Kysely cannot resolve its builder types for a table that is still a type parameter: they are named here once. */
type Select<DB, T extends keyof DB> = SelectQueryBuilder<DB, T, NoColumns>
type Update<DB, T extends keyof DB> = UpdateQueryBuilder<DB, T, T, UpdateResult>
type Delete<DB, T extends keyof DB> = DeleteQueryBuilder<DB, T, DeleteResult>

/**
 * Query builders over tenant tables, each restricted to what the session sees:
 * `scoped(db.tables<RegistryTables>(), session).selectFrom('device').select('name')`; in a transaction with `tx.tables`.
 */
export function scoped<DB>(db: Kysely<DB>, session: { readonly scope: Scope }) {
  const { scope } = session
  return {
    selectFrom: <T extends TenantName & keyof DB>(table: T) =>
      (db.selectFrom(table) as unknown as Select<DB, T>).where(scopePredicate(scope, snake(table) as TenantTable)),
    updateTable: <T extends TenantName & keyof DB>(table: T) =>
      (db.updateTable(table) as unknown as Update<DB, T>).where(scopePredicate(scope, snake(table) as TenantTable)),
    deleteFrom: <T extends TenantName & keyof DB>(table: T) =>
      (db.deleteFrom(table) as unknown as Delete<DB, T>).where(scopePredicate(scope, snake(table) as TenantTable)),
    /** @throws AppError `not-permitted` when the row would belong to a department outside the scope. */
    insertInto: <T extends TenantName & keyof DB>(table: T, deptId: string) => {
      if (!mayOwnIn(scope, deptId)) throw new AppError('not-permitted', { deptId })
      return db.insertInto(table).modifyEnd(mark('scope', 'insert'))
    },
  }
}

type OwnedName = TenantName | DeviceName

/** The same builders for the system itself: pipeline, jobs, start. Never for the data of a request. */
export function unscoped<DB>(db: Kysely<DB>, reason: UnscopedReason) {
  const comment = mark('unscoped', reason)
  return {
    selectFrom: <T extends OwnedName & keyof DB>(table: T) =>
      (db.selectFrom(table) as unknown as Select<DB, T>).modifyEnd(comment),
    updateTable: <T extends OwnedName & keyof DB>(table: T) =>
      (db.updateTable(table) as unknown as Update<DB, T>).modifyEnd(comment),
    deleteFrom: <T extends OwnedName & keyof DB>(table: T) =>
      (db.deleteFrom(table) as unknown as Delete<DB, T>).modifyEnd(comment),
    insertInto: <T extends OwnedName & keyof DB>(table: T) => db.insertInto(table).modifyEnd(comment),
  }
}

/** The mark for hand-written kysely SQL: `sql\`select … ${unscopedMark('job')}\``. */
export function unscopedMark(reason: UnscopedReason): RawBuilder<unknown> {
  return mark('unscoped', reason)
}

/** The mark as text, for fixed statements of the hot path. */
export function unscopedText(reason: UnscopedReason): string {
  return `/* unscoped:${reason} */`
}

declare const seen: unique symbol
/** The id of a device that the session was found to see. Only `scopedDeviceId` makes one from a request's input. */
export type ScopedDeviceId = string & { readonly [seen]: true }

interface DeviceIdTables {
  device: { id: string; deleted: boolean }
}

/**
 * Gives access to everything that belongs to a device (states, history, messages, logs).
 * @throws AppError `not-found` when there is no such device or the session does not see it: the answer does not reveal
 * which.
 */
export async function scopedDeviceId(db: Sql, session: Pick<Session, 'scope'>, id: string): Promise<ScopedDeviceId> {
  const device = await scoped(db.tables<DeviceIdTables>(), session)
    .selectFrom('device')
    .select('id')
    .where('id', '=', rowId(id))
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!device) throw new AppError('not-found')
  return device.id as ScopedDeviceId
}

/** Reads a table that belongs to the device: `where device_id = …` is already included. */
export function throughDevice<DB>(db: Kysely<DB>, device: ScopedDeviceId) {
  return {
    selectFrom: <T extends (DeviceName | 'fault') & keyof DB>(table: T) =>
      (db.selectFrom(table) as unknown as Select<DB, T>).where(
        sql<boolean>`${sql.ref(`${snake(table)}.device_id`)} = ${device} ${mark('device', 'id')}`,
      ),
  }
}

/** The mark as text for fixed statements whose first parameter is a ScopedDeviceId. */
export const DEVICE_MARK = '/* device:id */'

const ROW_ID = /^[0-9]{1,18}$/

/** @throws AppError `not-found` for a text that cannot be an id, before the database is queried. */
export function rowId(id: string): string {
  if (!ROW_ID.test(id)) throw new AppError('not-found')
  return id
}

export function isRowId(id: unknown): id is string {
  return typeof id === 'string' && ROW_ID.test(id)
}
