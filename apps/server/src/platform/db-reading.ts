/**
 * SQL that reads the latest values of a device, `device_shadow.readings`: per key `[value, epoch ms, quality unless
 * GOOD, last good value, its epoch ms]`, the last two beneath a BAD value only. Nothing else takes a number out of it: a
 * value is what some device sent, and a cast of what is none ends the whole statement.
 */

const KEY = /^[A-Za-z][A-Za-z0-9]*$/

function partOf(readings: string, key: string): string {
  if (!KEY.test(key)) throw new Error(`no key of a reading: ${key}`)
  return `${readings}->'${key}'`
}

const isNumber = (value: string) => `jsonb_typeof(${value}) = 'number'`

/** The newest value where it is a number nobody marked BAD, else null. */
export function goodNumber(readings: string, key: string): string {
  const part = partOf(readings, key)
  return `case when ${isGood(part)} then (${part}->>0)::float8 end`
}

/** The newest good number, however many BAD ones came after it; null where there never was one. */
export function lastGoodNumber(readings: string, key: string): string {
  const part = partOf(readings, key)
  return `case when ${isGood(part)} then (${part}->>0)::float8
    when ${isNumber(`${part}->3`)} then (${part}->>3)::float8 end`
}

/** When that was observed, epoch ms. */
export function lastGoodAt(readings: string, key: string): string {
  const part = partOf(readings, key)
  return `case when ${isGood(part)} then ${timeIn(`${part}->1`, `${part}->>1`)}
    else ${timeIn(`${part}->4`, `${part}->>4`)} end`
}

/** When the newest value was observed, epoch ms, whatever it is worth. */
export function observedAt(readings: string, key: string): string {
  const part = partOf(readings, key)
  return timeIn(`${part}->1`, `${part}->>1`)
}

/** True where the key is told and its newest value is no good number: what a sum leaves out. */
export function leftOut(readings: string, key: string): string {
  const part = partOf(readings, key)
  return `(jsonb_exists(${readings}, '${key}') and not ${isGood(part)})`
}

function isGood(part: string): string {
  return `(coalesce(${isNumber(`${part}->0`)}, false) and coalesce(${part}->>2, '') <> 'BAD')`
}

function timeIn(value: string, text: string): string {
  return `case when ${isNumber(value)} then (${text})::float8 end`
}

/**
 * Of the statistics of an hour or a day, the last value of a key as a number, in whichever of the kept shapes: all of it,
 * a value with its step, a value alone. Null where only BAD values came, or none that is a number.
 */
export function lastNumberIn(stats: string, key: string): string {
  const part = partOf(stats, key)
  return `case when ${isNumber(`${part}->'last'`)} then (${part}->>'last')::float8
    when jsonb_typeof(${part}) = 'array' and ${isNumber(`${part}->0`)} then (${part}->>0)::float8
    when ${isNumber(part)} then (${part})::float8 end`
}

/** The same for what a counter counted in it. */
export function countedIn(stats: string, key: string): string {
  const part = partOf(stats, key)
  return `case when ${isNumber(`${part}->'delta'`)} then (${part}->>'delta')::float8
    when jsonb_typeof(${part}) = 'array' and ${isNumber(`${part}->1`)} then (${part}->>1)::float8 end`
}

/** True where an hour or a day holds BAD values of a key and no good one. */
export function onlyBadIn(stats: string, key: string): string {
  const part = partOf(stats, key)
  return `(coalesce(${isNumber(`${part}->'bad'`)}, false) and ${part}->'last' is null)`
}

/** A number among plain values that we wrote ourselves; null where it is none. */
export function numberAt(values: string, key: string): string {
  const part = partOf(values, key)
  return `case when ${isNumber(part)} then (${part})::float8 end`
}

/** Of one report: the value of a key where it is a number nobody marked BAD. */
export function goodNumberIn(readings: string, quality: string, key: string): string {
  const part = partOf(readings, key)
  return `case when ${isNumber(part)} and coalesce(${quality}->>'${key}', '') <> 'BAD' then (${part})::float8 end`
}
