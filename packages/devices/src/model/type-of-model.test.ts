import { type Sl651Message, sl651Element, sl651Report } from '@sluice/codecs'
import { expect, test } from 'vitest'
import { SL651_MODELS, TB_MQTT_MODELS } from '../catalogue.ts'
import type { ProductModel } from '@sluice/contract'
import { typeOfModel } from './type-of-model.ts'

const MODELS = [...SL651_MODELS, ...TB_MQTT_MODELS]
const asJson = (model: ProductModel) => JSON.parse(JSON.stringify(model)) as ProductModel

test.each(MODELS)('$productNo is data: read back from JSON it is the same', (model) => {
  expect(asJson(model)).toEqual(model)
})

const REPORT: Sl651Message = sl651Report(
  { center: 1, station: '4588888888', password: '1234', encoding: 'HEX' },
  { serial: 1, sendTime: '2026-07-01 08:00:01' },
  {
    func: '34',
    stationType: '4B',
    obsTime: '2026-07-01 08:00',
    elements: [sl651Element('39', 45.12)!, sl651Element('59', 100)!],
  },
)

test('a model from JSON reads and encodes as the built-in one', () => {
  const message = { protocol: 'SL651', message: REPORT }
  for (const model of SL651_MODELS) {
    const [own, read] = [typeOfModel(model), typeOfModel(asJson(model))]
    expect(read.read?.(message)).toEqual(own.read?.(message))
    for (const { code } of model.commands) {
      const context = { channel: 2, switches: [false, true] }
      expect(read.encode!({ code, params: {} }, context)).toEqual(own.encode!({ code, params: {} }, context))
      expect(own.encode!({ code, params: {} }, context).ok).toBe(true)
    }
  }
})

const PUMP: ProductModel = {
  ...SL651_MODELS[0]!,
  productNo: 'OWN',
  uplink: {
    protocol: 'SL651',
    elements: [
      { id: '39', key: 'waterDepth', channel: 0, factor: -1 },
      { id: '59', key: 'inletPressure', channel: 2, factor: 0.001 },
    ],
    statusBits: [{ bit: 3, fault: 'X01', when: 0 }],
    switches: [{ func: '4C', key: 'pumpState', on: 'RUN', off: 'FAULT' }],
    gates: null,
  },
  downlinks: { protocol: 'SL651', requests: [{ code: 'READ', func: '3A' }] },
}

test('what a model says of elements, bits, bitmaps and requests is what is read and sent, and nothing else', () => {
  const type = typeOfModel(PUMP)
  const at = '2026-07-01 08:00'
  expect(type.read!({ protocol: 'SL651', message: REPORT })).toEqual({
    observations: [
      { channel: 0, at, values: { waterDepth: -45.12 } },
      { channel: 2, at, values: { inletPressure: 0.1 } },
    ],
    conditions: {},
  })
  const status = { id: '45', def: '20', raw: '00000008', value: 8, decimals: 0, at: null }
  const body = REPORT.body.kind === 'report' ? { ...REPORT.body, elements: [status] } : REPORT.body
  const message = { ...REPORT, body } as Sl651Message
  expect(type.read!({ protocol: 'SL651', message })).toEqual({ observations: [], conditions: { X01: false } })
  const bitmap = (func: string) => ({
    protocol: 'SL651',
    message: { ...REPORT, func, body: { kind: 'switches', station: null, states: [true, false] } },
  })
  expect(type.read!(bitmap('4C')).observations.map(({ channel, values }) => [channel, values])).toEqual([
    [1, { pumpState: 'RUN' }],
    [2, { pumpState: 'FAULT' }],
  ])
  expect(type.read!(bitmap('4D')).observations).toEqual([])
  const none = { channel: 1, switches: null }
  expect(type.encode!({ code: 'READ', params: {} }, none)).toMatchObject({ ok: true, value: { func: '3A' } })
  expect(type.encode!({ code: 'OPEN', params: {} }, none)).toEqual({ ok: false, error: 'UNSUPPORTED' })
})
