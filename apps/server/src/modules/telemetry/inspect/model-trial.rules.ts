import type { ReplayedValue, TriedValue } from '@sluice/contract'
import type { DeviceType, ProtocolMessage } from '@sluice/devices'
import { judge, LATE_LIMIT_MS } from '../uplink/uplink.rules.ts'

interface Trial {
  values: (TriedValue & { ts: number })[]
  conditions: Readonly<Record<string, boolean>>
}

/** What a type makes of a report, value by value, without any memory of earlier ones. */
export function tried(
  type: DeviceType,
  { message, receivedAt }: { message: ProtocolMessage; receivedAt: number },
  zone: string,
): Trial {
  const { observations = [], conditions = {} } = type.read?.(message) ?? {}
  const listed = new Set(type.points)
  const known = { zone, now: receivedAt, lateLimitMs: LATE_LIMIT_MS, metricOf: type.metricOf, readings: new Map() }
  const values = observations.flatMap((observation) => {
    const { channel, slave = null } = observation
    const { ts, values: judged, faults } = judge(observation, known)
    const faultOf = new Map(faults.map(({ key, fault }) => [key, fault]))
    return judged.map(({ key, v }) => {
      return { channel, slave, key, value: v, fault: faultOf.get(key) ?? null, listed: listed.has(key), ts }
    })
  })
  return { values, conditions }
}

const placeOf = ({ channel, slave, key, ts }: Trial['values'][number]) => `${ts} ${channel} ${slave ?? ''} ${key}`

export interface Compared {
  same: number
  changed: number
  added: number
  gone: number
  refused: number
  differences: ReplayedValue[]
}

/** Counts and lists what differs between two readings of the same report. */
export function compare(before: Trial, after: Trial): Compared {
  const old = new Map(before.values.map((one) => [placeOf(one), one]))
  const now = new Map(after.values.map((one) => [placeOf(one), one]))
  const told: Compared = { same: 0, changed: 0, added: 0, gone: 0, refused: 0, differences: [] }
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(place), now.get(place)]
    if (is?.fault && !was?.fault) told.refused++
    if (was && is && Object.is(was.value, is.value) && was.fault === is.fault) {
      told.same++
      continue
    }
    if (!was) told.added++
    else if (!is) told.gone++
    else told.changed++
    const { channel, slave, key, ts } = (is ?? was)!
    told.differences.push({
      channel,
      slave,
      key,
      ts: new Date(ts).toISOString(),
      ...(was ? { before: was.value, beforeFault: was.fault } : {}),
      ...(is ? { after: is.value, afterFault: is.fault } : {}),
    })
  }
  return told
}
