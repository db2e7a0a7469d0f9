import { describe, expect, test } from 'vitest'
import { DEVICE_TYPES } from '../catalogue.ts'
import type { ReadingValue } from '../device-type.ts'
import { metricOf, metricsOf } from '../metric.ts'
import { TB_MAPPING } from '../types/tb.mapping.ts'
import { tbReader, tbValues } from './tb.uplink.ts'

const readTb = tbReader(TB_MAPPING, metricOf)

/** The values of one report of the device itself. */
function tbReadings(values: Record<string, ReadingValue>): Record<string, ReadingValue> {
  const reports = [{ device: null, entries: [{ ts: 1, values }] }]
  return readTb({ protocol: 'TB_MQTT', message: { reports } }).observations[0]!.values
}

describe('reading a ThingsBoard report', () => {
  test('our keys stay, aliases are renamed, a device that sends both means our name', () => {
    expect(tbReadings({ opening: 40, battery: 3.6, vendorThing: 'x' })).toEqual({
      opening: 40,
      batteryV: 3.6,
      vendorThing: 'x',
    })
    expect(tbReadings({ pressure: 1, outletPressure: 0.4 })).toEqual({ pressure: 1, outletPressure: 0.4 })
  })

  test('enums are read in any case and flags as numbers', () => {
    expect(tbReadings({ valveState: 'closing', doorOpen: 1, mainsLost: 0, opening: 1 })).toEqual({
      valveState: 'CLOSING',
      doorOpen: true,
      mainsLost: false,
      opening: 1,
    })
    expect(tbReadings({ valveState: 'stuck' })).toEqual({ valveState: 'stuck' })
  })

  test('numbers and flags that firmware writes as text are what they say, and what is none stays as it came', () => {
    const numbers = { flow: ' 12.50 ', level: '-3', totalVolume: '007', opening: '+4e1', csq: '18', ph: '.5' }
    expect(tbReadings(numbers)).toEqual({ flow: 12.5, level: -3, totalVolume: 7, opening: 40, csq: 18, ph: 0.5 })
    const none = {
      flow: 'n/a',
      level: '',
      totalVolume: ' ',
      opening: '12,5',
      csq: '0x1F',
      ph: 'Infinity',
      rain: '1e999',
    }
    expect(tbReadings(none)).toEqual(none)
    expect(tbReadings({ doorOpen: 'True', mainsLost: '0' })).toEqual({ doorOpen: true, mainsLost: false })
    expect(tbReadings({ doorOpen: 'yes', mainsLost: 2, opening: true })).toEqual({
      doorOpen: 'yes',
      mainsLost: 2,
      opening: true,
    })
    // Nothing is known about a key that is no metric.
    expect(tbReadings({ vendorThing: '0012', other: ' 1 ' })).toEqual({ vendorThing: '0012', other: ' 1 ' })
  })

  test('each time and each sub-device is one observation; the later of two equal keys stands', () => {
    const entries = [
      { ts: 1, values: { flow: 1 } },
      { ts: 2, values: { flow: 2 } },
      { ts: 1, values: { flow: 3, opening: 4 } },
    ]
    const { observations } = readTb({
      protocol: 'TB_MQTT',
      message: {
        reports: [
          { device: null, entries },
          { device: 'A', entries: entries.slice(0, 1) },
          { device: 'B', entries: entries.slice(0, 1) },
        ],
      },
    })
    expect(observations).toEqual([
      { channel: 0, ts: 1, values: { flow: 3, opening: 4 } },
      { channel: 0, ts: 2, values: { flow: 2 } },
      { channel: 0, slave: 'A', ts: 1, values: { flow: 1 } },
      { channel: 0, slave: 'B', ts: 1, values: { flow: 1 } },
    ])
  })
})

test('what a gateway passes on of a slave stays as it came: the slave has terms of its own', () => {
  const values = { battery: '3.6', level: 120 }
  const message = { reports: [{ device: 'A', entries: [{ ts: 1, values }] }] }
  expect(readTb({ protocol: 'TB_MQTT', message }).observations[0]!.values).toEqual(values)
  const level = { from: 'level', key: 'level', factor: 0.01 }
  const own = tbValues({ protocol: 'TB_MQTT', keys: [...TB_MAPPING.keys, level] }, metricOf)
  expect(own(values)).toEqual({ batteryV: 3.6, level: 1.2 })
})

test('a metric of a model decides how its text is read', () => {
  const depth = { key: 'silt', kind: 'number', unit: 'm', decimals: 2, name: ['淤积', 'Silt'] } as const
  const own = tbValues({ protocol: 'TB_MQTT', keys: [{ from: 's', key: 'silt', factor: 0.1 }] }, metricsOf([depth]))
  expect(own({ s: '12' })).toEqual({ silt: 1.2 })
  expect(tbValues({ protocol: 'TB_MQTT', keys: [] }, metricOf)({ silt: '12' })).toEqual({ silt: '12' })
})

test('every MQTT model reports known metrics, and all but slaves read for themselves', () => {
  const models = DEVICE_TYPES.filter(({ protocol }) => protocol === 'TB_MQTT')
  expect(models.map(({ nodeKind, deviceTypeCode }) => `${nodeKind} ${deviceTypeCode}`)).toEqual([
    'DIRECT VALVE',
    'GATEWAY GATEWAY',
    'SLAVE VALVE',
    'DIRECT SENSOR',
  ])
  for (const { points, read, nodeKind } of models) {
    expect(points.filter((key) => !metricOf(key))).toEqual([])
    expect(read !== undefined).toBe(nodeKind !== 'SLAVE')
  }
})
