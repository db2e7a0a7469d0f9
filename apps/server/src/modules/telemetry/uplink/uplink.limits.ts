import type { FaultTrigger } from '@sluice/contract'
import { derivedOf, isAlarm, judgeLimits } from '@sluice/devices'
import { usualAt } from '../watch/usual.rules.ts'
import type { Changes } from './uplink.changes.ts'
import { goodIn, type Judgement } from './uplink.rules.ts'
import { type DeviceRuntime, NO_STATES } from './uplink.runtime.ts'
import type { ConditionRow } from './uplink.store.ts'

/** A fault of a device that limits found or saw end, for those who judge by it at once. */
export interface FoundAlarm {
  device: DeviceRuntime
  code: string
  holds: boolean
  /** Of its own; null: that of the code. */
  level: number | null
}

/** Where alarms are noted. */
interface AlarmNotes {
  changes: Changes
  told: ConditionRow[]
  alarms: FoundAlarm[]
}

/** A value that another one is put together with is no older than a device may be silent. */
const TOGETHER_INTERVALS = 2.5

/**
 * Compares the new good values of a device with its limits, before they are remembered. A value that is not newer than the
 * last one of its metric is history and raises nothing.
 */
export function takeLimits(notes: AlarmNotes, device: DeviceRuntime, judgement: Judgement, receivedAt: number): void {
  const { limits, limitStates, readings, zone, deviceId, type } = device
  if (!limits && limitStates === NO_STATES) return
  const { ts } = judgement
  const fresh = judgement.values.filter(
    ({ key }) => limits?.has(key) && (readings.get(key)?.ts ?? Number.NEGATIVE_INFINITY) < ts,
  )
  if (fresh.length === 0 && limitStates === NO_STATES) return
  const values = fresh.filter(({ q }) => q === 'GOOD')
  const bad = fresh.flatMap(({ key, q }) => (q === 'BAD' ? [key] : []))
  const known = (key: string) => {
    const last = readings.get(key)
    if (last?.q !== 'GOOD' || last.ts > ts) return undefined
    return last.ts >= ts - TOGETHER_INTERVALS * device.reportIntervalS * 1000 ? last.v : undefined
  }
  const beside = {
    known,
    before: (key: string) => goodIn(readings.get(key))?.v,
    usual: (key: string) => usualAt(device.usual, key, { ts, zone }),
    strokeS: type.strokeS,
  }
  const { states, turns } = judgeLimits(limits, limitStates, { ts, zone, values, bad, ...beside })
  notes.changes.set(device, 'limitStates', Object.keys(states).length > 0 ? states : NO_STATES)
  const at = Math.min(ts, receivedAt)
  for (const { fault: code, holds, level, trigger } of turns) {
    // The device itself says that it still holds.
    if (!holds && device.holding.has(code)) continue
    notes.told.push({ deviceId, code, holds, at, level, trigger: trigger && measured(device, trigger) })
    notes.alarms.push({ device, code, holds, level })
  }
}

/** A trigger with the unit of its metric, so that what it says needs no product, which may have changed by then. */
function measured({ metricOf, type }: DeviceRuntime, trigger: FaultTrigger): FaultTrigger {
  const metric = (metricOf ?? type.metricOf)(trigger.key) ?? derivedOf(trigger.key)?.metric
  return metric ? { ...trigger, unit: metric.unit, decimals: metric.decimals } : trigger
}

/** What the device says of its conditions, with what its limits say: a fault that both can raise ends with the last of them. */
export function withAlarms(
  { limitStates }: DeviceRuntime,
  conditions: Readonly<Record<string, boolean>>,
): Readonly<Record<string, boolean>> {
  if (limitStates === NO_STATES) return conditions
  const both = { ...conditions }
  for (const state of Object.values(limitStates)) if (isAlarm(state) && state.fault in both) both[state.fault] = true
  return both
}
