import { type Sl651Element, type Sl651Message, sl651Element, sl651Report } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { SL651_MAPPING } from '../types/sl651.mapping.ts'
import { sl651Reader } from './sl651.uplink.ts'

const readSl651 = sl651Reader(SL651_MAPPING)

function element(id: string, value: number): Sl651Element {
  const made = sl651Element(id, value)
  if (!made) throw new Error(`no element ${id}`)
  return made
}

const NAMELESS: Sl651Element = { id: '79', def: '23', raw: '00001213', value: 1.213, decimals: 3, at: null }
const ELEMENTS = [element('39', 45.12), NAMELESS, element('38', 12.8), { ...NAMELESS, id: '45', raw: 'FFFFFFFF' }]

function reportOf(encoding: 'HEX' | 'ASCII', isPartial: boolean): Sl651Message {
  const report = sl651Report(
    { center: 1, station: '4588888888', password: '1234', encoding },
    { serial: 1, sendTime: '2026-07-01 08:00:01' },
    { func: '34', stationType: '4B', obsTime: '2026-07-01 08:00', elements: ELEMENTS },
  )
  return isPartial ? { ...report, partial: { at: 60, rest: '392300' } } : report
}

function valuesIn(message: Sl651Message): Record<string, unknown> {
  const { observations, conditions } = readSl651({ protocol: 'SL651', message })
  const values = Object.assign({}, ...observations.map((one) => one.values))
  return { keys: Object.keys(values), conditions: Object.keys(conditions).length > 0 }
}

test('of a frame that went astray the values before the first group that the standard does not name are taken', () => {
  expect(valuesIn(reportOf('HEX', true))).toEqual({ keys: ['level'], conditions: false })
})

test('what stands behind such a group is taken where the frame could be read whole, and in text, which has blanks', () => {
  const all = { keys: ['level', 'batteryV', 'mainsLost', 'doorOpen'], conditions: true }
  expect(valuesIn(reportOf('HEX', false))).toEqual(all)
  expect(valuesIn(reportOf('ASCII', true))).toEqual(all)
})

test('values of one time are one observation, also where values of another time came between them', () => {
  const [level, battery] = [element('39', 45.12), element('38', 12.8)]
  const report = sl651Report(
    { center: 1, station: '4588888888', password: '1234' },
    { serial: 1, sendTime: '2026-07-01 08:00:01' },
    { func: '34', stationType: '4B', obsTime: '2026-07-01 08:00', elements: [] },
  )
  if (report.body.kind !== 'report') throw new Error('no report')
  const [early, late] = ['2026-07-01 07:00', '2026-07-01 08:00']
  report.body.elements = [
    { ...level, at: early },
    { ...level, at: late },
    { ...battery, at: early },
  ]
  expect(readSl651({ protocol: 'SL651', message: report }).observations).toEqual([
    { channel: 0, at: early, values: { level: 45.12, batteryV: 12.8 } },
    { channel: 0, at: late, values: { level: 45.12 } },
  ])
})

/** A report with these elements and, for periods, their step. */
function periodOf(elements: Sl651Element[], timeStep: string | null): Sl651Message {
  const report = sl651Report(
    { center: 1, station: '4588888888', password: '1234' },
    { serial: 1, sendTime: '2026-07-01 08:00:01' },
    { func: '31', stationType: '4B', obsTime: '2026-07-01 08:00', elements: [] },
  )
  if (report.body.kind !== 'report') throw new Error('no report')
  return { ...report, body: { ...report.body, timeStep, elements } }
}

test.each([
  ['000005', ['2026-06-30 23:50', '2026-06-30 23:55', '2026-07-01 00:00']],
  ['000130', ['2026-06-30 23:50', '2026-07-01 01:20', '2026-07-01 02:50']],
  ['010000', ['2026-06-30 23:50', '2026-07-01 23:50', '2026-07-02 23:50']],
])('values of a period are as far apart as its step of days, hours and minutes says: %s', (timeStep, times) => {
  const level = { ...element('39', 1), value: [1, 2, 3], at: '2026-06-30 23:50' }
  const { observations } = readSl651({ protocol: 'SL651', message: periodOf([level], timeStep) })
  expect(observations).toEqual(times.map((at, n) => ({ channel: 0, at, values: { level: n + 1 } })))
})

test('a period without a step gives no value, nor does what stands in the place of a missing one', () => {
  const period = { ...element('39', 1), value: [1, 2] }
  for (const step of [null, '000000'])
    expect(readSl651({ protocol: 'SL651', message: periodOf([period], step) }).observations).toEqual([])
  const gap = { ...element('39', 1), value: [1, null, 3], at: '2026-07-01 08:00' } as Sl651Element
  const { observations } = readSl651({ protocol: 'SL651', message: periodOf([gap], '000100') })
  expect(observations.map(({ at }) => at)).toEqual(['2026-07-01 08:00', '2026-07-01 10:00'])
})

test('values that a station passes on for another are left out, and a status word that is no number says nothing', () => {
  const passed = { ...element('39', 1), station: '0000000001' }
  const own = { ...element('38', 12), station: '4588888888' }
  const status = { ...NAMELESS, id: '45', raw: '' }
  const { observations, conditions } = readSl651({ protocol: 'SL651', message: periodOf([passed, own, status], null) })
  expect(observations.map(({ values }) => values)).toEqual([{ batteryV: 12 }])
  expect(conditions).toEqual({})
})

test('each bit of the status word is a fault or a value of its own, as its rule says', () => {
  const status = { ...NAMELESS, id: '45', raw: '00000081' }
  const { observations, conditions } = readSl651({ protocol: 'SL651', message: periodOf([status], null) })
  expect(observations[0]!.values).toEqual({ mainsLost: true, doorOpen: false })
  expect(Object.keys(conditions).filter((code) => conditions[code])).toEqual(['P03'])
})

test('switches and gates are values of their channels, of which those of a bitmap may be padding', () => {
  const message = periodOf([], null)
  const at = '2026-07-01 08:00:01'
  const read = (func: string, body: unknown) =>
    readSl651({ protocol: 'SL651', message: { ...message, func, body } as Sl651Message }).observations
  expect(read('4D', { kind: 'switches', station: null, states: [true, false] })).toEqual([
    { channel: 1, at, padded: true, values: { valveState: 'OPEN', opening: 100 } },
    { channel: 2, at, padded: true, values: { valveState: 'CLOSED', opening: 0 } },
  ])
  const gates = { kind: 'gates', station: null, states: [true, true, true], openingsCm: [150, null, 0] }
  expect(read('4E', gates)).toEqual([
    { channel: 1, at, values: { gateOpening: 1.5 } },
    { channel: 3, at, values: { gateOpening: 0 } },
  ])
  const without = sl651Reader({ ...SL651_MAPPING, gates: null })
  const none = without({ protocol: 'SL651', message: { ...message, func: '4E', body: gates } as Sl651Message })
  expect(none.observations).toEqual([])
})
