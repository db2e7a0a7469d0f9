import { codecByName } from '@sluice/codecs'
import { emptyModel, type Metric, type ModbusPoint, type ModbusUplink } from '@sluice/contract'
import { fromHex } from '@sluice/kit'
import { describe, expect, test } from 'vitest'
import { type ModbusAnswer, modbusReader } from './modbus.uplink.ts'
import { typeOfModel } from './type-of-model.ts'

const own = (key: string, kind: Metric['kind'], more: Partial<Metric> = {}): Metric => ({
  key,
  kind,
  unit: '',
  decimals: 2,
  ...more,
})
const METRICS = new Map(
  [
    own('level', 'number'),
    own('pressure', 'number'),
    own('running', 'boolean'),
    own('mode', 'enum', { values: ['REMOTE', 'LOCAL'] }),
    own('serialNo', 'text'),
  ].map((metric) => [metric.key, metric]),
)

function valuesOf(points: readonly ModbusPoint[], answers: readonly ModbusAnswer[], more: Partial<ModbusUplink> = {}) {
  const uplink: ModbusUplink = { protocol: 'MODBUS_RTU', unit: 1, points, groups: [], ...more }
  const { observations, conditions } = modbusReader(uplink, (key) => METRICS.get(key))({
    protocol: uplink.protocol,
    message: { ts: 5, answers },
  })
  expect(conditions).toEqual({})
  for (const { channel, ts } of observations) expect([channel, ts]).toEqual([0, 5])
  return observations[0]?.values
}

const holding = (words: readonly number[], start = 0): ModbusAnswer => ({ unit: 1, fc: 3, start, words })
const point = (more: Partial<ModbusPoint>): ModbusPoint => ({ key: 'level', fc: 3, address: 0, type: 'u16', ...more })

/** The message of a published frame, as the decode command prints it. */
function published(protocol: string, hex: string): Record<string, unknown> {
  const codec = codecByName.get(protocol)!
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(hex)
  const message = codec.decode(bytes.value)
  if (!message.ok) throw new Error(`${hex}: ${message.error.kind}`)
  return codec.describe(message.value, bytes.value)
}

describe('reading what a Modbus device answered', () => {
  test('a published request for two registers and its answer become two values', () => {
    const request = published('ModbusTCP', '03E50000000601030FA00002')
    const answer = published('ModbusTCP', '03E60000000701030400070003')
    const { unit, fc, start } = request as { unit: number; fc: number; start: number }
    const points = [point({ address: 4000, factor: 0.1 }), point({ key: 'pressure', address: 4001, offset: -4 })]
    expect(valuesOf(points, [{ unit, fc, start, words: answer['registers'] as number[] }])).toEqual({
      level: 0.7,
      pressure: -1,
    })
  })

  test('the coils of the published answer are those that the standard names', () => {
    // 5 bytes from coil 20 on (address 19): 20, 22, 23, 26 and 27 are on, 21, 24 and 25 are off.
    const answer = published('ModbusRTU', '110105CD6BB20E1B45E6')
    const { unit, fc, bitsHex } = answer as { unit: number; fc: number; bitsHex: string }
    const bytes = fromHex(bitsHex)
    const words = bytes.ok
      ? [...bytes.value].flatMap((byte) => Array.from({ length: 8 }, (_, n) => (byte >> n) & 1))
      : []
    const coils = [20, 21, 22, 23, 24, 25, 26, 27].map((coil) => {
      const running = point({ key: 'running', unit: 17, fc: 1, address: coil - 1, type: 'bit' })
      return valuesOf([running], [{ unit, fc, start: 19, words }])?.['running']
    })
    expect(coils).toEqual([true, false, true, true, false, false, true, true])
  })

  test.each([
    [point({ type: 'u32' }), [1, 2], 65_538],
    [point({ type: 'u32', order: 'CDAB' }), [2, 1], 65_538],
    [point({ type: 'i16' }), [0xffff], -1],
    // 123.456 in single precision.
    [point({ type: 'f32' }), [0x42f6, 0xe979], 123.456],
    [point({ type: 'f32', order: 'CDAB' }), [0xe979, 0x42f6], 123.456],
    [point({ type: 'f64' }), [0x405e, 0xdd2f, 0x1a9f, 0xbe77], 123.456],
    [point({ type: 'bcd16', factor: 0.1 }), [0x1234], 123.4],
    [point({ address: 3, factor: 0.001 }), [0, 0, 0, 1500], 1.5],
    [point({ factor: 0.1, offset: 0.2 }), [1], 0.3],
  ])('%j of %j', (one, words, level) => {
    expect(valuesOf([one], [holding(words)])).toEqual({ level })
  })

  test('a bit of a register, a raw number with a meaning and a text are values', () => {
    const points = [
      point({ key: 'running', type: 'bit', bit: 9 }),
      point({ key: 'mode', address: 1, values: { 0: 'REMOTE', 1: 'LOCAL' } }),
      point({ key: 'serialNo', address: 2, type: 'ascii', length: 3 }),
      point({ key: 'level', type: 'bit', bit: 9 }),
    ]
    expect(valuesOf(points, [holding([0x0200, 1, 0x4142, 0x4300])])).toEqual({
      running: true,
      mode: 'LOCAL',
      serialNo: 'ABC',
      level: 1,
    })
    expect(valuesOf(points.slice(0, 2), [holding([0xfdff, 0])])).toEqual({ running: false, mode: 'REMOTE' })
  })

  test('a flag may be a whole register; a number without a meaning stays one, for the judgement to refuse', () => {
    expect(valuesOf([point({ key: 'running' })], [holding([1])])).toEqual({ running: true })
    expect(valuesOf([point({ key: 'running' })], [holding([0])])).toEqual({ running: false })
    expect(valuesOf([point({ key: 'running' })], [holding([7])])).toEqual({ running: 7 })
    expect(valuesOf([point({ key: 'mode', values: { 0: 'REMOTE' } })], [holding([9])])).toEqual({ mode: 9 })
  })

  test('what was not asked for, or of another unit or function, gives no value', () => {
    const word = [point({ address: 10 })]
    expect(valuesOf(word, [holding([1], 11)])).toBeUndefined()
    expect(valuesOf(word, [holding([1], 9)])).toBeUndefined()
    expect(valuesOf([point({ address: 10, type: 'u32' })], [holding([1], 10)])).toBeUndefined()
    expect(valuesOf(word, [{ ...holding([1], 10), fc: 4 }])).toBeUndefined()
    expect(valuesOf(word, [{ ...holding([1], 10), unit: 2 }])).toBeUndefined()
    expect(valuesOf(word, [holding([1], 10)], { unit: 2 })).toBeUndefined()
    expect(valuesOf([point({ address: 10, unit: 2 })], [{ ...holding([1], 10), unit: 2 }])).toEqual({ level: 1 })
    expect(valuesOf(word, [])).toBeUndefined()
  })

  test('bytes that say no value of their type give none, and those beside them do', () => {
    const points = [point({ type: 'bcd16' }), point({ key: 'pressure', address: 1, type: 'f32' })]
    expect(valuesOf(points, [holding([0x12a4, 0x7fc0, 0])])).toBeUndefined()
    expect(valuesOf(points, [holding([0x12a4, 0x3f80, 0])])).toEqual({ pressure: 1 })
  })

  test('a product with a point table reads by it, and tells what a count is worth', () => {
    const model = emptyModel({
      productNo: 'P-485',
      name: '水位计',
      englishName: 'Level gauge',
      deviceTypeCode: 'SENSOR',
      nodeKind: 'DIRECT',
      protocol: 'MODBUS_TCP',
    })
    const type = typeOfModel({
      ...model,
      points: ['level'],
      metrics: [own('level', 'number')],
      uplink: { ...(model.uplink as ModbusUplink), points: [point({ factor: 0.01 })] },
    })
    const message = { ts: 5, answers: [holding([250])] }
    expect(type.read?.({ protocol: 'MODBUS_TCP', message }).observations).toEqual([
      { channel: 0, ts: 5, values: { level: 2.5 } },
    ])
    expect(type.read?.({ protocol: 'MODBUS_RTU', message }).observations).toEqual([])
    expect([type.perPulseOf?.('level'), type.perPulseOf?.('other')]).toEqual([0.01, 1])
  })
})
