import { crc16Modbus, fromHex, toHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import { modbusRtu, modbusTcp } from './modbus.codec.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

/** The RTU frame of unit and message, with the CRC that belongs to it. */
function sealed(hex: string): Uint8Array {
  const crc = crc16Modbus(bytesOf(hex))
  return bytesOf(hex + toHex(Uint8Array.of(crc & 0xff, crc >> 8)))
}

/** The TCP frame of unit and message. */
const wrapped = (hex: string) => bytesOf(`0007000000${toHex(Uint8Array.of(hex.length / 2))}${hex}`)

/** What both transports say of unit and message, without unit and transaction. */
function readings(hex: string): [Record<string, unknown>, Record<string, unknown>] {
  const rtu = modbusRtu.decode(sealed(hex))
  const tcp = modbusTcp.decode(wrapped(hex))
  if (!rtu.ok || !tcp.ok) throw new Error(`${hex} is no message`)
  expect([rtu.value.unit, tcp.value.unit, tcp.value.transaction]).toEqual([bytesOf(hex)[0], bytesOf(hex)[0], 7])
  return [modbusRtu.describe(rtu.value, sealed(hex)), modbusTcp.describe(tcp.value, wrapped(hex))]
}

/** The fault of unit and message, at its offset in them; the same over both transports. */
function faultOf(hex: string): { kind: string; at: number } | undefined {
  const [rtu, tcp] = [modbusRtu.decode(sealed(hex)), modbusTcp.decode(wrapped(hex))]
  expect(rtu.ok).toBe(tcp.ok)
  if (rtu.ok || tcp.ok) return undefined
  expect(rtu.error).toEqual({ ...tcp.error, at: tcp.error.at - 6 })
  return rtu.error
}

const CD = [1, 0, 1, 1, 0, 0, 1, 1]
const bools = (bits: readonly number[]) => bits.map(Boolean)

const READINGS: readonly [string, string, Record<string, unknown>, Record<string, unknown>?][] = [
  ['01 request', '110100130025', { fc: 1, dir: 'request', start: 19, quantity: 37 }],
  ['01 response', '1101 02 CD01', { fc: 1, dir: 'response', byteCount: 2, bitsHex: 'CD01' }],
  ['02 request', '110200C40016', { fc: 2, dir: 'request', start: 196, quantity: 22 }],
  ['02 response', '1102 03 ACDB35', { fc: 2, dir: 'response', byteCount: 3, bitsHex: 'ACDB35' }],
  ['03 request', '1103006B0003', { fc: 3, dir: 'request', start: 107, quantity: 3 }],
  ['03 response', '110306AE4156524340', { fc: 3, dir: 'response', byteCount: 6, registers: [44609, 22098, 17216] }],
  ['04 request', '110400080001', { fc: 4, dir: 'request', start: 8, quantity: 1 }],
  ['04 response', '110402000A', { fc: 4, dir: 'response', byteCount: 2, registers: [10] }],
  ['06 both', '110600010003', { fc: 6, dir: 'request-or-response', address: 1, value: 3 }],
  ['0F response', '110F0013000A', { fc: 15, dir: 'response', start: 19, quantity: 10 }],
  [
    '10 request',
    '11100001000204000A0102',
    { fc: 16, dir: 'request', start: 1, quantity: 2, byteCount: 4, registers: [10, 258] },
  ],
  ['10 response', '111000010002', { fc: 16, dir: 'response', start: 1, quantity: 2 }],
  ...[1, 2, 3, 4, 5, 6, 15, 16].map((fc): [string, string, Record<string, unknown>] => [
    `exception of ${fc}`,
    `0A${toHex(Uint8Array.of(fc + 128))}0B`,
    { fc: fc + 128, dir: 'exception', exceptionCode: 11 },
  ]),
  ['exception of a function that is not read', '0AAB01', { fc: 171, dir: 'exception', exceptionCode: 1 }],
  ['an exception with a code of its own', '0A83FE', { fc: 131, dir: 'exception', exceptionCode: 254 }],
]

test.each(READINGS)('%s reads the same over both transports', (_, hex, expected) => {
  for (const reading of readings(hex.replaceAll(' ', '')))
    expect(reading).toMatchObject({ unit: bytesOf(hex.slice(0, 2))[0], ...expected })
})

test('coils are booleans over RTU and bits over TCP, one for each bit, the least significant first', () => {
  const [rtu, tcp] = readings('110102CD01')
  expect(rtu['coils']).toEqual(bools([...CD, 1, 0, 0, 0, 0, 0, 0, 0]))
  expect(tcp['bits']).toEqual([...CD, 1, 0, 0, 0, 0, 0, 0, 0])
  expect([rtu['bits'], tcp['coils']]).toEqual([undefined, undefined])
})

test('a request to write coils has as many as its quantity, and its bytes as they came', () => {
  const [rtu, tcp] = readings('110F0013000A02CDFD')
  const told = { start: 19, quantity: 10, byteCount: 2, bitsHex: 'CDFD', dir: 'request', fc: 15 }
  expect(rtu).toEqual({ unit: 17, ...told, coils: bools([...CD, 1, 0]) })
  expect(tcp).toEqual({ transaction: 7, unit: 17, ...told, bits: [...CD, 1, 0] })
})

test('a coil that is written is a boolean over RTU and the word of the wire over TCP', () => {
  expect(readings('110500ACFF00').map(({ value }) => value)).toEqual([true, 0xff00])
  expect(readings('110500AC0000').map(({ value }) => value)).toEqual([false, 0])
})

test('of eight bytes that are a request and an answer of three bytes of coils the quantity decides', () => {
  expect(readings('010103E80008')[0]).toEqual({ unit: 1, fc: 1, dir: 'request', start: 1000, quantity: 8 })
  expect(readings('010103E807D0')[0]).toMatchObject({ dir: 'request', quantity: 2000 })
  expect(readings('010103E807D1')[0]).toMatchObject({ dir: 'response', bitsHex: 'E807D1' })
  expect(readings('110103CD6B05')[0]).toMatchObject({ dir: 'response', bitsHex: 'CD6B05' })
  expect(readings('010103000000')[0]).toMatchObject({ dir: 'response', bitsHex: '000000' })
  expect(readings('0102030000FF')[0]).toMatchObject({ dir: 'request', start: 768, quantity: 255 })
  // Three bytes are no registers.
  expect(readings('010303E8007D')[0]).toMatchObject({ dir: 'request', start: 1000, quantity: 125 })
})

/** Unit and message, and where they go wrong. */
const INVALID: readonly [string, string, number][] = [
  ['no registers asked for', '010300000000', 4],
  ['126 registers asked for', '01030000007E', 4],
  ['126 registers asked for from where a count would stand', '01040400007E', 4],
  ['2001 bits asked for', '0101000007D1', 4],
  ['no bits asked for', '010200000000', 4],
  ['a count that is less than there is', '0103020001000200', 2],
  ['a count that is more than there is', '01030600010002', 2],
  ['a count of halves of registers', '010301AA', 2],
  ['a count of nothing', '010100', 2],
  ['bits beyond 2000', `0101FB${'00'.repeat(251)}`, 2],
  ['a coil neither on nor off', '010500ACFF01', 4],
  ['a coil that is 1', '010500AC0001', 4],
  ['a write of one that is too short', '0106000100', 5],
  ['a write of one that is too long', '01060001000300', 6],
  ['no coils written', '010F0000000000', 4],
  ['no coils said to be written', '010F00000000', 4],
  ['1969 coils said to be written', '010F000007B1', 4],
  ['124 registers said to be written', '01100000007C', 4],
  ['124 registers written', `01100000007CF8${'00'.repeat(246)}`, 4],
  ['a count that is not that of the coils', '010F0000000A01FF', 6],
  ['a count that is not that of the registers', '011000000001030000AA', 6],
  ['coils that are fewer than their count', '010F0000000A02FF', 6],
  ['registers that are more than their count', '0110000000010200000000', 6],
  ['a write that has no quantity', '0110000000', 5],
  ['a read that has nothing', '0103', 2],
  ['an exception with more than its code', '01830200', 3],
]

test.each(INVALID)('%s is invalid: %s at %i', (_, hex, at) => {
  expect(faultOf(hex)).toEqual({ kind: 'invalid', at })
})

test('what the limits allow is read', () => {
  const allowed = [
    '0103FFFF007D',
    '0101FFFF07D0',
    `0103FA${'00'.repeat(250)}`,
    `0102FA${'00'.repeat(250)}`,
    '010F000007B0',
    '01100000007B',
    `010F000007B0F6${'FF'.repeat(246)}`,
    `01100000007BF6${'00'.repeat(246)}`,
    '010F0000000101FF',
  ]
  for (const hex of allowed) expect(faultOf(hex)).toBeUndefined()
})

test('a function that is not read is unsupported at its code, and so is a code that does not exist', () => {
  for (const fc of ['00', '07', '08', '0B', '11', '16', '17', '2B', '7F', '80']) {
    expect(faultOf(`01${fc}0001`)).toEqual({ kind: 'unsupported', at: 1 })
  }
})

test('RTU: a wrong CRC comes before everything else that is wrong', () => {
  const fault = (hex: string) => modbusRtu.decode(bytesOf(hex))
  const checksum = (at: number) => ({ ok: false, error: { kind: 'checksum', at } })
  expect(fault('1103006B00037688')).toEqual(checksum(6))
  expect(fault('0107000000')).toEqual(checksum(3))
  expect(fault('010302000A3844')).toEqual(checksum(5))
  expect(fault('0103000000000000')).toEqual(checksum(6))
  // The published frame with its CRC bytes swapped.
  expect(fault('01830230F1')).toEqual(checksum(3))
  expect(fault('01030400070003F30B')).toEqual(checksum(7))
  // Bytes behind a frame; with 00 behind it a CRC still holds, so that the length is what is wrong.
  expect(fault('1103006B0003768701')).toEqual(checksum(7))
  expect(fault('1103006B0003768700')).toEqual({ ok: false, error: { kind: 'invalid', at: 2 } })
  // Longer than a frame can be.
  expect(modbusRtu.decode(sealed(`0103FC${'00'.repeat(252)}`))).toEqual({
    ok: false,
    error: { kind: 'invalid', at: 2 },
  })
})

test('RTU: eight bytes of a write of several are cut short where quantity and count agree, else damaged', () => {
  const head = modbusRtu.decode(bytesOf('110F0013000A02CD'))
  expect(head).toEqual({ ok: false, error: { kind: 'truncated', at: 8 } })
  expect(modbusRtu.decode(bytesOf('110F0013000A2698'))).toEqual({ ok: false, error: { kind: 'checksum', at: 6 } })
})

test('TCP: header and length', () => {
  const fault = (hex: string) => modbusTcp.decode(bytesOf(hex))
  const wrong = (kind: string, at: number) => ({ ok: false, error: { kind, at } })
  expect(fault('010200010006010100000002')).toEqual(wrong('invalid', 2))
  expect(fault('010201000006010100000002')).toEqual(wrong('invalid', 2))
  expect(fault('010200000106010100000002')).toEqual(wrong('invalid', 4))
  expect(fault('0102000000FF0101')).toEqual(wrong('invalid', 4))
  expect(fault('01020000000101')).toEqual(wrong('invalid', 4))
  expect(fault('010200000007010100000002')).toEqual(wrong('truncated', 12))
  expect(fault('01020000000501010000')).toEqual(wrong('truncated', 10))
  expect(fault('01020000000601010000000200')).toEqual(wrong('invalid', 12))
  expect(fault('01020000000201')).toEqual(wrong('truncated', 7))
  expect(fault('0102000000020107')).toEqual(wrong('unsupported', 7))
  // Published with a length that is wrong.
  expect(fault('03E80000000D0110').ok).toBe(false)
})
