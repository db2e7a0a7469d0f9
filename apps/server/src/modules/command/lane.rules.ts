import type { CommandStatus } from '@sluice/contract'
import { IN_FLIGHT } from './command.rules.ts'

/** A command as its lane sees it. */
export interface Queued {
  id: string
  deviceId: string
  priority: number
  status: CommandStatus
  target: { opening: number | null } | null
  /** Its turn has come and is being carried out. */
  going: boolean
  /** It came through a restart: nobody knows yet whether the station can be reached. */
  waitsForStation: boolean
}

/** Who goes next on a lane, and which commands that are still under way it puts an end to. */
export interface Turn<T extends Queued> {
  next: T
  overtakes: T[]
}

/**
 * One command at a time: a lane is a station whose frames repeat all its switches, else a device. A command waits for
 * those of other devices, for more urgent ones, and for one that wants the same as it does; one for the same device that
 * wants something else is out of date and is overtaken, so that 全关 need not wait for an opening valve.
 */
export function turnOf<T extends Queued>(lane: readonly T[]): Turn<T> | null {
  const waiting = lane.filter(({ status, going, waitsForStation }) => status === 'QUEUED' && !going && !waitsForStation)
  const next = waiting.reduce<T | null>((best, one) => (best === null || isBefore(one, best) ? one : best), null)
  if (!next) return null
  const underWay = lane.filter((one) => one !== next && (one.going || IN_FLIGHT.has(one.status)))
  const mustWait = underWay.some(
    (one) =>
      one.going ||
      one.deviceId !== next.deviceId ||
      one.priority < next.priority ||
      one.target?.opening === next.target?.opening,
  )
  return mustWait ? null : { next, overtakes: underWay }
}

function isBefore(one: Queued, other: Queued): boolean {
  if (one.priority !== other.priority) return one.priority < other.priority
  return BigInt(one.id) < BigInt(other.id)
}

/** Commands that a newer one for the same device makes pointless before they have left. Smaller priorities win (rule 9). */
export function outdatedBy<T extends Queued & { absolute: boolean }>(newer: Queued, lane: readonly T[]): T[] {
  if (newer.target === null) return []
  return lane.filter(
    ({ id, deviceId, status, target, absolute, priority }) =>
      absolute &&
      target !== null &&
      status === 'QUEUED' &&
      deviceId === newer.deviceId &&
      priority >= newer.priority &&
      BigInt(id) < BigInt(newer.id),
  )
}
