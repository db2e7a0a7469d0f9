import type { AlarmRule } from '@sluice/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { changeLanguage, startTexts } from '../../lib/text/text.ts'
import { setUnits } from '../../lib/text/units.ts'
import { raisedText, ruleText, usualHysteresis } from './limit-text.ts'

const PRESSURE = { key: 'inletPressure', kind: 'number', unit: 'MPa', decimals: 3 }
const STATE = { key: 'valveState', kind: 'enum', unit: '', decimals: 0, values: ['OPEN', 'UNKNOWN'] }

beforeAll(async () => {
  await startTexts('zh-CN')
})
afterEach(async () => {
  setUnits({})
  await changeLanguage('zh-CN', 'keep')
})

async function both(rule: AlarmRule, metric: Parameters<typeof ruleText>[1]) {
  await changeLanguage('zh-CN', 'keep')
  const chinese = ruleText(rule, metric)
  await changeLanguage('en-US', 'keep')
  return [chinese, ruleText(rule, metric)]
}

test('a limit is one sentence: what is compared, for how long or how often, and when', async () => {
  const high: AlarmRule = { key: 'inletPressure', op: 'GT', value: 0.8 }
  expect(await both(high, PRESSURE)).toEqual(['高于 0.8 MPa', 'above 0.8 MPa'])
  expect(await both({ ...high, holdS: 300 }, PRESSURE)).toEqual([
    '高于 0.8 MPa，持续 5 分钟',
    'above 0.8 MPa for 5 min',
  ])
  expect(await both({ key: 'csq', op: 'LT', value: 10, repeatN: 3 }, undefined)).toEqual([
    '低于 10，连续 3 次',
    'below 10 in 3 reports in a row',
  ])
  expect(await both({ ...high, op: 'GE', holdS: 60, repeatN: 2 }, PRESSURE)).toEqual([
    '不低于 0.8 MPa，持续 1 分钟或连续 2 次',
    'at least 0.8 MPa for 1 min or in 2 reports in a row',
  ])
  expect(await both({ key: 'voltageA', op: 'OUTSIDE', value: 198, value2: 242 }, { unit: 'V', decimals: 1 })).toEqual([
    '超出 198–242 V',
    'outside 198–242 V',
  ])
})

test('states are said by their words, also those of flags and of a channel', async () => {
  expect(await both({ key: 'valveState', op: 'EQ', equals: 'UNKNOWN' }, STATE)).toEqual(['等于 未知', 'is unknown'])
  expect(await both({ key: 'valveState.2', op: 'NE', equals: 'OPEN' }, undefined)).toEqual([
    '不等于 全开',
    'is not open',
  ])
  expect(await both({ key: 'doorOpen', op: 'EQ', equals: 'true' }, { kind: 'boolean' })).toEqual(['等于 是', 'is yes'])
})

test('times of day and days of the week stand at the end; every day and one report are not said', async () => {
  const low: AlarmRule = { key: 'level', op: 'LE', value: -1.25, windowFrom: '22:00', windowTo: '06:00' }
  const metres = { unit: 'm', decimals: 3 }
  expect(await both({ ...low, weekMask: 31 }, metres)).toEqual([
    '不高于 −1.25 m，22:00–06:00，周一至周五',
    'at most −1.25 m, 22:00–06:00, Mon–Fri',
  ])
  expect(await both({ ...low, weekMask: 97 }, metres)).toEqual([
    '不高于 −1.25 m，22:00–06:00，周一、周六、周日',
    'at most −1.25 m, 22:00–06:00, Mon, Sat, Sun',
  ])
  expect(await both({ ...low, weekMask: 127, repeatN: 1 }, metres)).toEqual([
    '不高于 −1.25 m，22:00–06:00',
    'at most −1.25 m, 22:00–06:00',
  ])
})

test('numbers are told in the reader’s unit, as finely as the metric, and a hysteresis has no zero of its own', () => {
  setUnits({ pressure: 'bar', temperature: '°F' })
  expect(ruleText({ key: 'inletPressure', op: 'GT', value: 0.8 }, PRESSURE)).toBe('高于 8 bar')
  const warm = { unit: '°C', decimals: 1 }
  const hot: AlarmRule = { key: 'airTemp', op: 'GT', value: 40 }
  expect(ruleText(hot, warm)).toBe('高于 104 °F')
  expect(usualHysteresis(hot, warm)).toBe('3.6 °F')
  setUnits({})
  expect(usualHysteresis(hot, warm)).toBe('2 °C')
  expect(usualHysteresis({ key: 'airTemp', op: 'GT' }, warm)).toBeNull()
})

test('what raised a fault is the value beyond the limit, the limit, and since when', async () => {
  const trigger = { limitId: '7', key: 'inletPressure', op: 'GT', value: 0.8, holdS: 300, v: 0.95, since: '' } as const
  expect(raisedText(trigger, PRESSURE, '14:03')).toBe('阀前压力 0.950 MPa，高于 0.8 MPa，持续 5 分钟（自 14:03）')
  const state = { limitId: '8', key: 'valveState', op: 'EQ', equals: 'UNKNOWN', v: 'UNKNOWN', since: '' } as const
  await changeLanguage('en-US', 'keep')
  expect(raisedText(trigger, PRESSURE, '14:03')).toBe(
    'Upstream pressure 0.950 MPa, above 0.8 MPa for 5 min (since 14:03)',
  )
  expect(raisedText(state, STATE, '14:03')).toBe('Valve state is unknown (since 14:03)')
})
