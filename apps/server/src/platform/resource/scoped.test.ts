import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { describe, expect, it } from 'vitest'
import { rowId, scoped, type ScopedDeviceId, throughDevice, unscoped } from './scoped.ts'
import { makeScope } from '../http/session.ts'

interface Tables {
  device: { id: string; deptId: string; name: string; createBy: string | null }
  fault: { id: string; deptId: string; deviceId: string }
  deviceShadow: { deviceId: string; status: string }
  sysUser: { id: string; nickName: string }
  role: { id: string; deptId: string | null; createBy: string | null }
  product: { id: string }
}

const db = new Kysely<Tables>({
  plugins: [new CamelCasePlugin()],
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const base = { all: false, deptIds: ['7', '8'], own: false, userId: '3', homeDeptId: '7' }
const some = { scope: makeScope(base) }
const all = { scope: makeScope({ ...base, all: true }) }
const own = { scope: makeScope({ ...base, deptIds: [], own: true }) }

describe('scoped', () => {
  it('adds the departments of the session to select, update and delete', () => {
    const select = scoped(db, some).selectFrom('device').select(['id', 'name']).where('name', '=', 'x').compile()
    expect(select.sql).toBe(
      'select "id", "name" from "device" where "device"."dept_id" = any($1::bigint[]) /* scope:dept */ and "name" = $2',
    )
    expect(select.parameters).toEqual([['7', '8'], 'x'])
    expect(scoped(db, some).updateTable('device').set({ name: 'y' }).compile().sql).toContain('/* scope:dept */')
    expect(scoped(db, some).deleteFrom('device').compile().sql).toContain('/* scope:dept */')
  })

  it('marks the statement of a user who sees everything without restricting it', () => {
    const { sql, parameters } = scoped(db, all).selectFrom('device').select('id').compile()
    expect(sql).toBe('select "id" from "device" where true /* scope:all */')
    expect(parameters).toEqual([])
  })

  it('unites the rows of departments with those the user made', () => {
    const { sql, parameters } = scoped(db, own).selectFrom('device').select('id').compile()
    expect(sql).toContain('("device"."dept_id" = any($1::bigint[]) or "device"."create_by" = $2) /* scope:own */')
    expect(parameters).toEqual([[], '3'])
    expect(scoped(db, own).selectFrom('fault').select('id').compile().sql).not.toContain('create_by')
  })

  it('shows what belongs to nobody only of tables that say so', () => {
    const shared = scoped(db, some).selectFrom('role').select('id').compile()
    expect(shared.sql).toBe(
      'select "id" from "role" where ("role"."dept_id" is null or "role"."dept_id" = any($1::bigint[])) /* scope:dept */',
    )
    expect(scoped(db, own).selectFrom('role').select('id').compile().sql).toContain(
      '(("role"."dept_id" is null or "role"."dept_id" = any($1::bigint[])) or "role"."create_by" = $2) /* scope:own */',
    )
    expect(scoped(db, some).selectFrom('device').select('id').compile().sql).not.toContain('is null')
  })

  it('finds the real name of a table with two words', () => {
    const { sql } = scoped(db, own).selectFrom('sysUser').select('nickName').compile()
    expect(sql).toMatch(/^select "nick_name" from "sys_user" where \("sys_user"."dept_id" = /)
  })

  it('refuses to insert into a department outside the scope', () => {
    expect(() => scoped(db, some).insertInto('device', '9')).toThrow('not-permitted')
    expect(() => scoped(db, own).insertInto('device', '8')).toThrow('not-permitted')
    const insert = scoped(db, own).insertInto('device', '7').values({ id: '1', deptId: '7', name: 'n', createBy: '3' })
    expect(insert.compile().sql).toMatch(/\/\* scope:insert \*\/$/)
  })

  it('gives the system its own, named door', () => {
    const { sql } = unscoped(db, 'job').selectFrom('deviceShadow').select('status').compile()
    expect(sql).toBe('select "status" from "device_shadow" /* unscoped:job */')
  })

  it('reaches what hangs on a device through its id', () => {
    const { sql } = throughDevice(db, '5' as ScopedDeviceId)
      .selectFrom('deviceShadow')
      .select('status')
      .compile()
    expect(sql).toContain('where "device_shadow"."device_id" = $1 /* device:id */')
  })

  it('takes what can be no id for a row that is not there', () => {
    expect(() => rowId("1' or 1=1")).toThrow('not-found')
    expect(() => rowId('99999999999999999999')).toThrow('not-found')
    expect(rowId('42')).toBe('42')
  })
})
