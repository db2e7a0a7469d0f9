import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { migrationsFolder, readMigrations } from '@sluice/server/src/platform/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const quiet = { info: () => undefined, warn: () => undefined }

describe('a test database', () => {
  let one: TestDatabase
  let other: TestDatabase

  beforeAll(async () => {
    one = await createTestDatabase()
    other = await createTestDatabase()
  })

  afterAll(async () => {
    await one.drop()
    await other.drop()
  })

  it('has every migration of the product', async () => {
    const { rows } = await one.db.query<{ name: string }>('select name from schema_migration order by name')
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations(migrationsFolder)).map(({ name }) => name))
  })

  it('is isolated from others', async () => {
    await one.db.query('create table only_here (id int)')
    const { rows } = await other.db.query("select from pg_tables where tablename = 'only_here'")
    expect(rows).toEqual([])
  })

  it('is reached by its URL too', async () => {
    const db = await openDatabase({ address: { url: one.url }, log: quiet, poolSize: 1 })
    const { rows } = await db.query('select current_database() as name')
    await db.close()
    expect(rows).toEqual([{ name: one.address.database }])
  })

  it('is dropped even when a connection was forgotten', async () => {
    const third = await createTestDatabase()
    const forgotten = await openDatabase({ address: third.address, log: quiet, poolSize: 1 })
    await third.drop()
    await forgotten.close()
    await expect(openDatabase({ address: third.address, log: quiet, waitMs: 0 })).rejects.toThrow(
      'there is no such database',
    )
  })
})
