import { metricSchema } from '@sluice/contract'
import { describe, expect, it, test } from 'vitest'
import type { ReadingValue } from '../device-type.ts'
import { OWN_METRICS } from '../library/own-metrics.ts'
import { metricOf } from '../metric.ts'
import { type AlarmStates, judgeLimits, limitsInForce } from './alarm-limits.ts'
import { isAlarm } from './alarm-state.ts'
import { DERIVED_METRICS } from './derived-metrics.ts'
import { RECORDED, type RecordedSeries } from './derived-metrics.vectors.ts'

const NOON = Date.parse('2026-11-27T04:00:00Z')
const MINUTE = 60_000
/** As old as a value may be that is put together with a new one, minutes. */
const TOGETHER = 60

/** Whether the rule is an alarm after each report of a series. */
function alarmsOf({ rule, usual, reports }: Pick<RecordedSeries, 'rule' | 'usual' | 'reports'>): boolean[] {
  const limits = limitsInForce([{ id: '1', scope: 'TYPE', fault: 'V11', level: null, enabled: true, rule }])
  const last = new Map<string, { v: ReadingValue; minute: number }>()
  let states: AlarmStates = {}
  return reports.map(([minute, given]) => {
    const known = (key: string) => {
      const one = last.get(key)
      return one && minute - one.minute <= TOGETHER ? one.v : undefined
    }
    const values = Object.entries(given).flatMap(([key, v]) => (v === null ? [] : [{ key, v }]))
    const bad = Object.keys(given).filter((key) => given[key] === null)
    const beside = { bad, known, before: (key: string) => last.get(key)?.v, usual: (key: string) => usual?.[key] }
    states = judgeLimits(limits, states, {
      ts: NOON + minute * MINUTE,
      zone: 'Asia/Shanghai',
      values,
      ...beside,
    }).states
    for (const { key, v } of values) last.set(key, { v, minute })
    return isAlarm(states['1'])
  })
}

describe('rules over several values, by recorded series', () => {
  test.each(RECORDED.map((series) => [series.what, series] as const))('%s', (_what, series) => {
    expect(alarmsOf(series)).toEqual(series.reports.map(([, , alarm]) => alarm))
  })

  it('none is without a series that rings and ends', () => {
    const proven = RECORDED.filter(({ reports }) => {
      const rings = reports.findIndex(([, , alarm]) => alarm)
      return rings >= 0 && reports.slice(rings).some(([, , alarm]) => !alarm)
    })
    const keys = new Set(proven.map(({ rule }) => rule.key))
    expect(DERIVED_METRICS.map(({ metric }) => metric.key).filter((key) => !keys.has(key))).toEqual([])
  })

  it('follow from metrics that devices report, and have a key and a name of their own', () => {
    const reported = new Set(OWN_METRICS.map(({ key }) => key))
    const unknown = DERIVED_METRICS.flatMap(({ from }) => from).filter((key) => !metricOf(key) && !reported.has(key))
    expect(unknown).toEqual([])
    for (const { metric } of DERIVED_METRICS) {
      expect(metricSchema.parse(metric)).toEqual(metric)
      expect([metricOf(metric.key), reported.has(metric.key), metric.name?.length]).toEqual([undefined, false, 2])
    }
  })

  it('say nothing by values of another kind, or without one of them', () => {
    for (const { metric, from } of DERIVED_METRICS) {
      const rule = { key: metric.key, op: 'GT', value: -1 } as const
      const wrong = Object.fromEntries(from.map((key) => [key, 'x']))
      const alone = { [from[0]!]: 1 }
      expect(
        alarmsOf({
          rule,
          reports: [
            [0, wrong, false],
            [1, alone, false],
          ],
        }),
      ).toEqual([false, false])
    }
  })
})
