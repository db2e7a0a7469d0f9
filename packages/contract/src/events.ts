import type { Command } from './command/command.ts'
import type { ActiveFault, DeviceState } from './telemetry/device-state.ts'

/** The facts of the system, past tense: the whole vocabulary of the bus on one page. */
export interface EventMap {
  'device.reported': { state: DeviceState }
  /** Also its zone or its place in the tree. */
  'dept.changed': { deptId: string }
  'device.changed': { deviceId: string; change: 'inserted' | 'updated' | 'deleted' }
  'device.statusChanged': { state: DeviceState }
  'message.stored': { deviceId: string; deptId: string; messageId: string }
  'command.changed': { command: Command; deptId: string }
  'fault.raised': { deviceId: string; deptId: string; fault: ActiveFault }
  'fault.cleared': { deviceId: string; deptId: string; code: string }
  'station.unknown': { protocol: string; address: string }
  'session.ended': { sessionId: string }
  'store.failed': { since: string }
  'store.recovered': { after: number }
}
