import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { openDatabase } from './db.ts'
import { migrate } from './migrate.ts'

let test: TestDatabase
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-migrate-'))
  test = await createTestDatabase()
  await test.db.query('drop table schema_migration')
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await test.drop()
})

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

async function count(table: string): Promise<unknown> {
  return (await test.db.query(`select count(*)::int as n from ${table}`)).rows[0]?.['n']
}

describe('migrations', () => {
  it('are applied once, in the order of their numbers, several statements each', async () => {
    write('0002-fill.sql', 'insert into step_one values (1); insert into step_one values (2);')
    write('0001-make.sql', 'create table step_one (n int);\n')
    expect(await migrate(test.db, folder)).toEqual(['0001-make.sql', '0002-fill.sql'])
    expect(await migrate(test.db, folder)).toEqual([])
    write('0003-more.sql', 'insert into step_one values (3)')
    expect(await migrate(test.db, folder)).toEqual(['0003-more.sql'])
    expect(await count('step_one')).toBe(3)
  })

  it('are applied once when several processes start together', async () => {
    write('0001-make.sql', 'create table together (n int); select pg_sleep(0.2);')
    write('0002-fill.sql', 'insert into together values (1)')
    const others = await Promise.all(
      Array.from({ length: 3 }, () =>
        openDatabase({ address: test.address, log: { info() {}, warn() {} }, poolSize: 1 }),
      ),
    )
    const applied = await Promise.all(others.map((db) => migrate(db, folder)))
    await Promise.all(others.map((db) => db.close()))
    expect(applied.flat().sort()).toEqual(['0001-make.sql', '0002-fill.sql'])
    expect(await count('together')).toBe(1)
  })

  it('leave nothing of a file that fails, and say where', async () => {
    write('0001-good.sql', 'create table good (n int)')
    write('0002-bad.sql', 'create table bad (n int);\n\ninsert into bat values (1);\n')
    await expect(migrate(test.db, folder)).rejects.toThrow(
      'The migration 0002-bad.sql failed in line 3: relation "bat" does not exist.',
    )
    expect((await test.db.query("select to_regclass('bad') as bad")).rows).toEqual([{ bad: null }])
    write('0002-bad.sql', 'create table bad (n int)')
    expect(await migrate(test.db, folder)).toEqual(['0002-bad.sql'])
  })

  it('do not mind how lines end, but mind every other change', async () => {
    write('0001-a.sql', 'create table a (n int);\n-- end\n')
    await migrate(test.db, folder)
    write('0001-a.sql', 'create table a (n int);\r\n-- end\r\n')
    expect(await migrate(test.db, folder)).toEqual([])
    write('0001-a.sql', 'create table a (n bigint);\n-- end\n')
    await expect(migrate(test.db, folder)).rejects.toThrow(/0001-a\.sql was changed/)
  })

  it('must be numbered, each number once, in a folder that can be read', async () => {
    write('1-a.sql', '')
    await expect(migrate(test.db, folder)).rejects.toThrow(/must be named like 0012-name\.sql/)
    rmSync(join(folder, '1-a.sql'))
    write('0001-a.sql', '')
    write('0001-b.sql', '')
    await expect(migrate(test.db, folder)).rejects.toThrow(/0001-a\.sql and 0001-b\.sql have the same number/)
    await expect(migrate(test.db, join(folder, 'missing'))).rejects.toThrow(/cannot be read: install Sluice again/)
  })
})
