import { EXCHANGE_DAYS, type FieldReason } from '@sluice/contract'
import { counterStep } from '../uplink/uplink.rules.ts'

const DAY_MS = 86_400_000
/** The quality of a new meter's first reading: consumption counts from it, and not to it. */
export const ANCHOR = 'ANCHOR'

/** One exchange as consumption needs it; times are epoch ms. */
export interface Exchange {
  ts: number
  oldLast: number
  newFirst: number
}

/** What decides whether an exchange can be written down. */
export interface ToExchange extends Exchange {
  now: number
  /** Undefined for a metric that is no counter. */
  counterMax: number | undefined
  /** The last reading of the counter before it, by a report or an earlier exchange. */
  before: { v: number; ts: number } | undefined
  /** A later exchange of the same counter is known. */
  isOvertaken: boolean
}

/** Why an exchange is refused: field -> reason. */
export function exchangeProblems(given: ToExchange): Record<string, FieldReason> {
  const { ts, now, oldLast, newFirst, counterMax, before, isOvertaken } = given
  if (counterMax === undefined) return { key: 'not-an-option' }
  if (ts > now || ts < now - EXCHANGE_DAYS * DAY_MS || isOvertaken) return { time: 'not-an-option' }
  if (oldLast > counterMax) return { oldLast: 'too-big' }
  if (newFirst > counterMax) return { newFirst: 'too-big' }
  // Past its end a counter begins again: a step then is no step back.
  if (before && oldLast < before.v && counterStep(before.v, oldLast, counterMax) === 0) return { oldLast: 'too-small' }
  return {}
}

/** Consumption from a reading over the exchanges after it, in order, to the present one; null: none since the last. */
export function stepAcross(
  from: number,
  exchanges: readonly Exchange[],
  current: number | null,
  /** Where the counter began again at an instant. */
  endAt: (ts: number | undefined) => number,
): number {
  let sum = 0
  let at = from
  for (const { ts, oldLast, newFirst } of exchanges) {
    sum += counterStep(at, oldLast, endAt(ts))
    at = newFirst
  }
  return current === null ? sum : sum + counterStep(at, current, endAt(undefined))
}
