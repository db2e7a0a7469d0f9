import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '../platform/database.ts'
import { startTestPlatform } from '../platform/platform.ts'
import { addToLists } from './lists.ts'

/** Starts a platform that has work orders. */
export async function startScreen() {
  addToLists()
  const database = await createTestDatabase()
  await database.db.query(readFileSync(join(import.meta.dirname, 'work-order.sql'), 'utf8'))
  const platform = await startTestPlatform({ database })
  const stop = async () => {
    await platform.stop()
    await database.drop()
  }
  return { platform, stop }
}
export type DocumentScreen = Awaited<ReturnType<typeof startScreen>>
