import type { CommandStatus, CommandTarget } from '@sluice/contract'
import { IN_FLIGHT } from './command.rules.ts'

/** A command as its lane sees it. */
export interface Queued {
  id: string
  deviceId: string
  priority: number
  status: CommandStatus
  target: CommandTarget | null
  /** Its turn has come and is being carried out. */
  going: boolean
  /** It was restored after a restart: whether the station is reachable is not known yet. */
  waitsForStation: boolean
}

/** The next command of a lane, and the open commands that it ends. */
export interface Turn<T extends Queued> {
  next: T
  overtakes: T[]
}

/**
 * The lane that a command waits in: a station whose frames repeat all its switches, else what the command is about on its
 * device. Null: nothing tells of it but its answer, and it waits for no other.
 */
export function laneOf(
  subject: string | null,
  { repeatsOthers, stationId, deviceId }: { repeatsOthers: boolean; stationId: string; deviceId: string },
): string | null {
  if (subject === null) return null
  return repeatsOthers ? `station ${stationId}` : `device ${deviceId} ${subject}`
}

/** What a command is about: those of a valve are about its opening. */
export function subjectOfTarget(target: CommandTarget | null): string | null {
  return target && (target.metric?.subject ?? 'opening')
}

/**
 * One command at a time in a lane. A command waits for
 * those of other devices, for more urgent ones, and for one with the same target; one for the same device with another
 * target is outdated and is overtaken, so that 全关 need not wait for an opening valve.
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
      isSameTarget(one.target, next.target),
  )
  return mustWait ? null : { next, overtakes: underWay }
}

function isSameTarget(one: CommandTarget | null, other: CommandTarget | null): boolean {
  return (
    one?.opening === other?.opening &&
    one?.metric?.key === other?.metric?.key &&
    one?.metric?.value === other?.metric?.value
  )
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
