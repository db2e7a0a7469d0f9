import { withoutCrumbs } from '@sluice/kit'
import type { FieldReason } from '../machine/field-reasons.ts'

/** What a sensor said, and what the standard beside it said. */
export interface CalibrationPoint {
  raw: number
  ref: number
}

/** The straight line through two such points: `gain · raw + shift`. */
export interface CalibrationLine {
  gain: number
  shift: number
}

/**
 * A calibration mends a sensor that is a little off. A line steeper, flatter or falling is a wrong unit or a swapped wire,
 * which belongs to the model of the product and not here.
 */
export const GAIN_BOUNDS = { min: 0.1, max: 10 } as const
/** The line through one point, which only shifts, or through two; the second raw value must differ from the first. */
export function lineThrough(first: CalibrationPoint, second?: CalibrationPoint | null): CalibrationLine {
  if (!second) return { gain: 1, shift: withoutCrumbs(first.ref - first.raw) }
  const gain = (second.ref - first.ref) / (second.raw - first.raw)
  return { gain: withoutCrumbs(gain), shift: withoutCrumbs(first.ref - gain * first.raw) }
}

/** The value that is stored, shown and judged for a raw one. */
export function correctedBy({ gain, shift }: CalibrationLine, raw: number): number {
  return withoutCrumbs(gain * raw + shift)
}

/** Where the raw value of a corrected metric is stored beside it: `level.raw`. */
export function rawKey(metric: string): string {
  return `${metric}.raw`
}

/** Points as they were typed: of a shift only the first. */
export interface TypedPoints {
  firstRaw?: number | null | undefined
  firstRef?: number | null | undefined
  secondRaw?: number | null | undefined
  secondRef?: number | null | undefined
}

/** Why no line can be made of them: field -> reason; nothing where it can. */
export function pointProblems(way: 'TWO_POINT' | 'SHIFT', typed: TypedPoints): Record<string, FieldReason> {
  const problems: Record<string, FieldReason> = {}
  const names = way === 'SHIFT' ? (['firstRaw', 'firstRef'] as const) : POINT_FIELDS
  for (const name of names) {
    const value = typed[name]
    if (value === null || value === undefined) problems[name] = 'required'
    else if (!Number.isFinite(value)) problems[name] = 'type'
  }
  if (way === 'SHIFT' || Object.keys(problems).length > 0) return problems
  if (typed.firstRaw === typed.secondRaw) problems['secondRaw'] = 'same-value'
  if (typed.firstRef === typed.secondRef) problems['secondRef'] = 'same-value'
  if (Object.keys(problems).length > 0) return problems
  const line = typedLine(way, typed)
  if (line && (line.gain < GAIN_BOUNDS.min || line.gain > GAIN_BOUNDS.max)) problems['secondRef'] = 'no-likely-gain'
  return problems
}

export const POINT_FIELDS = ['firstRaw', 'firstRef', 'secondRaw', 'secondRef'] as const

/** The line of points as they were typed; undefined while one is missing, or two are one. */
export function typedLine(way: 'TWO_POINT' | 'SHIFT', typed: TypedPoints): CalibrationLine | undefined {
  const first = pointOf(typed.firstRaw, typed.firstRef)
  if (!first || way === 'SHIFT') return first && lineThrough(first)
  const second = pointOf(typed.secondRaw, typed.secondRef)
  return second && second.raw !== first.raw ? lineThrough(first, second) : undefined
}

function pointOf(raw: number | null | undefined, ref: number | null | undefined): CalibrationPoint | undefined {
  return Number.isFinite(raw) && Number.isFinite(ref) ? { raw: raw!, ref: ref! } : undefined
}
