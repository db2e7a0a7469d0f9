import type { ChannelKind, PushReason } from '@sluice/contract'

interface FaultNow {
  faultId: string
  active: boolean
  handled: boolean
  explained: boolean
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
 * What becomes of a message that is due. What somebody took, what is over and what another fault explains is not told any more,
 * unless a person wanted it sent.
 */
export function settle({ channel, forced, personOn, configured, faults, usage, limits }: Claimed): Settled {
  const told = forced ? faults : faults.filter((one) => one.active && !one.handled && !one.explained)
  if (!personOn) return { kind: forced ? 'fail' : 'drop', reason: 'PERSON_OFF' }
  if (told.length === 0) return { kind: 'drop', reason: whyNone(faults) }
  if (channel !== 'INAPP' && !configured) return { kind: 'fail', reason: 'NOT_CONFIGURED' }
  if (!forced && isReached(usage.hour, limits.personHourly) && usage.hourEnds !== null)
    return { kind: 'wait', until: usage.hourEnds }
  if (isReached(usage.dept, limits.deptDaily)) return { kind: 'fail', reason: 'DEPT_BUDGET' }
  if (isReached(usage.total, limits.totalDaily)) return { kind: 'fail', reason: 'TOTAL_BUDGET' }
  return { kind: 'send', faultIds: told.map(({ faultId }) => faultId) }
}

const isReached = (n: number, limit: number | null) => limit !== null && n >= limit

function whyNone(faults: readonly FaultNow[]): PushReason {
  if (faults.some(({ explained }) => explained)) return 'CONSEQUENCE'
  return faults.some(({ handled }) => handled) ? 'TAKEN' : 'CLEARED'
}
