import { BUILT_IN_DICTIONARIES, inLanguage, type Language, type Words } from '@sluice/contract'

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

export const fill = (words: Words, language: Language, facts: Readonly<Record<string, string | number>>) =>
  inLanguage(words, language).replace(/\{(\w+)\}/g, (_place, name: string) => String(facts[name]))

/** A limit as it was typed: one of 0.8 is not said to be one of 0.800. */
export const typed = (value: number) => String(Number(value.toFixed(DECIMALS)))

/** The word of a state inside a sentence; without one it is as it was sent. */
export function stateWord(key: string, state: string, language: Language): string {
  if (state === 'true' || state === 'false') return inLanguage(state === 'true' ? YES : NO, language)
  const enumName = key.split('.')[0]
  const known = BUILT_IN_DICTIONARIES.find((type) => type.enumName === enumName)?.entries.find(([v]) => v === state)
  if (!known) return state
  const [, chinese, english] = known
  // Inside a sentence.
  return language === 'zh-CN' ? chinese : english.toLowerCase()
}

export function durationOf(seconds: number, language: Language): string {
  let rest = seconds
  const parts: string[] = []
  for (const [of, words] of DURATIONS) {
    const n = Math.floor(rest / of)
    rest -= n * of
    if (n > 0) parts.push(fill(words, language, { n }))
  }
  return parts.join(' ')
}
