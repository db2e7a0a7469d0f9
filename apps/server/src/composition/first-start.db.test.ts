import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_PASSWORD, createClient, createTestDatabase } from '@sluice/testing'
import { expect, it } from 'vitest'
import { compose } from './compose.ts'
import { readConfig } from '../config.ts'
import { ensureAdministrator } from '../modules/identity/identity.module.ts'
import { silentLog } from '../platform/log/log.ts'

it('is not ready at the first start before somebody can sign in, nor while nobody can', async () => {
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
    await createClient(url).signIn('admin', ADMIN_PASSWORD)
    // Somebody took the last administrator away behind the product's back.
    await db.query("update sys_user set status = 'DISABLED' /* unscoped:test */")
    expect(await ready()).toEqual([503, false])
  } finally {
    await platform.close()
    rmSync(dataDir, { recursive: true, force: true })
    await database.drop()
  }
})
