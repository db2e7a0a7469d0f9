import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD, createClient, createTestDatabase, startTestPlatform } from '@sluice/testing'
import { expect, it } from 'vitest'
import { compose } from './compose.ts'
import { readConfig } from '../config.ts'
import { ensureAdministrator } from '../modules/identity/identity.module.ts'
import type { Sql } from '../platform/db/db.ts'
import { silentLog } from '../platform/log/log.ts'

async function passwordHash(db: Sql): Promise<string | undefined> {
  const { rows } = await db.query<{ hash: string }>('select password_hash as hash from sys_user /* unscoped:test */')
  return rows[0]?.hash
}

it('is not ready at the first start before an administrator can sign in, and while no administrator can', async () => {
  const database = await createTestDatabase()
  const { db } = database
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-first-start-'))
  const config = readConfig({ PORT: '0', SLUICE_DEVICE_PORTS: '0', SLUICE_DATA: dataDir }, [])
  const platform = await compose({ config, db, log: silentLog })
  try {
    const url = `http://127.0.0.1:${await platform.listen()}`
    const ready = async () => {
      const response = await fetch(`${url}/readyz`)
      return [response.status, ((await response.json()) as { checks: Record<string, boolean> }).checks['signIn']]
    }
    expect(await ready()).toEqual([503, false])
    await ensureAdministrator(db, ADMIN_PASSWORD)
    expect(await ready()).toEqual([200, true])
    const hash = await passwordHash(db)
    expect(hash).toMatch(/^scrypt\$16\$8\$1\$/)
    await createClient(url).signIn('admin', ADMIN_PASSWORD)
    // A sign-in replaces a hash whose work factor differs from the product's.
    expect(await passwordHash(db)).toBe(hash)
    // Removes the last administrator directly in the database.
    await db.query("update sys_user set status = 'DISABLED' /* unscoped:test */")
    expect(await ready()).toEqual([503, false])
  } finally {
    await platform.close()
    rmSync(dataDir, { recursive: true, force: true })
    await database.drop()
  }
})

it('writes no row of the program again that is as the program has it, and each that is not', async () => {
  const database = await createTestDatabase()
  const { db } = database
  const read = async (statement: string) => (await db.query(`${statement} /* unscoped:test */`)).rows
  const readAll = (statements: readonly string[]) => Promise.all(statements.map(read))
  /** Which transaction wrote each row. */
  const written = () =>
    readAll(
      ['dept', 'role', 'resource', 'role_resource', 'dict_type', 'dict_entry', 'product', 'product_version'].map(
        (table) => `select xmin::text, ctid::text from ${table} order by ctid`,
      ),
    )
  const said = () =>
    readAll([
      `select r.name, p.name as parent, r.type, r.title, r.path, r.component, r.icon, r.perm_code, r.active_menu, r.sort,
         r.hidden, r.no_cache, r.affix, r.builtin
       from resource r left join resource p on p.id = r.parent_id order by r.name`,
      `select r.code, s.name from role_resource g join role r on r.id = g.role_id join resource s on s.id = g.resource_id
       order by r.code, s.name`,
      'select dict_type, dict_name, builtin from dict_type order by dict_type',
      `select t.dict_type, e.dict_value, e.dict_label, e.dict_sort, e.list_class, e.builtin
       from dict_entry e join dict_type t on t.id = e.type_id order by t.dict_type, e.dict_value`,
    ])
  const start = async () => (await startTestPlatform({ database })).stop()
  const change = async (statement: string) => (await db.query(`${statement} /* unscoped:test */`)).rowCount
  try {
    await start()
    const [first, words] = [await written(), await said()]
    expect(first.every((rows) => rows.length > 0)).toBe(true)
    await start()
    expect(await written()).toEqual(first)

    const folder = "(select id from resource where name = 'Dashboard')"
    for (const statement of [
      `update resource set parent_id = ${folder}, type = 'BUTTON', path = 'x', component = 'x', perm_code = 'x', title = 'x',
         active_menu = 'x', icon = 'x', sort = 7, builtin = false, affix = not affix, hidden = not hidden,
         no_cache = not no_cache where name = 'ValveSlave'`,
      "delete from resource where name = 'CommandLedger'",
      "insert into resource (name, type, title, builtin) values ('Gone', 'MENU', 'gone', true)",
      "delete from role where code = 'ROLE_VIEWER'",
      "update dict_entry set builtin = false where dict_value = 'MALE'",
      "delete from dict_entry where dict_value = 'FEMALE'",
      "update dict_type set builtin = false where dict_type = 'sex'",
    ])
      expect([statement, await change(statement)]).toEqual([statement, 1])
    await start()
    expect(await said()).toEqual(words)

    // What is an operator's stays one's, and what the program no longer has becomes one's.
    await change("update resource set title = 'ours', sort = 7, kept = '{title}' where name = 'ValveSlave'")
    await change("update dict_entry set dict_label = 'ours' where dict_value = 'MALE'")
    await change("insert into dict_type (dict_type, dict_name, builtin) values ('gone', 'gone', true)")
    await change(`insert into dict_entry (type_id, dict_value, dict_label, builtin)
      select id, 'GONE', 'gone', true from dict_type where dict_type = 'sex'`)
    await start()
    expect(await read("select title, sort from resource where name = 'ValveSlave'")).toEqual([
      { title: 'ours', sort: 10 },
    ])
    expect(await read("select dict_label from dict_entry where dict_value = 'MALE'")).toEqual([{ dict_label: 'ours' }])
    expect(await read("select builtin from dict_type where dict_type = 'gone'")).toEqual([{ builtin: false }])
    expect(await read("select builtin from dict_entry where dict_value = 'GONE'")).toEqual([{ builtin: false }])
  } finally {
    await database.drop()
  }
})
