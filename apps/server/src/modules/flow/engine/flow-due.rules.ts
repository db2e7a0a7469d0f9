import { type DelayStep, type FlowProcess, placeOf } from '@sluice/contract'
import { addDays, dayOf, instantOf } from '@sluice/kit'
import type { FlowState } from './flow-event.rules.ts'

const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** When a delay is over: after its minutes, or at the next time of day in the zone. */
export function delayEnd({ wait }: DelayStep, now: Date, zone: string): string {
  if ('minutes' in wait) return new Date(now.getTime() + wait.minutes * MINUTE_MS).toISOString()
  const today = dayOf(now.getTime(), zone)
  const at = (day: string) => instantOf(`${day} ${wait.until}`, zone)
  const next = at(today) > now.getTime() ? at(today) : at(addDays(today, 1))
  return new Date(next).toISOString()
}

/** Ends of delays and of time limits that are still to come, or are due and have had no consequence yet. */
export function openTimers({ status, visits }: FlowState): { step: string; until: string }[] {
  if (status !== 'RUNNING') return []
  return visits.flatMap(({ step, end, until, overdue }) => (end || !until || overdue ? [] : [{ step, until }]))
}

/** Steps whose timer is due, in the order of their ends. */
export function dueSteps(state: FlowState, now: Date): string[] {
  return openTimers(state)
    .filter(({ until }) => Date.parse(until) <= now.getTime())
    .sort((one, other) => Date.parse(one.until) - Date.parse(other.until))
    .map(({ step }) => step)
}

/** The names of the steps at which an instance waits, in the order in which it came there. */
export function currentSteps(process: FlowProcess, { status, visits }: FlowState, startName: string): string[] {
  if (status !== 'RUNNING') return []
  return visits.flatMap(({ step, end }) => {
    if (end) return []
    const found = placeOf(process, step)?.step
    if (!found) return [startName]
    return found.kind === 'CHOICE' || found.kind === 'PARALLEL' ? [] : [found.name]
  })
}
