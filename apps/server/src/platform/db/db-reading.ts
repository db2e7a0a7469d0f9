/**
 * SQL that reads numbers out of what devices sent: nothing else does. A value is what some device said, and a cast of what
 * is none ends the whole statement.
 *
 * A reading is one key of `device_shadow.readings`: `[value, epoch ms, quality unless GOOD, last good value, its epoch
 * ms]`, the last two beneath a BAD value only. Whoever reads several things out of one takes it out once, behind an
 * `offset 0`: finding the key costs more than all the rest.
 */

const KEY = /^[A-Za-z][A-Za-z0-9]*$/

/** One key of what is kept by key: a reading of a shadow, a value of a report, the statistics of an hour. */
export function partOf(kept: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`no key of a reading: ${key}`)
  return `${kept}->'${key}'`
}

const isNumber = (value: string) => `jsonb_typeof(${value}) = 'number'`

/** A number where the value is one, else null. */
export function numberIn(value: string): string {
  return `case when ${isNumber(value)} then (${value})::float8 end`
}

const isGood = (reading: string) =>
  `coalesce(${isNumber(`${reading}->0`)} and ${reading}->>2 is distinct from 'BAD', false)`

/** The newest value where it is a number nobody marked BAD, else null. */
export function goodNumber(reading: string): string {
  return `case when ${isGood(reading)} then (${reading}->0)::float8 end`
}

/** The newest good number, however many BAD ones came after it; null where there never was one. */
export function lastGoodNumber(reading: string): string {
  return `case when ${isGood(reading)} then (${reading}->0)::float8 else ${numberIn(`${reading}->3`)} end`
}

/** When that was observed, epoch ms. */
export function lastGoodAt(reading: string): string {
  return `case when ${isGood(reading)} then ${numberIn(`${reading}->1`)} else ${numberIn(`${reading}->4`)} end`
}

/** When the newest value was observed, epoch ms, whatever it is worth. */
export function observedAt(reading: string): string {
  return numberIn(`${reading}->1`)
}

/** True where the key is told and its newest value is no good number: what a sum leaves out. */
export function leftOut(reading: string): string {
  return `(${reading} is not null and not ${isGood(reading)})`
}

/**
 * Of one key's statistics of an hour or a day its last value as a number, in whichever of the kept shapes: all of it, a
 * value with its step, a value alone. Null where only BAD values came, or none that is a number.
 */
export function lastNumberIn(stats: string): string {
  return numberIn(lastIn(stats))
}

const lastIn = (stats: string) => `coalesce(${stats}->'last', ${stats}->0, ${stats})`

/**
 * The rows that have one, for a search among many; `of` is the number in those. Written so that the planner takes it for
 * the usual case and walks along an index until it meets one, instead of sorting all.
 */
export function withLastNumber(stats: string): { found: string; of: string } {
  return { found: `(case when ${isNumber(lastIn(stats))} then true end) is not null`, of: `(${lastIn(stats)})::float8` }
}

/** What a counter counted in it. The step in all of its statistics is the one number there that never came from outside. */
export function countedIn(stats: string): string {
  return `coalesce((${stats}->>'delta')::float8, ${numberIn(`${stats}->1`)})`
}

/** True where it holds BAD values and no good one. */
export function onlyBadIn(stats: string): string {
  return `(${stats}->>'count' = '0')`
}

/** Of one report: the value of a key where it is a number nobody marked BAD. */
export function goodNumberIn(readings: string, quality: string, key: string): string {
  const value = partOf(readings, key)
  return `case when ${isNumber(value)} and ${quality}->>'${key}' is distinct from 'BAD' then (${value})::float8 end`
}
