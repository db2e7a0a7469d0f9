import type { ActiveFault, DeviceState } from '@sluice/contract'
import type { Sql } from '../../platform/db/db.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesInSight, stateOfDevice, statesOfDevices } from './telemetry.store.ts'
import { NO_STATES, type StoredState } from './uplink/uplink.runtime.ts'

/** The state as it travels: times as ISO text, values by key. */
export function toDeviceState(
  device: { deviceId: string; deptId: string },
  state: StoredState,
  faults: readonly ActiveFault[],
): DeviceState {
  const values: DeviceState['values'] = {}
  for (const [key, { v, ts, q }] of state.readings) values[key] = { v, ts: new Date(ts).toISOString(), q }
  return {
    deviceId: device.deviceId,
    deptId: device.deptId,
    status: state.status,
    offlineCause: state.offlineCause,
    lastSeenTime: state.lastSeen === null ? null : new Date(state.lastSeen).toISOString(),
    values,
    faults: [...faults],
  }
}

const NEVER_REPORTED: StoredState = {
  readings: new Map(),
  status: 'INACTIVE',
  offlineCause: null,
  firstSeen: null,
  lastSeen: null,
  silentAfter: null,
  conditionsAt: null,
  limitStates: NO_STATES,
}

export async function readState(
  db: Sql,
  device: { deviceId: ScopedDeviceId; deptId: string },
  faults: readonly ActiveFault[],
): Promise<DeviceState> {
  return toDeviceState(device, (await stateOfDevice(db, device.deviceId)) ?? NEVER_REPORTED, faults)
}

/** The same for a page of devices; those out of scope are left out. */
export async function readStates(
  db: Sql,
  session: { readonly scope: Scope },
  deviceIds: readonly string[],
  faultsOf: (deviceId: string) => readonly ActiveFault[],
): Promise<DeviceState[]> {
  const devices = await devicesInSight(db, session, deviceIds)
  const ids = devices.map(({ id }) => id)
  const states = await statesOfDevices(db, ids)
  return devices.map(({ id, deptId, enabled }) => {
    const state = toDeviceState({ deviceId: id, deptId }, states.get(id) ?? NEVER_REPORTED, faultsOf(id))
    return enabled ? state : { ...state, status: 'DISABLED' as const }
  })
}
