import type { ActiveFault, DeviceState, InputOf, messagePage, OutputOf } from '@sluice/contract'
import type { Sql } from '../../platform/db.ts'
import type { ScopedDeviceId } from '../../platform/scoped.ts'
import { messagesOf, stateOfDevice } from './telemetry.store.ts'
import type { StoredState } from './uplink.runtime.ts'

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
}

export async function readState(
  db: Sql,
  device: { deviceId: ScopedDeviceId; deptId: string },
  faults: readonly ActiveFault[],
): Promise<DeviceState> {
  return toDeviceState(device, (await stateOfDevice(db, device.deviceId)) ?? NEVER_REPORTED, faults)
}

type MessageInput = InputOf<typeof messagePage>

/** Raw frames, decoded on reading: the bytes are the truth, and a better decoder reads old frames too. */
export async function readMessages(
  db: Sql,
  deviceId: ScopedDeviceId,
  query: { page: number; limit: number; result?: MessageInput['result'] },
  decode: (protocol: string, raw: Uint8Array) => unknown,
): Promise<OutputOf<typeof messagePage>> {
  const { list, total } = await messagesOf(db, deviceId, query)
  return {
    list: list.map(({ raw, ...message }) => ({
      ...message,
      length: raw.length,
      hex: Buffer.from(raw).toString('hex').toUpperCase(),
      decoded: decode(message.protocol, raw),
    })),
    total,
    page: query.page,
    limit: query.limit,
  }
}
