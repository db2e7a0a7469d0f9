import type { ChannelKind, PushReason } from '@sluice/contract'

interface FaultNow {
  faultId: string
  level: number
  active: boolean
  handled: boolean
  explained: boolean
  /** Maintenance lets nothing be told of it now. */
  maintained: boolean
}

export interface Usage {
  /** Sent to the person by the channel within the last hour; when the first of these goes out of it, epoch ms. */
  hour: number
  hourEnds: number | null
  /** Of the channel, today: of the department, and altogether. */
  dept: number
  total: number
}

/** Null: no limit. */
export interface Limits {
  personHourly: number | null
  deptDaily: number | null
  totalDaily: number | null
}

export interface Claimed {
  channel: ChannelKind
  forced: boolean
  test: boolean
  personOn: boolean
  configured: boolean
  faults: readonly FaultNow[]
  usage: Usage
  limits: Limits
}

export type Settled =
  /** Goes out, about these faults. */
  | { kind: 'send'; faultIds: readonly string[] }
  | { kind: 'drop'; reason: PushReason }
  | { kind: 'fail'; reason: PushReason }
  /** Waits, and takes what comes meanwhile. */
  | { kind: 'wait'; until: number }

/**
 * What becomes of a message that is due. What somebody took, what is over, what another fault explains and what is in maintenance is not
 * told any more, unless a person wanted it sent.
 */
export function settle({ channel, forced, test, personOn, configured, faults, usage, limits }: Claimed): Settled {
  // It is sent by who asked for it, once: whoever finds it finds that they are gone.
  if (test) return { kind: 'fail', reason: 'GIVEN_UP' }
  const told = forced ? faults : faults.filter((one) => one.active && !one.handled && !one.explained && !one.maintained)
  if (!personOn) return { kind: forced ? 'fail' : 'drop', reason: 'PERSON_OFF' }
  if (told.length === 0) return { kind: 'drop', reason: whyNone(faults) }
  if (channel !== 'INAPP' && !configured) return { kind: 'fail', reason: 'NOT_CONFIGURED' }
  const level = Math.max(...told.map((one) => one.level))
  const cut = cutOf(usage, forced ? { ...limits, personHourly: null } : limits, level)
  if (cut?.reason === 'RATE') return { kind: 'wait', until: cut.until }
  if (cut) return { kind: 'fail', reason: cut.reason }
  return { kind: 'send', faultIds: told.map(({ faultId }) => faultId) }
}

/** What keeps a message from leaving: until when it waits, or that it never does. */
export type Cut = { reason: 'RATE'; until: number } | { reason: 'DEPT_BUDGET' | 'TOTAL_BUDGET'; until: null }

/** Of this level nothing is held back: limits are for what can wait. */
export const EMERGENCY = 4

/**
 * Which limit a message meets when it is due; null: none. One of level 4 leaves whatever was sent before it, and counts for what
 * comes after. The sender and the explanation both ask here.
 */
export function cutOf(usage: Usage, limits: Limits, level: number): Cut | null {
  if (level >= EMERGENCY) return null
  if (isReached(usage.hour, limits.personHourly) && usage.hourEnds !== null)
    return { reason: 'RATE', until: usage.hourEnds }
  if (isReached(usage.dept, limits.deptDaily)) return { reason: 'DEPT_BUDGET', until: null }
  if (isReached(usage.total, limits.totalDaily)) return { reason: 'TOTAL_BUDGET', until: null }
  return null
}

const isReached = (n: number, limit: number | null) => limit !== null && n >= limit

function whyNone(faults: readonly FaultNow[]): PushReason {
  if (faults.some(({ explained }) => explained)) return 'CONSEQUENCE'
  if (faults.some(({ handled }) => handled)) return 'TAKEN'
  return faults.some(({ active, maintained }) => active && maintained) ? 'MAINTENANCE' : 'CLEARED'
}
