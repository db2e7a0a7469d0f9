import { HOUR_MS, localDay, startOfLocalDay } from '../station-clock.ts'

/** Refilled when it falls below: a water user's quota of a season. */
const REFILL_BELOW_M3 = 300
const REFILL_M3 = 30_000

/** A meter that adds up what flows: the volume of the last whole hour, and what is left of a quota. */
export interface FlowMeter {
  /** Counts `flowM3h` from the last call until `ms`. */
  count(flowM3h: number, ms: number): void
  hourVolumeM3(): number
  remainingM3(): number
}

function startOfHour(ms: number): number {
  const day = startOfLocalDay(localDay(ms))
  return day + Math.floor((ms - day) / HOUR_MS) * HOUR_MS
}

export function createFlowMeter(remainingM3: number): FlowMeter {
  let lastMs = Number.NaN
  let hour = Number.NaN
  let volume = 0
  let lastHour = 0
  let remaining = remainingM3
  return {
    count(flowM3h, ms) {
      if (Number.isNaN(lastMs)) {
        // Nothing is known of the hour before the first look: it was like this one.
        lastHour = flowM3h
        volume = (flowM3h * (ms - startOfHour(ms))) / HOUR_MS
        hour = startOfHour(ms)
      } else if (ms > lastMs) {
        if (startOfHour(ms) !== hour) {
          lastHour = volume + (flowM3h * Math.max(0, Math.min(hour + HOUR_MS - lastMs, HOUR_MS))) / HOUR_MS
          hour = startOfHour(ms)
          volume = (flowM3h * Math.min(ms - hour, ms - lastMs)) / HOUR_MS
        } else volume += (flowM3h * (ms - lastMs)) / HOUR_MS
        remaining -= (flowM3h * (ms - lastMs)) / HOUR_MS
        if (remaining < REFILL_BELOW_M3) remaining += REFILL_M3
      }
      // A clock that was set back counts nothing twice.
      lastMs = ms
    },
    hourVolumeM3: () => lastHour,
    remainingM3: () => remaining,
  }
}
