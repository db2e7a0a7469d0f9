import type { Changes } from './uplink.changes.ts'
import type { DeviceRuntime } from './uplink.runtime.ts'
import type { ConditionRow } from './uplink.store.ts'

/** A device is offline when it misses two reports and a half (domain 0.3). */
const SILENT_INTERVALS = 2.5

/** Where signs of life and disconnections are noted. */
/** A connection that ended, and not a report that is missing. */
const GONE = { observed: 'DISCONNECTED' } as const

export interface PresenceNotes {
  changes: Changes
  touched: Set<DeviceRuntime>
  told: ConditionRow[]
}

export function seen({ changes, touched }: PresenceNotes, device: DeviceRuntime, at: number): void {
  const lastSeen = Math.max(device.lastSeen ?? 0, at)
  changes.set(device, 'firstSeen', device.firstSeen ?? at)
  changes.set(device, 'lastSeen', lastSeen)
  changes.set(device, 'silentAfter', lastSeen + silenceS(device) * 1000)
  linked(changes, device, 'ONLINE', null)
  touched.add(device)
}

/** A device whose own interval is longer than what its product allows is not late before it. */
function silenceS({ reportIntervalS, type: { silentAfterS } }: DeviceRuntime): number {
  if (silentAfterS === undefined) return SILENT_INTERVALS * reportIntervalS
  return silentAfterS >= reportIntervalS ? silentAfterS : SILENT_INTERVALS * reportIntervalS
}

/**
 * A station that was away is back, with the devices behind it that are not late themselves. The others stay offline, from
 * now on by their own silence.
 */
export function heard(notes: PresenceNotes, device: DeviceRuntime, at: number): void {
  const wasAway = device.status === 'OFFLINE'
  seen(notes, device, at)
  if (!wasAway) return
  for (const slave of slavesOf(device)) {
    if (slave.offlineCause !== 'MASTER') continue
    if ((slave.silentAfter ?? 0) < at) linked(notes.changes, slave, slave.status, 'SELF')
    else linked(notes.changes, slave, 'ONLINE', null)
    notes.touched.add(slave)
  }
}

/**
 * A gateway holds the connection for all devices behind it: when it ends, they are unreachable at once. Any other
 * device may connect, report and disconnect; whether it is online depends on the age of its last report (domain 0.3).
 */
export function cutOff(notes: PresenceNotes, device: DeviceRuntime, cause: 'CLOSED' | 'LOST', at: number): void {
  if (device.type.nodeKind !== 'GATEWAY' || device.status !== 'ONLINE') return
  linked(notes.changes, device, 'OFFLINE', cause)
  notes.touched.add(device)
  notes.told.push({ deviceId: device.deviceId, code: 'C01', holds: true, at, trigger: GONE })
  for (const slave of slavesOf(device)) {
    if (slave.status !== 'ONLINE') continue
    linked(notes.changes, slave, 'OFFLINE', 'MASTER')
    notes.touched.add(slave)
  }
}

/** Its gateway no longer reaches it: that counts until the gateway connects it again or it reports. */
export function left({ changes, touched, told }: PresenceNotes, device: DeviceRuntime, at: number): void {
  const hasReported = device.firstSeen !== null
  if (hasReported) told.push({ deviceId: device.deviceId, code: 'C02', holds: true, at, trigger: GONE })
  linked(changes, device, hasReported ? 'OFFLINE' : device.status, 'DISCONNECTED')
  touched.add(device)
}

function linked(
  changes: Changes,
  device: DeviceRuntime,
  status: DeviceRuntime['status'],
  cause: DeviceRuntime['offlineCause'],
): void {
  changes.set(device, 'status', status)
  changes.set(device, 'offlineCause', cause)
}

function slavesOf({ channels, slaves }: DeviceRuntime): Set<DeviceRuntime> {
  return new Set([...channels.values(), ...(slaves?.values() ?? [])])
}
