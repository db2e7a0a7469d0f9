import { fromHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import type { FrameField } from './codec.ts'
import { sl651, type Sl651Message } from './index.ts'
import { codecByName } from './index.ts'
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
  for (const field of fields) {
    expect(field.from).toBe(at)
    let within = field.from
    for (const part of field.parts) {
      expect(part.from).toBe(within)
      expect(part.to).toBeGreaterThan(part.from)
      within = part.to
    }
    expect(within).toBe(field.to)
    at = field.to
  }
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

test('no bytes are too strange: fields cover them and nothing is thrown', () => {
  const whole = [
    ...SL651_VECTORS.map(({ hex }) => bytesOf(hex)),
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
