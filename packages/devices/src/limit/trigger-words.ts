import {
  BUILT_IN_DICTIONARIES,
  type FaultTrigger,
  inLanguage,
  isOfState,
  type Language,
  type Words,
} from '@sluice/contract'
import { metricOf } from '../metric.ts'
import { derivedOf } from './derived-metrics.ts'

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
const YES: Words = ['是', 'yes']
const NO: Words = ['否', 'no']
const DURATIONS: readonly (readonly [seconds: number, words: Words])[] = [
  [86_400, ['{n} 天', '{n} d']],
  [3600, ['{n} 小时', '{n} h']],
  [60, ['{n} 分钟', '{n} min']],
  [1, ['{n} 秒', '{n} s']],
]
/** Limits are kept as fine as this. */
const DECIMALS = 6

const fill = (words: Words, language: Language, facts: Readonly<Record<string, string | number>>) =>
  inLanguage(words, language).replace(/\{(\w+)\}/g, (_place, name: string) => String(facts[name]))

/** The unit and decimals that a trigger was written with; one of before that has those of the platform's metric. */
function faceOf({ key, unit, decimals }: FaultTrigger): { unit: string; decimals: number | undefined } {
  if (unit !== undefined) return { unit, decimals }
  const metric = metricOf(key) ?? derivedOf(key)?.metric
  return { unit: metric?.unit ?? '', decimals: metric?.decimals }
}

const withUnit = (text: string, unit: string) => (unit === '' ? text : `${text} ${unit}`)

/** A limit as it was typed: one of 0.8 is not said to be one of 0.800. */
const typed = (value: number) => String(Number(value.toFixed(DECIMALS)))

function stateWord(key: string, state: string, language: Language): string {
  if (state === 'true' || state === 'false') return inLanguage(state === 'true' ? YES : NO, language)
  const enumName = key.split('.')[0]
  const known = BUILT_IN_DICTIONARIES.find((type) => type.enumName === enumName)?.entries.find(([v]) => v === state)
  if (!known) return state
  const [, chinese, english] = known
  // Inside a sentence.
  return language === 'zh-CN' ? chinese : english.toLowerCase()
}

function durationOf(seconds: number, language: Language): string {
  let rest = seconds
  const parts: string[] = []
  for (const [of, words] of DURATIONS) {
    const n = Math.floor(rest / of)
    rest -= n * of
    if (n > 0) parts.push(fill(words, language, { n }))
  }
  return parts.join(' ')
}

/** The value that was beyond a limit, in the unit it is stored in: `0.950 MPa`. */
export function triggerValue(trigger: FaultTrigger, language: Language): string {
  const { key, v } = trigger
  if (typeof v !== 'number') return stateWord(key, String(v), language)
  const { unit, decimals } = faceOf(trigger)
  return withUnit(decimals === undefined ? typed(v) : v.toFixed(decimals), unit)
}

/** The limit with how long, or how often, it had to be exceeded: `高于 0.8 MPa，持续 5 分钟`. */
export function triggerLimit(trigger: FaultTrigger, language: Language): string {
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
