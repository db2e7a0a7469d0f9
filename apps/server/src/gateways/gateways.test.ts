import { expect, test } from 'vitest'
import { GATEWAYS } from './gateways.ts'
import { tbMqttGateway } from './mqtt/tb-mqtt.gateway.ts'
import { sl651Gateway } from './sl651/sl651.gateway.ts'

test('a station password is four hex digits and never one that stations ship with', () => {
  const { identification } = sl651Gateway
  if (identification.by !== 'ADDRESS') throw new Error('stations have addresses')
  expect(identification.drawPassword(() => 0)).toBe('0001')
  expect(identification.drawPassword((below) => below - 1)).toBe('FFFE')
  expect(['beef', 'xyz', '12345', ''].map((text) => identification.readPassword(text))).toEqual([
    'BEEF',
    null,
    null,
    null,
  ])
})

test('a token is twenty letters and digits', () => {
  const { identification } = tbMqttGateway
  if (identification.by !== 'TOKEN') throw new Error('these devices have tokens')
  expect(identification.drawToken((below) => below - 1)).toBe('9'.repeat(20))
  expect(identification.drawToken(() => 0)).toMatch(/^[A-Za-z0-9]{20}$/)
})

test('no two protocols share a name, a variable, a port or a model', () => {
  const ports = GATEWAYS.flatMap((gateway) => gateway.ports)
  const all: (string | number)[][] = [
    GATEWAYS.map(({ protocol }) => protocol),
    ports.map(({ variable }) => variable),
    ports.map(({ fallback }) => fallback),
    GATEWAYS.flatMap(({ models }) => models.map(({ productNo }) => productNo)),
  ]
  for (const names of all) expect(new Set(names).size).toBe(names.length)
  for (const { protocol, codec, models } of GATEWAYS) {
    expect([codec.protocol, ...models.map((model) => model.protocol)]).toEqual([
      protocol,
      ...models.map(() => protocol),
    ])
  }
})

test('the first bytes tell a protocol, and as long as they may be of several nothing is decided', () => {
  const whose = (hex: string) => {
    const bytes = new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
    return GATEWAYS.map(({ beginsWith }) => beginsWith?.(bytes))
  }
  const undecided = undefined
  expect(whose('')).toEqual([undecided, undecided])
  expect(whose('7E')).toEqual([undecided, false])
  expect(whose('7E 7E')).toEqual([true, false])
  expect(whose('7E 10')).toEqual([false, false])
  expect(whose('01')).toEqual([undecided, false])
  expect(whose('01 30')).toEqual([true, false])
  expect(whose('01 00')).toEqual([false, false])
  expect(whose('10')).toEqual([false, undecided])
  expect(whose('10 20 00 04 4D 51 54')).toEqual([false, undecided])
  expect(whose('10 20 00 04 4D 51 54 54')).toEqual([false, true])
  expect(whose('10 80 80 80 01 00 06 4D 51 49 73 64 70')).toEqual([false, true])
  expect(whose('10 80 80 80 80 00 04')).toEqual([false, false])
  expect(whose('10 20 00 05')).toEqual([false, false])
  expect(whose('10 20 00 04 4D 51 49')).toEqual([false, false])
  expect(whose('16 03 01')).toEqual([false, false])
})
