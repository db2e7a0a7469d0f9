import type { Database } from '../../../platform/db/db.ts'
import { provideFor } from '../partition.service.ts'
import { storeUplinks, type UplinkBatch } from './uplink.store.ts'

/**
 * Stores the batch, and creates missing partitions for its times: after a clock change reports must not be refused
 * until the partitions exist. Times were checked before, so they are few.
 */
export async function storeInPlace(db: Database, batch: UplinkBatch, again: boolean): Promise<void> {
  try {
    await storeUplinks(db, batch, again)
  } catch (error) {
    if (!lacksPlace(error)) throw error
    const telemetry = batch.telemetry.map(({ ts }) => ts)
    await provideFor(db, { telemetry, device_message: batch.messages.map(({ ts }) => ts) })
    await storeUplinks(db, batch, again)
  }
}

const CHECK_VIOLATION = '23514'

/** A row outside all pieces breaks a check that has no name. */
function lacksPlace(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === CHECK_VIOLATION && constraint === undefined
}
