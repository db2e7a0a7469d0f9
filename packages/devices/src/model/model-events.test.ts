import { emptyModel, type Metric, type ModelEvent } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import type { TbReadings } from '../device-type.ts'
import { typeOfModel } from './type-of-model.ts'

const METRICS: Metric[] = [
  { key: 'motor', kind: 'enum', unit: '', decimals: 0, values: ['RUNNING', 'STALLED'], name: ['电机', 'Motor'] },
  { key: 'leak', kind: 'boolean', unit: '', decimals: 0, name: ['漏水', 'Leak'] },
]
const EVENTS: ModelEvent[] = [
  { fault: 'V01', key: 'motor', equals: 'STALLED' },
  { fault: 'H03', key: 'leak', equals: true },
]
const MODEL = emptyModel({
  productNo: 'M-1',
  name: '阀',
  englishName: 'Valve',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
})
const typeWith = (events: readonly ModelEvent[]) => typeOfModel({ ...MODEL, metrics: METRICS, events })

function conditionsOf(reports: TbReadings[], events: readonly ModelEvent[] = EVENTS) {
  return typeWith(events).read!({ protocol: 'TB_MQTT', message: { reports } }).conditions
}
const own = (values: Record<string, boolean | string | number>, ts = 1): TbReadings => ({
  device: null,
  entries: [{ ts, values }],
})

describe('faults by what a device reports', () => {
  test('one holds while its value is reported and ends with another one; what is not reported says nothing', () => {
    expect(conditionsOf([own({ motor: 'STALLED' })])).toEqual({ V01: true })
    expect(conditionsOf([own({ motor: 'RUNNING', leak: true })])).toEqual({ V01: false, H03: true })
    expect(conditionsOf([own({ flow: 3 })])).toEqual({})
  })

  test('values are compared as their metric reads them', () => {
    expect(conditionsOf([own({ motor: 'stalled', leak: 1 })])).toEqual({ V01: true, H03: true })
    expect(conditionsOf([own({ leak: 'false' })])).toEqual({ H03: false })
  })

  test('of several times in one report the latest counts, in whatever order they came', () => {
    const twice = [own({ leak: true }, 20), own({ leak: false }, 10)]
    expect(conditionsOf(twice)).toEqual({ H03: true })
    expect(conditionsOf(twice.toReversed())).toEqual({ H03: true })
    expect(conditionsOf([own({ leak: true }, 10), own({ motor: 'STALLED' }, 20)])).toEqual({ V01: true, H03: true })
  })

  test('a value of a slave, or of one that is gone, is no fault of its gateway', () => {
    expect(conditionsOf([{ ...own({ leak: true }), device: 'valve 7' }])).toEqual({})
    expect(conditionsOf([{ ...own({ leak: true }), gone: true }])).toEqual({})
  })

  test('a product without events says none', () => {
    expect(conditionsOf([own({ leak: true })], [])).toEqual({})
  })
})
