import type { Command } from './command/command.ts'
import type { FaultAction } from './fault/fault-state.ts'
import type { ActiveFault } from './telemetry/device-state.ts'

/**
 * Events that are stored together with their cause and delivered after its commit, at least once, in order per key, in
 * every process (docs/decisions/0027-durable-work.md).
 */
export interface StoredEventMap {
  /**
   * `begun`: how often it began within two hours; `quiet`: it has a cause or began during maintenance, and is not told by
   * itself. Both are absent in events of an earlier version, and of what outlived its cause or its maintenance.
   */
  'fault.raised': {
    faultId: string
    deviceId: string
    deptId: string
    fault: ActiveFault
    begun?: number
    quiet?: boolean
  }
  'fault.cleared': { faultId: string; deviceId: string; deptId: string; code: string }
  /** Another version of it is in force. */
  'product.published': { productId: string; versionNo: number }
  /** The list of blocked addresses changed. */
  'address.blocked': { network: string }
  /** Limits are in force that were not, or no longer. */
  'alarmLimit.changed': { limitId: string }
  /** A message for somebody in the application. */
  'notice.told': { messageId: string; userId: string; deptId: string }
  /** A request went on: the lists of these people changed. */
  'flow.moved': { instanceId: string; deptId: string; userIds: string[] }
  /**
   * Rows that these resources show changed: of these departments, null for rows that belong to none of them, and of this
   * user, where a list shows everybody only what is theirs. Every open list hears of it.
   */
  'rows.changed': { resources: readonly string[]; deptIds: readonly (string | null)[]; userId?: string }
  /** Somebody, or the platform, did something about it: a step, or (`AUTO`) what its code does by itself. */
  'fault.handled': { faultId: string; deviceId: string; deptId: string; action: FaultAction | 'AUTO' }
}

/** Events that are delivered at once, in the process they occur in; a process that misses one reads the store. */
export interface PassingEventMap {
  /** Also its zone or its place in the tree. */
  'dept.changed': { deptId: string }
  'device.changed': { deviceId: string; change: 'inserted' | 'updated' | 'deleted' }
  /** Another condition, or other members by hand. */
  'deviceGroup.changed': { groupId: string }
  'command.changed': { command: Command; deptId: string }
  /** Somebody opened messages of theirs. */
  'notice.read': { userId: string }
}

/** The facts of the system, past tense: the whole vocabulary of the bus on one page. */
export interface EventMap extends StoredEventMap, PassingEventMap {}
