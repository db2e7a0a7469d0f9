import { describe, expect, it } from 'vitest'
import { DEVICE_TYPES, deviceTypeOf } from './catalogue.ts'
import { CARRIERS, encodeTbValve, execTimeoutS, targetOf, TB_VALVE_COMMANDS } from './command.ts'

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

describe('the default commands over MQTT', () => {
  it('are methods of ThingsBoard rpc', () => {
    const context = { channel: 1, switches: null }
    const rpc = (code: string, params = {}) => {
      const encoded = encodeTbValve({ code, params }, context)
      return encoded.ok && encoded.value.protocol === 'TB_MQTT' && [encoded.value.method, encoded.value.params]
    }
    expect(rpc('OPEN')).toEqual(['setValve', { opening: 100 }])
    expect(rpc('CLOSE')).toEqual(['setValve', { opening: 0 }])
    expect(rpc('SET_OPENING', { opening: 40 })).toEqual(['setValve', { opening: 40 }])
    expect(rpc('STOP')).toEqual(['stopValve', {}])
    expect(rpc('READ')).toEqual(['getTelemetry', {}])
    expect(rpc('DANCE')).toBe(false)
  })

  it('say where they want the valve', () => {
    const target = (code: string, params = {}) => targetOf(TB_VALVE_COMMANDS.find((def) => def.code === code)!, params)
    expect(target('OPEN')).toEqual({ opening: 100 })
    expect(target('SET_OPENING', { opening: 40 })).toEqual({ opening: 40 })
    expect(target('STOP')).toEqual({ opening: null })
    expect(target('READ')).toBeNull()
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
    // What a newer one replaces, or is sent again, must say where to be.
    expect(type.commands!.filter(({ repeatsOthers, stateMaxAgeS }) => repeatsOthers && !stateMaxAgeS)).toEqual([])
  })
})

it('a movement has a stroke and a half and half a minute', () => {
  expect(execTimeoutS(60)).toBe(120)
  expect(CARRIERS.ONLINE).toMatchObject({ ttlS: 60, ackTimeoutS: 10, attempts: 3, queueCap: 20 })
})
