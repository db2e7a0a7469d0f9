import {
  type FaultOrigin,
  type FaultTrigger,
  isObservation,
  isOfState,
  type Language,
  type Words,
} from '@sluice/contract'
import { metricOf } from '../metric.ts'
import { derivedOf } from './derived-metrics.ts'
import { observationWords } from './observation-words.ts'
import { durationOf, fill, stateWord, typed } from './word-parts.ts'

const COMPARED: Readonly<Record<FaultTrigger['op'], Words>> = {
  GT: ['高于 {limit}', 'above {limit}'],
  GE: ['不低于 {limit}', 'at least {limit}'],
  LT: ['低于 {limit}', 'below {limit}'],
  LE: ['不高于 {limit}', 'at most {limit}'],
  OUTSIDE: ['超出 {limit}', 'outside {limit}'],
  EQ: ['等于 {limit}', 'is {limit}'],
  NE: ['不等于 {limit}', 'is not {limit}'],
}
const HELD: Words = ['{what}，持续 {time}', '{what} for {time}']
const REPEATED: Words = ['{what}，连续 {n} 次', '{what} in {n} reports in a row']
const HELD_OR_REPEATED: Words = ['{what}，持续 {time}或连续 {n} 次', '{what} for {time} or in {n} reports in a row']

/** The unit and decimals that a trigger was written with; one of before that has those of the platform's metric. */
function faceOf({ key, unit, decimals }: FaultTrigger): { unit: string; decimals: number | undefined } {
  if (unit !== undefined) return { unit, decimals }
  const metric = metricOf(key) ?? derivedOf(key)?.metric
  return { unit: metric?.unit ?? '', decimals: metric?.decimals }
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text} ${unit}`)

/** The value that was beyond a limit, in the unit it is stored in: `0.950 MPa`; of what no limit found, what was seen. */
export function triggerValue(trigger: FaultOrigin, language: Language): string {
  if (isObservation(trigger)) return observationWords(trigger, language).value
  const { key, v } = trigger
  if (typeof v !== 'number') return stateWord(key, String(v), language)
  const { unit, decimals } = faceOf(trigger)
  return withUnit(decimals === undefined ? typed(v) : v.toFixed(decimals), unit)
}

/** The limit with how long, or how often, it had to be exceeded: `高于 0.8 MPa，持续 5 分钟`; or what was expected. */
export function triggerLimit(trigger: FaultOrigin, language: Language): string {
  if (isObservation(trigger)) return observationWords(trigger, language).limit
  const { key, op, value, value2, equals, holdS, repeatN } = trigger
  const { unit } = faceOf(trigger)
  const span = op === 'OUTSIDE' ? `${typed(value ?? 0)}–${typed(value2 ?? 0)}` : typed(value ?? 0)
  const limit = isOfState(op) ? stateWord(key, equals ?? '', language) : withUnit(span, unit)
  const what = fill(COMPARED[op], language, { limit })
  // Every report is one in a row.
  const n = repeatN && repeatN > 1 ? repeatN : null
  const time = holdS ? durationOf(holdS, language) : null
  if (time !== null && n !== null) return fill(HELD_OR_REPEATED, language, { what, time, n })
  if (time !== null) return fill(HELD, language, { what, time })
  return n === null ? what : fill(REPEATED, language, { what, n })
}
