/**
 * Evaluated in every sandbox before the script: gives it `console` and a clock that stands at the time of receipt, and
 * answers the functions that the platform calls. They hold what they use, so that a script that changes prototypes fools
 * only itself.
 */
export const PRELUDE = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const { from } = Array
  const { isFinite } = Number
  const Bytes = Uint8Array
  const Time = Date
  const { construct } = Reflect
  const lines = []
  let now = 0

  function Clock(...given) {
    if (!new.target) return new Time(now).toString()
    return construct(Time, given.length === 0 ? [now] : given, new.target)
  }
  Clock.prototype = Time.prototype
  Clock.prototype.constructor = Clock
  Clock.UTC = Time.UTC
  Clock.parse = Time.parse
  Clock.now = () => now
  globalThis.Date = Clock

  const shown = (value) => {
    try {
      return typeof value === 'string' ? value : (stringify(value) ?? String(value))
    } catch {
      return String(value)
    }
  }
  const log = (...values) => {
    if (lines.length < 50) lines.push(values.map(shown).join(' ').slice(0, 500))
  }
  globalThis.console = { log, info: log, warn: log, error: log, debug: log }

  const checked = (key, value) => {
    if (typeof value === 'number' && !isFinite(value)) throw new TypeError('"' + key + '" is ' + value + ', which is no number to store')
    if (typeof value === 'bigint') throw new TypeError('"' + key + '" is a BigInt: make a Number of it')
    return value
  }

  return {
    run(decode, buffer, given) {
      const { topic, text, receivedAt } = parse(given)
      now = receivedAt
      let json = null
      try {
        if (text !== null) json = parse(text)
      } catch {}
      const answer = decode({ bytes: from(new Bytes(buffer)), topic, text, json, receivedAt })
      if (answer !== null && typeof answer === 'object' && typeof answer.then === 'function')
        throw new TypeError('decodeUplink returns a promise: it has to answer at once')
      return stringify(answer, checked)
    },
    lines: () => stringify(lines),
  }
})()`
