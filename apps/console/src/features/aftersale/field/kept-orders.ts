import { deviceResource, REPAIR_OPEN, repairRecordResource } from '@sluice/contract'
import { getRow, pageOf } from '../../../lib/api/resource-calls.ts'

/** More than a person has to do in a day. */
export const MOST_OWN = 30

/**
 * Asks for the open orders of a person and for their devices, so that the phone has the answers when there is no line
 * (`lib/live/last-seen.ts`).
 */
export async function askForOwnOrders(userId: string): Promise<void> {
  const silent = { silent: true }
  const own = { assigneeId: userId, status: REPAIR_OPEN.join(','), limit: MOST_OWN }
  try {
    const { list } = await pageOf(repairRecordResource, own, silent)
    for (const { id, deviceId } of list) {
      await getRow(repairRecordResource, id, silent)
      await getRow(deviceResource, deviceId, silent)
    }
  } catch {
    // Without a line there is nothing to ask for.
  }
}
