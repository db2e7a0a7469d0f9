import type { FaultObservation } from '@sluice/contract'

/**
 * ΔH/R in kelvin of the mean kinetic temperature: 83.144 kJ/mol, the usual heat of activation, over 8.3144 J/(mol·K), as
 * in USP <1079> and ICH Q1A(R2).
 */
const HEAT_OVER_GAS = 83_144 / 8.3144
const ZERO_C = 273.15

/** What one reading (°C) adds to the sum that the mean kinetic temperature is made from. */
export function kineticTerm(celsius: number): number {
  return Math.exp(-HEAT_OVER_GAS / (celsius + ZERO_C))
}

/**
 * The mean kinetic temperature (°C) of `count` readings whose terms add up to `sum`: the one temperature that would have
 * done as much harm. Every reading counts alike, as in the formula for equal intervals.
 */
export function meanKinetic(sum: number, count: number): number {
  return -HEAT_OVER_GAS / Math.log(sum / count) - ZERO_C
}

/** A good reading in °C; null: something that is no good number was reported. Times are epoch ms. */
export interface TempReading {
  ts: number
  v: number | null
}

/** Limits (°C) in force from a time on; null: none on that side. */
export interface LimitSpan {
  since: number
  lower: number | null
  upper: number | null
}

/** One time out of limits; `end` is null while it lasts. */
export interface Excursion {
  start: number
  end: number | null
  /** The last reading outside. */
  last: number
  max: number
  min: number
  kineticSum: number
  readings: number
  /** The limits that it began under. */
  lower: number | null
  upper: number | null
}

/** A time out of limits is a fault when it has lasted this long (domain 3.3). */
const FAULT_MS = 5 * 60_000

/**
 * Which faults hold by the excursion that lasts, with what was seen: too warm, too cold, or both in turn; null for one that does
 * not, as both where none lasts.
 */
export function faultsOf(open: Excursion | null): Record<'T01' | 'T02', FaultObservation | null> {
  const lasts = open !== null && open.last - open.start >= FAULT_MS
  if (!lasts) return { T01: null, T02: null }
  const { upper, lower, max, min } = open
  const seen = { observed: 'TEMPERATURE', lower, upper, lastedS: FAULT_MS / 1000 } as const
  return {
    T01: upper !== null && max > upper ? { ...seen, v: max } : null,
    T02: lower !== null && min < lower ? { ...seen, v: min } : null,
  }
}

/** The limits at a time: those of the last span that began before it. `spans` are in order of time. */
export function limitsAt(spans: readonly LimitSpan[], ts: number): LimitSpan | undefined {
  return spans.findLast(({ since }) => since < ts)
}

function isOutside(v: number, limits: LimitSpan | undefined): boolean {
  if (!limits) return false
  return (limits.lower !== null && v < limits.lower) || (limits.upper !== null && v > limits.upper)
}

/**
 * The excursions in readings in order of time, after `open`, the one that lasted when they began. It is the first of the
 * answer, as it is after them; a reading that is no good number neither ends one nor belongs to it.
 */
export function excursionsIn(
  readings: readonly TempReading[],
  spans: readonly LimitSpan[],
  open: Excursion | null = null,
): Excursion[] {
  const found: Excursion[] = open ? [open] : []
  let current = open
  for (const { ts, v } of readings) {
    if (v === null) continue
    const limits = limitsAt(spans, ts)
    if (!isOutside(v, limits)) {
      if (current) found[found.length - 1] = { ...current, end: ts }
      current = null
      continue
    }
    const { lower, upper } = limits!
    if (current) current = grown(current, ts, v)
    else {
      current = {
        start: ts,
        end: null,
        last: ts,
        max: v,
        min: v,
        kineticSum: kineticTerm(v),
        readings: 1,
        lower,
        upper,
      }
      found.push(current)
    }
    found[found.length - 1] = current
  }
  return found
}

function grown(one: Excursion, ts: number, v: number): Excursion {
  return {
    ...one,
    last: ts,
    max: Math.max(one.max, v),
    min: Math.min(one.min, v),
    kineticSum: one.kineticSum + kineticTerm(v),
    readings: one.readings + 1,
  }
}
