import { nameOf } from '../../platform/http/session.ts'
import type { Connection } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import type { Attributes } from './attribute.rules.ts'
import { attributesOfDevices } from './attribute.store.ts'
import { provenAtOnce } from './parameter.rules.ts'
import { countDesired, saveWanted, wordsOf } from './parameter.store.ts'

/**
 * Notes since when a value is wanted, for each parameter among these keys, in the transaction that changes the shared
 * attributes to `after` and before it does.
 */
export async function noteWanted(
  tx: Connection,
  deviceId: ScopedDeviceId,
  change: { keys: readonly string[]; after: Attributes; context: CallContext; now: Date },
): Promise<void> {
  const { keys, after, context, now } = change
  await countDesired(tx, deviceId)
  if (keys.length === 0) return
  const client = (await attributesOfDevices(tx, [deviceId])).get(deviceId)?.client ?? {}
  const words = new Map((await wordsOf(tx, deviceId)).map((word) => [word.key, word]))
  const entries = keys.map((key) => {
    const word = words.get(key)
    const wasProven = word && word.provenTime !== null
    // Nothing more is expected of a device where nothing is wanted; whether it took what was, stays open.
    const proven = Object.hasOwn(after, key) ? provenAtOnce(after[key], client[key], wasProven) : wasProven === true
    return { key, provenTime: proven ? now : null }
  })
  const { session } = context
  await saveWanted(tx, deviceId, entries, { now, byName: nameOf(session) })
}
