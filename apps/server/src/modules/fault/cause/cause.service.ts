import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { keyOf } from '../fault-key.rules.ts'
import { isOfNetwork } from './cause.rules.ts'
import { activeUpstream, linkBeside, linkDownstream, type Outlived, takeIgnored, takeOutlived } from './cause.store.ts'

/** The devices that get their water through one, by the directions of flow that are known. */
export type DownstreamOf = (deviceId: string) => Promise<readonly string[]>

/** Faults that have just begun. */
type Begun = readonly { faultId: string; code: string }[]

/** Links what has just begun with what explains it, and what it explains; returns the faults that have a cause now. */
export async function explain(tx: Sql, begun: Begun, downstreamOf: DownstreamOf): Promise<ReadonlySet<string>> {
  if (begun.length === 0) return new Set()
  const ids = begun.map(({ faultId }) => faultId)
  const linked = await linkBeside(tx, ids)
  if (!begun.some(({ code }) => isOfNetwork(code))) return new Set(linked)
  for (const cause of await activeUpstream(tx))
    linked.push(...(await linkDownstream(tx, cause, await downstreamOf(cause.deviceId), ids)))
  return new Set(linked)
}

/** What has lost its cause stands under what else explains it, or is told as if it began. */
async function standAlone(tx: Sql, outlived: readonly Outlived[], downstreamOf: DownstreamOf): Promise<void> {
  const explained = await explain(tx, outlived, downstreamOf)
  const own = outlived.filter(({ faultId, quiet }) => !quiet && !explained.has(faultId))
  await emitLater(
    tx,
    own.map(({ faultId, deviceId, deptId, code, level }): StoredEvent => {
      const fact = { faultId, deviceId, deptId, fault: { code, level } }
      return { name: 'fault.raised', key: keyOf(deviceId, code), fact }
    }),
  )
}

/** Ignoring one fault hides no other: what stood under it is counted with the same commit. */
export async function freeIgnored(tx: Sql, causeIds: readonly string[], downstreamOf: DownstreamOf): Promise<void> {
  await standAlone(tx, await takeIgnored(tx, causeIds), downstreamOf)
}

const BATCH = 500

/**
 * Consequences that outlived their cause become faults of their own, unless something else explains them; they are told
 * as if they began.
 */
export async function freeOutlived({
  db,
  clock,
  downstreamOf,
}: {
  db: Database
  clock: Clock
  downstreamOf: DownstreamOf
}): Promise<void> {
  const step = () =>
    db.transaction(async (tx) => {
      const outlived = await takeOutlived(tx, clock.now(), BATCH)
      await standAlone(tx, outlived, downstreamOf)
      return outlived.length
    })
  while ((await step()) === BATCH);
}
