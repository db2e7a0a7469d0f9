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
