/**
 * The only SQL that reads numbers out of what devices sent. A value is device input, and a cast of a non-number would
 * fail the whole statement.
 * A reading is one key of `device_shadow.readings`: `[value, epoch ms, quality unless GOOD, last good value, its epoch
 * ms]`, the last two only with a BAD value. A statement that reads several parts of one extracts it once, behind an
 * `offset 0`: finding the key costs more than everything else.
 */

const KEY = /^[A-Za-z][A-Za-z0-9]*$/

/** One key of a keyed object: a reading of a shadow, a value of a report, the statistics of an hour. */
export function partOf(kept: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`no key of a reading: ${key}`)
  return `${kept}->'${key}'`
}

const isNumber = (value: string) => `jsonb_typeof(${value}) = 'number'`

/** A number where the value is one, else null. */
export function numberIn(value: string): string {
  return `case when ${isNumber(value)} then (${value})::float8 end`
}

/** The id of a row that is kept as text, else null. */
export function idIn(kept: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`no key of an id: ${key}`)
  const value = `${kept}->>'${key}'`
  return `case when ${value} ~ '^[0-9]{1,18}$' then (${value})::bigint end`
}

const isGood = (reading: string) =>
  `coalesce(${isNumber(`${reading}->0`)} and ${reading}->>2 is distinct from 'BAD', false)`

/** The newest value where it is a number not marked BAD, else null. */
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

/** When the newest value was observed, epoch ms, regardless of its quality. */
export function observedAt(reading: string): string {
  return numberIn(`${reading}->1`)
}

/** True where the key was reported and its newest value is no good number, so that a sum leaves it out. */
export function leftOut(reading: string): string {
  return `(${reading} is not null and not ${isGood(reading)})`
}

/**
 * The last value of one key's hourly or daily statistics as a number, in any of the stored shapes: all statistics, a
 * value with its step, a value alone. Null where there were only BAD values, or none that is a number.
 */
export function lastNumberIn(stats: string): string {
  return numberIn(lastIn(stats))
}

const lastIn = (stats: string) => `coalesce(${stats}->'last', ${stats}->0, ${stats})`

/**
 * The rows that have such a number, for a search among many; `of` is the number in them. Written so that the planner
 * expects most rows to match and walks along an index to the first match instead of sorting all.
 */
export function withLastNumber(stats: string): { found: string; of: string } {
  return { found: `(case when ${isNumber(lastIn(stats))} then true end) is not null`, of: `(${lastIn(stats)})::float8` }
}

/**
 * The consumption of a counter in the bucket. The step is the only number in these statistics that never came from a
 * device.
 */
export function countedIn(stats: string): string {
  return `coalesce((${stats}->>'delta')::float8, ${numberIn(`${stats}->1`)})`
}

/** True where it holds BAD values and no good one. */
export function onlyBadIn(stats: string): string {
  return `(${stats}->>'count' = '0')`
}

/** Of one report: the value of a key where it is a number not marked BAD. */
export function goodNumberIn(readings: string, quality: string, key: string): string {
  const value = partOf(readings, key)
  return `case when ${isNumber(value)} and ${quality}->>'${key}' is distinct from 'BAD' then (${value})::float8 end`
}
