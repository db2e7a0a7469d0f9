import { tbMqtt, tbMqttParts } from '@sluice/codecs'
import { type CommandMap, DEFAULT_COMMAND_MAP } from '@sluice/contract'
import { utf8Text } from '@sluice/kit'
import { describe, expect, it } from 'vitest'
import { DEVICE_TYPES, deviceTypeOf, TB_MQTT_MODELS } from './catalogue.ts'
import {
  CARRIERS,
  type EncodeCommand,
  encodeTb,
  execTimeoutS,
  targetOf,
  TB_VALVE_COMMANDS,
  type TbDownlink,
} from './command.ts'
import { typeOfModel } from './model/type-of-model.ts'

const valve = deviceTypeOf('SL651-VALVE-CHANNEL')!
const reported = [true, false, false, true, false, false, false, false]

describe('OPEN and CLOSE of SL 651', () => {
  it('change one bit and repeat the others as reported', () => {
    const open = valve.encode!({ code: 'OPEN', params: {} }, { channel: 3, switches: reported })
    expect(open).toMatchObject({ ok: true, value: { protocol: 'SL651', func: '4D' } })
    const states = [true, false, true, true, false, false, false, false]
    expect(open.ok && open.value).toMatchObject({ body: { kind: 'switches', station: null, states } })
    const close = valve.encode!({ code: 'CLOSE', params: {} }, { channel: 1, switches: reported })
    expect(close.ok && close.value).toMatchObject({ body: { states: reported.with(0, false) } })
    expect(reported[0]).toBe(true)
  })

  it('are not written while the others are not known, or for a channel the station does not report', () => {
    const refused = { ok: false, error: 'STATE_UNKNOWN' }
    expect(valve.encode!({ code: 'OPEN', params: {} }, { channel: 1, switches: null })).toEqual(refused)
    expect(valve.encode!({ code: 'OPEN', params: {} }, { channel: 9, switches: reported })).toEqual(refused)
  })

  it('READ is the query 37, and more than that the protocol has not', () => {
    const read = valve.encode!({ code: 'READ', params: {} }, { channel: 1, switches: null })
    expect(read).toMatchObject({ ok: true, value: { func: '37', body: { kind: 'empty' } } })
    const other = valve.encode!({ code: 'SET_OPENING', params: { opening: 40 } }, { channel: 1, switches: reported })
    expect(other).toEqual({ ok: false, error: 'UNSUPPORTED' })
  })
})

/** The payload as it leaves for a device with its own connection; undefined where nothing can. */
function payloadOf(encode: EncodeCommand, code: string, params = {}): string | undefined {
  const encoded = encode({ code, params }, { channel: 1, switches: null })
  if (!encoded.ok || encoded.value.protocol !== 'TB_MQTT') return undefined
  const { method, params: said } = encoded.value as TbDownlink
  const frame = tbMqtt.encode({ kind: 'rpcRequest', id: 1, device: null, method, params: said })
  return frame.ok ? utf8Text(tbMqttParts(frame.value)!.payload) : undefined
}

describe('the default commands over MQTT', () => {
  it('are methods of ThingsBoard rpc, byte for byte', () => {
    const payload = (code: string, params = {}) => payloadOf(encodeTb(DEFAULT_COMMAND_MAP), code, params)
    expect(payload('OPEN')).toBe('{"method":"setValve","params":{"opening":100}}')
    expect(payload('CLOSE')).toBe('{"method":"setValve","params":{"opening":0}}')
    expect(payload('SET_OPENING', { opening: 40 })).toBe('{"method":"setValve","params":{"opening":40}}')
    expect(payload('STOP')).toBe('{"method":"stopValve","params":{}}')
    expect(payload('READ')).toBe('{"method":"getTelemetry","params":{}}')
    expect(payload('DANCE')).toBeUndefined()
    expect(payload('SET_OPENING')).toBeUndefined()
  })

  it('read where they are READ, whatever the method is called', () => {
    const commands = { ...DEFAULT_COMMAND_MAP.commands, READ: { method: 'status', params: '{}' } }
    const encode = encodeTb({ fullScale: 100, commands })
    const context = { channel: 1, switches: null }
    expect(encode({ code: 'READ', params: {} }, context)).toMatchObject({ value: { method: 'status', reads: true } })
    const setting = encode({ code: 'SET_OPENING', params: { opening: 1 } }, context)
    expect(setting.ok && setting.value).not.toHaveProperty('reads')
  })

  it('say how dangerous they are and that any of them may be sent twice, as they say where to be', () => {
    expect(TB_VALVE_COMMANDS.map(({ code, danger, absolute }) => [code, danger, absolute])).toEqual([
      ['OPEN', 'CONFIRM', true],
      ['CLOSE', 'CONFIRM', true],
      ['STOP', 'NONE', true],
      ['SET_OPENING', 'CONFIRM', true],
      ['READ', 'NONE', true],
    ])
    const { params } = TB_VALVE_COMMANDS.find(({ code }) => code === 'SET_OPENING')!
    expect(params).toEqual({ opening: { kind: 'integer', required: true, min: 0, max: 100, unit: '%' } })
    expect(TB_VALVE_COMMANDS.filter(({ repeatsOthers }) => repeatsOthers)).toEqual([])
  })

  it('say where they want the valve', () => {
    const target = (code: string, params = {}) => targetOf(TB_VALVE_COMMANDS.find((def) => def.code === code)!, params)
    expect(target('OPEN')).toEqual({ opening: 100 })
    expect(target('SET_OPENING', { opening: 40 })).toEqual({ opening: 40 })
    expect(target('STOP')).toEqual({ opening: null })
    expect(target('CLOSE')).toEqual({ opening: 0 })
    expect(target('SET_OPENING', { opening: '40' })).toEqual({ opening: null })
    expect(target('READ')).toBeNull()
  })
})

describe('a product with firmware of its own', () => {
  const map: CommandMap = {
    fullScale: 1000,
    commands: {
      OPEN: { method: 'valveControl', params: '{"cmd":"open","speed":2}' },
      CLOSE: { method: 'valveControl', params: '{"cmd":"set","position":{{opening}}}' },
      STOP: null,
      SET_OPENING: { method: 'valveControl', params: '{"position":{{opening}},"cmd":"set","note":"{{opening}}"}' },
      READ: { method: 'report', params: 'true' },
    },
  }

  const withMap = (productNo: string) => {
    const model = TB_MQTT_MODELS.find((one) => one.productNo === productNo)!
    return typeOfModel({ ...model, downlinks: { protocol: 'TB_MQTT', map } })
  }

  it.each([
    ['OPEN', {}, '{"method":"valveControl","params":{"cmd":"open","speed":2}}'],
    ['CLOSE', {}, '{"method":"valveControl","params":{"cmd":"set","position":0}}'],
    ['SET_OPENING', { opening: 40 }, '{"method":"valveControl","params":{"position":400,"cmd":"set","note":"400"}}'],
    ['READ', {}, '{"method":"report","params":true}'],
    ['STOP', {}, undefined],
  ])('is told %s in its words', (code, params, payload) => {
    expect(payloadOf(withMap('MQTT-VALVE').encode!, code, params)).toBe(payload)
  })

  it('scales without a digit too many', () => {
    const setting = { method: 'm', params: '{{opening}}' }
    const encode = encodeTb({ fullScale: 1, commands: { ...map.commands, SET_OPENING: setting } })
    const said = (opening: number) => payloadOf(encode, 'SET_OPENING', { opening })
    expect([0, 7, 29, 57, 100].map(said)).toEqual(
      ['0', '0.07', '0.29', '0.57', '1'].map((params) => `{"method":"m","params":${params}}`),
    )
  })

  it('accepts only the commands it supports', () => {
    const codes = (productNo: string) => withMap(productNo).commands!.map(({ code }) => code)
    expect(codes('MQTT-VALVE-SLAVE')).toEqual(['OPEN', 'CLOSE', 'SET_OPENING', 'READ'])
    expect(codes('MQTT-SENSOR')).toEqual(['READ'])
  })
})

describe('every device type', () => {
  const types = DEVICE_TYPES.filter(({ commands }) => commands)

  it.each(types.map((type) => [type.productNo, type] as const))('%s writes every command it lists', (_no, type) => {
    const codes = type.commands!.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    const params = { opening: 40 }
    const refused = codes.filter((code) => !type.encode!({ code, params }, { channel: 1, switches: reported }).ok)
    expect(refused).toEqual([])
    // A command that a newer one may replace, or that is sent again, must name a position.
    expect(type.commands!.filter(({ repeatsOthers, stateMaxAgeS }) => repeatsOthers && !stateMaxAgeS)).toEqual([])
  })
})

it('a movement has a stroke and a half and half a minute', () => {
  expect(execTimeoutS(60)).toBe(120)
  expect(CARRIERS.ONLINE).toMatchObject({ ttlS: 60, ackTimeoutS: 10, attempts: 3, queueCap: 20 })
  expect(CARRIERS.BEHIND_MASTER).toMatchObject({ ttlS: 300, ackTimeoutS: 30, attempts: 3, queueCap: 20 })
  expect(CARRIERS.SLEEPY).toMatchObject({ ttlS: 86_400, ackTimeoutS: 60, attempts: 2, queueCap: 20 })
})
