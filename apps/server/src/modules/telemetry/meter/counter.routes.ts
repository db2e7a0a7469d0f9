import { deviceCounters, type InputOf, setDeviceCounter } from '@sluice/contract'
import type { Catalogue, DeviceType } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { nameOf } from '../../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { settingAt, settingProblems, shareOf, times } from './counter.rules.ts'
import { countersOfDevices, saveCounter } from './counter.store.ts'
import { freeTime, lockMeter, saveExchange } from './meter.store.ts'

export interface CounterDeps {
  db: Database
  now(): number
  catalogue: Pick<Catalogue, 'typeOf'>
  lastReadings(deviceId: ScopedDeviceId): Promise<ReadonlyMap<string, { v: unknown }>>
  deviceFacts(deviceId: ScopedDeviceId): Promise<{ deptId: string; productNo: string }>
  /** Stations in memory read how they count again. */
  onChanged(): void
}

const settingsOf = async (db: Sql, deviceId: ScopedDeviceId) =>
  (await countersOfDevices(db, [deviceId], DEVICE_MARK)).get(deviceId) ?? []

/** How counters of one device count, where it is not as its product says. */
export function mountCounters(api: Api, deps: CounterDeps): void {
  const { db, now } = deps
  mountOperation(api, deviceCounters, async (input, { session }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    const type = await typeOf(deps, deviceId)
    const settings = await settingsOf(db, deviceId)
    return [...(await deps.lastReadings(deviceId))].flatMap(([key, { v }]) => {
      const productEnd = type?.metricOf(key)?.counterMax
      if (productEnd === undefined) return []
      const own = settingAt(settings, key, now())
      const { digits = null, perPulse = null } = own ?? {}
      const since = own ? new Date(own.from).toISOString() : null
      const last = typeof v === 'number' ? v : null
      return [{ key, last, digits, perPulse, since, productEnd, productPerPulse: perPulseIn(type, key) }]
    })
  })
  mountOperation(api, setDeviceCounter, async (input, { session, ip, traceId }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    const who = { byName: nameOf(session), userId: session.userId }
    const { deptId } = await deps.deviceFacts(deviceId)
    await db.transaction(async (tx) => {
      await lockMeter(tx, deviceId)
      const before = await countFromNow(tx, deps, { deviceId, input, who })
      if (before === null) return
      await recordOperation(tx, session, {
        action: setDeviceCounter.audit,
        targetIds: [deviceId],
        deptId,
        before,
        after: { digits: input.digits, perPulse: input.perPulse },
        ip,
        traceId,
      })
    })
    deps.onChanged()
    return true as const
  })
}

async function typeOf({ catalogue, deviceFacts }: CounterDeps, deviceId: ScopedDeviceId) {
  return catalogue.typeOf((await deviceFacts(deviceId)).productNo)
}

const perPulseIn = (type: DeviceType | undefined, key: string) => type?.perPulseOf?.(key) ?? 1

interface Change {
  deviceId: ScopedDeviceId
  input: InputOf<typeof setDeviceCounter>
  who: { byName: string; userId: string }
}

/**
 * Writes down how a counter counts from now on. Where a count is worth something else, the reading steps: both readings are
 * stored as those of an exchanged meter, so that nothing is consumed by the step. Null: it counted so already.
 */
async function countFromNow(tx: Sql, deps: CounterDeps, { deviceId, input, who }: Change) {
  const { key, digits, perPulse, remark = null } = input
  const type = await typeOf(deps, deviceId)
  const before = settingAt(await settingsOf(tx, deviceId), key, Number.POSITIVE_INFINITY)
  const told = (await deps.lastReadings(deviceId)).get(key)
  const product = perPulseIn(type, key)
  const share = shareOf({ perPulse }, product) / shareOf(before, product)
  const last = typeof told?.v === 'number' ? told.v : null
  const reading = last === null ? null : times(last, share)
  const productEnd = told && type?.metricOf(key)?.counterMax
  const fields = settingProblems({ productEnd, digits, reading })
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
  if ((before?.digits ?? null) === digits && (before?.perPulse ?? null) === perPulse) return null
  const ts = await freeTime(tx, deviceId, deps.now())
  if (share !== 1 && last !== null && reading !== null) {
    const none = { oldMeterNo: null, newMeterNo: null }
    await saveExchange(tx, deviceId, { key, ts, oldLast: last, newFirst: reading, ...none, remark, ...who })
  }
  // The second of the two readings is the first that counts so.
  await saveCounter(tx, deviceId, { key, from: ts + 1, digits, perPulse, remark, ...who })
  return { digits: before?.digits ?? null, perPulse: before?.perPulse ?? null }
}
