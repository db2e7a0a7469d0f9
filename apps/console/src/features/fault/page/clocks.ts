import type { FaultRow } from '@sluice/contract'
import { durationText } from '../../../lib/text/value-text.ts'
import type { TextKey } from '../../../texts/zh-CN.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

/** A length of time in its two largest units: of hours nobody needs the seconds. */
export function briefDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const step = seconds >= DAY_S ? HOUR_S : seconds >= HOUR_S ? MINUTE_S : 1
  return durationText(Math.floor(seconds / step) * step)
}

interface FaultClock {
  name: TextKey
  /** Milliseconds; null where nobody ever took it. */
  ms: number | null
  /** It still runs. */
  runs: boolean
}

type Timed = Pick<FaultRow, 'firstTime' | 'clearTime' | 'conditionState' | 'handleState' | 'ackTime'>

/** How long it lasts or lasted, how soon it was taken, and how long it has been over. */
export function clocksOf(fault: Timed, now: number): FaultClock[] {
  const begun = Date.parse(fault.firstTime)
  const isActive = fault.conditionState === 'ACTIVE'
  const cleared = !isActive && fault.clearTime ? Date.parse(fault.clearTime) : null
  const length: FaultClock =
    cleared === null
      ? { name: 'faultPage.lasting', ms: now - begun, runs: true }
      : { name: 'faultPage.lasted', ms: cleared - begun, runs: false }
  const response: FaultClock = fault.ackTime
    ? { name: 'faultPage.response', ms: Date.parse(fault.ackTime) - begun, runs: false }
    : fault.handleState === 'UNHANDLED' && isActive
      ? { name: 'faultPage.waiting', ms: now - begun, runs: true }
      : { name: 'faultPage.response', ms: null, runs: false }
  const over: FaultClock[] = cleared === null ? [] : [{ name: 'faultPage.clearedFor', ms: now - cleared, runs: true }]
  return [length, response, ...over]
}
