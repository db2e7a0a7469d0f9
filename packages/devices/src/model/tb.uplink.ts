import type { MetricLookup } from '../metric.ts'
import { type Observation, type Reported, type ReadingValue, type TbReadings, readerOf } from '../device-type.ts'
import type { Metric, TbUplink } from '@sluice/contract'
import { scaled } from './scaled.ts'
import { tbPaths } from './tb.paths.ts'

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
])

/**
 * The values of one device in the terms of its model: keys of ours stay, those of the firmware are renamed, a vendor's own
 * stay as they came. If a device sends both, our name counts. What a path reads from is no value beside its parts.
 */
export function tbValues({ keys }: TbUplink, metricOf: MetricLookup) {
  const aliases = new Map(keys.map((rule) => [rule.from, rule]))
  const nested = tbPaths(keys)
  const converted = (key: string, value: ReadingValue, factor: number | undefined) => {
    const reading = inItsKind(metricOf(key), value)
    return factor !== undefined && typeof reading === 'number' ? scaled(reading, factor) : reading
  }
  return (values: Readonly<Record<string, ReadingValue>>): Record<string, ReadingValue> => {
    const readings: Record<string, ReadingValue> = {}
    const { found, read } = nested(values)
    for (const [key, value] of Object.entries(values)) {
      const rule = aliases.get(key)
      if (rule === undefined && read.has(key)) continue
      // A rule that keeps the name converts the unit.
      const applies = rule !== undefined && (rule.key === key || !(rule.key in values))
      const target = applies ? rule.key : key
      readings[target] = converted(target, value, applies ? rule.factor : undefined)
    }
    for (const { key, value, factor } of found) {
      if (!(key in values) || read.has(key)) readings[key] = converted(key, value, factor)
    }
    return readings
  }
}

/**
 * A decimal number, with or without an exponent. Nothing else that `Number` accepts: no hexadecimal, no blank, no
 * Infinity.
 */
const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i

/** ThingsBoard firmware writes numbers as strings, flags as 1 and 0 or as words, words in any case. The rest stays as it came. */
function inItsKind(metric: Metric | undefined, value: ReadingValue): ReadingValue {
  switch (metric?.kind) {
    case 'number':
    case 'integer':
      return typeof value === 'string' && NUMBER.test(value) ? numberIn(value) : value
    case 'boolean':
      return FLAGS.get(String(value).trim().toLowerCase()) ?? value
    case 'enum': {
      const upper = String(value).trim().toUpperCase()
      return metric.values?.includes(upper) ? upper : value
    }
    case 'text':
      return typeof value === 'number' ? String(value) : value
    default:
      return value
  }
}

/** A number beyond a double stays text. */
function numberIn(text: string): ReadingValue {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/**
 * Reads the reports of a ThingsBoard device or gateway by the names of its model: one observation per device and time. Of
 * two values with the same key and time the later counts, as in ThingsBoard.
 */
export function tbReader(uplink: TbUplink, metricOf: MetricLookup) {
  const valuesIn = tbValues(uplink, metricOf)
  return readerOf('TB_MQTT', (message: { reports: TbReadings[] }): Reported => {
    const places = new Map<string, Observation>()
    for (const { device, entries, gone } of message.reports) {
      for (const { ts, values } of entries) {
        const place = `${ts} ${device ?? ''}`
        const observation = places.get(place) ?? placed(device, ts)
        if (gone) observation.gone = true
        places.set(place, observation)
        Object.assign(observation.values, device === null ? valuesIn(values) : values)
      }
    }
    return { observations: [...places.values()], conditions: {} }
  })
}

function placed(slave: string | null, ts: number): Observation {
  return slave === null ? { channel: 0, ts, values: {} } : { channel: 0, slave, ts, values: {} }
}
