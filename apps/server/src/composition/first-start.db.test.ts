import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD, createClient, createTestDatabase } from '@sluice/testing'
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
