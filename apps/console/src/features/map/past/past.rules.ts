import { type MapEvents, PAST_DAYS } from '@sluice/contract'

export const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The ranges of the axis, in hours up to now. */
export const SPANS_H = [24, 24 * PAST_DAYS] as const
export type SpanH = (typeof SPANS_H)[number]

export interface Axis {
  /** Epoch ms, whole minutes. */
  from: number
  to: number
}

export function axisOf(now: number, spanH: SpanH): Axis {
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS
  return { from: to - spanH * HOUR_MS, to }
}

/** A moment on the axis, to the minute. */
export function onAxis(time: number, { from, to }: Axis): number {
  return Math.min(to, Math.max(from, Math.floor(time / MINUTE_MS) * MINUTE_MS))
}

/** Where a moment lies on the axis, percent of its width. */
export function shareOf(time: number, { from, to }: Axis): number {
  return (100 * Math.min(Math.max(time - from, 0), to - from)) / (to - from)
}

/** When something happened, oldest first. */
export function momentsOf({ commands, faults }: MapEvents): number[] {
  const times = [
    ...commands.map(({ createTime }) => createTime),
    ...faults.flatMap(({ firstTime, clearTime }) => [firstTime, ...(clearTime === null ? [] : [clearTime])]),
  ]
  return [...new Set(times.map((time) => Date.parse(time)))].toSorted((a, b) => a - b)
}

/**
 * The minute that shows the next event after a moment (or the one before it), null when there is none: an event shows
 * in the minute after it.
 */
export function eventBeside(moments: readonly number[], time: number, axis: Axis, way: 1 | -1): number | null {
  const shown = moments
    .map((at) => Math.ceil(at / MINUTE_MS) * MINUTE_MS)
    .filter((at) => at >= axis.from && at <= axis.to)
  const found = way === 1 ? shown.find((at) => at > time) : shown.findLast((at) => at < time)
  return found ?? null
}

/** Hours between the labels of the axis. */
const TICK_H: Readonly<Record<SpanH, number>> = { 24: 3, [24 * PAST_DAYS]: 24 }

/** The labelled moments: whole hours, or midnights, of the zone with this offset. */
export function ticksOf({ from, to }: Axis, spanH: SpanH, offsetMs: number): number[] {
  const step = TICK_H[spanH]! * HOUR_MS
  const first = Math.ceil((from + offsetMs) / step) * step - offsetMs
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, n) => first + n * step)
}

/** Faults that reach into the axis, as its parts. */
export function spansOf({ faults }: MapEvents, axis: Axis) {
  return faults.map(({ id, level, code, deviceId, deviceName, firstTime, clearTime }) => {
    const left = shareOf(Date.parse(firstTime), axis)
    const right = clearTime === null ? 100 : shareOf(Date.parse(clearTime), axis)
    return { id, level, code, deviceId, deviceName, at: Date.parse(firstTime), left, width: right - left }
  })
}
