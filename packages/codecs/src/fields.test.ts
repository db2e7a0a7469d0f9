import { fromHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import type { FrameField } from './codec.ts'
import { sl651, type Sl651Message } from './index.ts'
import { codecByName } from './index.ts'
import { modbusRtu, modbusTcp } from './modbus/modbus.codec.ts'
import { MODBUS_VECTORS } from './modbus/modbus.vectors.ts'
import { SL651_VECTORS, SL651_VENDOR_GROUPS } from './sl651/sl651.vectors.ts'
import { tbMqtt, tbMqttFrame } from './tb-mqtt/tb-mqtt.codec.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

const text = (words: string) => Uint8Array.from(words, (letter) => letter.charCodeAt(0))
const fieldsOf = (hex: string) => sl651.fields(bytesOf(hex))
const named = (fields: readonly FrameField[], name: string) => fields.find((field) => field.name === name)

/** Fields, and the parts of each, follow each other from the first byte to the last. */
function expectCovered(fields: readonly FrameField[], length: number): void {
  let at = 0
  const wrong: unknown[] = []
  for (const field of fields) {
    if (field.from !== at) wrong.push({ field, at })
    let within = field.from
    for (const part of field.parts) {
      if (part.from !== within || part.to <= part.from) wrong.push({ part, within })
      within = part.to
    }
    if (within !== field.to) wrong.push({ field, within })
    at = field.to
  }
  expect(wrong).toEqual([])
  expect(at).toBe(length)
}

test.each(SL651_VECTORS)(
  '$hex: every byte belongs to one field, and every element of the message has its own',
  ({ hex }) => {
    const frame = bytesOf(hex)
    const fields = sl651.fields(frame)
    expectCovered(fields, frame.length)
    const message = sl651.decode(frame)
    const { body } = (message as { value: Sl651Message }).value
    const found = fields.filter(({ name }) => name === 'element').map(({ id }) => id)
    // The first of several packets shows the elements that are whole in it.
    const elements = body.kind === 'part' ? found : body.kind === 'report' ? body.elements.map(({ id }) => id) : []
    expect(found).toEqual(elements)
    expect(fields.filter(({ expected }) => expected !== undefined)).toEqual([])
  },
)

const REPORT = SL651_VECTORS.find(({ expected }) => expected['func'] === '30' && expected['direction'] === 'up')!.hex

test('a head says its values, an element its number, unit and size by the standard', () => {
  const fields = fieldsOf(REPORT)
  expect(named(fields, 'station')).toMatchObject({
    from: 3,
    to: 8,
    kind: 'address',
    value: '0012345678',
    group: 'head',
  })
  expect(named(fields, 'serial')).toMatchObject({ value: '3', kind: 'mark' })
  expect(named(fields, 'sendTime')).toMatchObject({ value: '2059-10-11 15:49:47', kind: 'time' })
  expect(fields.find(({ id }) => id === '38')).toMatchObject({
    value: '11.15',
    unit: 'V',
    clause: '38H N(4,2)',
    group: 'values',
    parts: [{ role: 'guide' }, { role: 'definition' }, { role: 'value' }],
  })
  expect(named(fields, 'stationInBody')).toMatchObject({ value: '0012345678 H' })
})

test('a value of nothing but F is missing, never zero', () => {
  const missing = fieldsOf(SL651_VENDOR_GROUPS.hex).find(({ id }) => id === 'F5')
  expect(missing).toMatchObject({ kind: 'missing', value: null, unit: 'm' })
})

test('the bytes from where reading stopped are unread, with the element they begin with', () => {
  const fields = fieldsOf(SL651_VENDOR_GROUPS.hex)
  const unread = fields.filter(({ kind }) => kind === 'unread')
  expect(unread).toHaveLength(1)
  expect(unread[0]).toMatchObject({ from: SL651_VENDOR_GROUPS.partialAt, value: null })
  expect(unread[0]!.name).toMatch(/^unread\.[0-9A-F]{2,4}$/)
  expect(fields.at(-1)).toMatchObject({ name: 'crc', kind: 'checksum' })
})

test('a damaged frame is taken apart as before, and its checksum says what it had to be', () => {
  const frame = bytesOf(REPORT)
  const right = sl651.fields(frame).at(-1)!.value
  frame[frame.length - 1]! ^= 1
  const fields = sl651.fields(frame)
  expectCovered(fields, frame.length)
  expect(fields.at(-1)).toMatchObject({ name: 'crc', expected: right })
  expect(fields.find(({ id }) => id === '38')).toMatchObject({ value: '11.15' })
})

test('an ASCII frame has its fields in characters', () => {
  const head = '01001234567812343000A0'
  const body = '000325061214000FTT 2506121400 Z 42.310 VT 12.36 '
  const bytes = Uint8Array.from([1, ...text('0100123456781234300050'), 2, ...text(body), 3, ...text('0000')])
  expect(head).toHaveLength(22)
  const fields = sl651.fields(bytes)
  expectCovered(fields, bytes.length)
  expect(named(fields, 'station')).toMatchObject({ value: '0012345678' })
  expect(fields.find(({ id }) => id === '39')).toMatchObject({ value: '42.310', unit: 'm', clause: 'Z' })
  expect(fields.at(-1)).toMatchObject({ name: 'crc', value: '0000', expected: expect.any(String) })
})

test('a publish has its topic and the members of its payload', () => {
  const payload = Uint8Array.from([
    ...text('{"ts":1749709911000,"values":{"opening":42.5,"name":"'),
    0xe9,
    0x98,
    0x80,
    ...text('","x":null}}'),
  ])
  const frame = tbMqttFrame('v1/devices/me/telemetry', payload)
  const fields = tbMqtt.fields(frame)
  expectCovered(fields, frame.length)
  expect(named(fields, 'topic')).toMatchObject({ value: 'v1/devices/me/telemetry', kind: 'address' })
  expect(named(fields, 'ts')).toMatchObject({ value: '1749709911000', kind: 'time' })
  const members = fields.filter(({ name }) => name === 'member')
  expect(members.map(({ id, value, kind }) => [id, value, kind])).toEqual([
    ['opening', '42.5', 'value'],
    ['name', '阀', 'value'],
    ['x', null, 'missing'],
  ])
})

test.each(MODBUS_VECTORS)('$protocol $hex: every byte belongs to one field, and nothing is wrong with it', (vector) => {
  const frame = bytesOf(vector.hex)
  const fields = codecByName.get(vector.protocol)!.fields(frame)
  expectCovered(fields, frame.length)
  expect(fields.filter(({ kind, expected }) => kind === 'unread' || expected !== undefined)).toEqual([])
  for (const name of ['unit', 'fc', 'start', 'quantity', 'byteCount', 'transaction', 'exceptionCode']) {
    const told = vector.expected[name]
    expect([name, told === undefined || named(fields, name)?.value === String(told)]).toEqual([name, true])
  }
  const registers = fields.filter(({ name }) => name === 'registers').map(({ value }) => Number(value))
  expect(registers).toEqual(vector.expected['registers'] ?? [])
})

test('a Modbus message has its clause, coils eight to a byte with the first in front, registers one by one', () => {
  const coils = modbusRtu.fields(bytesOf('110105CD6BB20E1B45E6'))
  expect(
    coils.map(({ name, id, value, clause, group, kind }) => [name, id, value, clause, group, kind]).slice(0, 5),
  ).toEqual([
    ['unit', undefined, '17', 'Serial Line 2.2', 'head', 'address'],
    ['fc', undefined, '1', '6.1', 'head', 'frame'],
    ['byteCount', undefined, '5', '6.1', 'body', 'frame'],
    ['coils', '0', '10110011', '6.1', 'values', 'value'],
    ['coils', '8', '11010110', '6.1', 'values', 'value'],
  ])
  expect(coils.at(-1)).toMatchObject({
    name: 'crc',
    clause: 'Serial Line 2.5.1.2',
    kind: 'checksum',
    group: 'tail',
    value: '45E6',
  })
  const registers = modbusTcp.fields(bytesOf('01020000000B01100000000204000A0102'))
  expect(
    registers.filter(({ name }) => name === 'registers').map(({ id, value, clause }) => [id, value, clause]),
  ).toEqual([
    ['0', '10', '6.12'],
    ['1', '258', '6.12'],
  ])
  expect(named(registers, 'length')).toMatchObject({ value: '11', clause: 'TCP/IP 3.1.3', kind: 'frame' })
  const clauses = ['01', '02', '03', '04', '05', '06', '0F', '10', '81'].map(
    (fc) => named(modbusRtu.fields(bytesOf(`01${fc}00010000FFFF`)), 'fc')!.clause,
  )
  expect(clauses).toEqual(['6.1', '6.2', '6.3', '6.4', '6.5', '6.6', '6.11', '6.12', '7'])
})

test('a Modbus frame that is refused says what had to be there, and is read as far as it goes', () => {
  const wrong = (fields: readonly FrameField[]) =>
    fields.flatMap(({ name, expected }) => (expected === undefined ? [] : [[name, expected]]))
  const rtu = (hex: string) => wrong(modbusRtu.fields(bytesOf(hex)))
  const tcp = (hex: string) => wrong(modbusTcp.fields(bytesOf(hex)))
  expect(rtu('1103006B00037688')).toEqual([['crc', '7687']])
  expect(tcp('00070000000601030000007E')).toEqual([['quantity', '1..125']])
  expect(tcp('0007000000060101000007D1')).toEqual([['quantity', '1..2000']])
  expect(tcp('000700000006010500ACFF01')).toEqual([['value', 'FF00, 0000']])
  expect(tcp('00070000000501030201020304')).toEqual([['length', '7']])
  expect(tcp('0007000000070103020102030405')).toEqual([
    ['length', '8'],
    ['byteCount', '4'],
  ])
  expect(tcp('0007000000050103020102')).toEqual([])
  expect(tcp('0007000100050103020102')).toEqual([['protocol', '0']])
  expect(tcp('0007000000090110000000010400AA')).toEqual([['byteCount', '2']])
  expect(tcp('000700000006010103E80008')).toEqual([])
  expect(tcp('000700000006010103000000')).toEqual([])
  expect(named(modbusTcp.fields(bytesOf('000700000006010103000000')), 'byteCount')).toMatchObject({ value: '3' })
  expect(named(modbusTcp.fields(bytesOf('000700000006010103E80008')), 'start')).toMatchObject({ value: '1000' })
  const unknown = modbusTcp.fields(bytesOf('000700000004012B0E01FF'))
  expect(unknown.map(({ name, from, to }) => [name, from, to]).slice(-4)).toEqual([
    ['unit', 6, 7],
    ['fc', 7, 8],
    ['unread', 8, 10],
    ['unread', 10, 11],
  ])
})

test('a Modbus frame that is cut short is read up to there, and its checksum is none of its message', () => {
  const told = (fields: readonly FrameField[]) => fields.map(({ name, from, to, group }) => [name, from, to, group])
  expect(told(modbusRtu.fields(bytesOf('1110006B00AABB')))).toEqual([
    ['unit', 0, 1, 'head'],
    ['fc', 1, 2, 'head'],
    ['start', 2, 4, 'body'],
    ['unread', 4, 5, 'body'],
    ['crc', 5, 7, 'tail'],
  ])
  expect(told(modbusRtu.fields(bytesOf('01070000'))).at(-1)).toEqual(['crc', 2, 4, 'tail'])
  expect(told(modbusRtu.fields(bytesOf('010700'))).at(-1)).toEqual(['unread', 2, 3, 'body'])
  expect(told(modbusRtu.fields(bytesOf('1106000100039A9B'))).slice(2, 4)).toEqual([
    ['address', 2, 4, 'body'],
    ['value', 4, 6, 'values'],
  ])
  // A length that cannot be does not hide the message.
  expect(told(modbusTcp.fields(bytesOf('000700000000010300000001'))).slice(-2)).toEqual([
    ['start', 8, 10, 'body'],
    ['quantity', 10, 12, 'body'],
  ])
})

test('no bytes are too strange: fields cover them and nothing is thrown', () => {
  const whole = [
    ...[...SL651_VECTORS, ...MODBUS_VECTORS].map(({ hex }) => bytesOf(hex)),
    tbMqttFrame('v1/devices/me/telemetry', text('{"a":1')),
  ]
  let tried = 0
  for (const codec of codecByName.values())
    for (const frame of whole)
      for (let length = 0; length <= frame.length; length += 3) {
        const cut = Uint8Array.from(frame.subarray(0, length))
        expectCovered(codec.fields(cut), length)
        if (length > 0) cut[length >> 1]! ^= 0x5a
        expectCovered(codec.fields(cut), length)
        tried++
      }
  expect(tried).toBeGreaterThan(1000)
})
