import { crc16Modbus, fromHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import { sl651 } from './sl651.codec.ts'
import { readNumber } from './sl651.element.ts'
import { sl651Element } from './sl651.element-builder.ts'
import { SL651_ELEMENTS, SL651_ELEMENTS_BY_ASCII } from './sl651.elements.ts'
import type { Sl651Message } from './sl651.messages.ts'
import { SL651_STATUS_BITS, sl651StatusHex } from './sl651.status.ts'

function number(hex: string, decimals: number): number | null {
  const bytes = fromHex(hex)
  return bytes.ok ? readNumber(bytes.value, 0, bytes.value.length, decimals) : null
}

test('values are BCD, FF in front is minus, all F and all A are missing', () => {
  expect(number('00014420', 3)).toBe(14.42)
  expect(number('FF00000172', 2)).toBe(-1.72)
  expect(number('FF0012', 1)).toBe(-1.2)
  expect(number('FFFFFFFF', 3)).toBeNull()
  expect(number('AAAA', 1)).toBeNull()
  expect(number('FF', 0)).toBeNull()
  expect(number('', 0)).toBeNull()
  expect(Object.is(number('FF00', 0), 0)).toBe(true)
})

test('what is no BCD is null, not a wrong number', () => {
  expect(number('0A', 0)).toBeNull()
  expect(number('FFFF01', 0)).toBeNull()
  expect(number('F012', 0)).toBeNull()
  expect(number(`0${'9'.repeat(19)}`, 0)).toBeNull()
})

test('elements are written by the table: bytes for the digits, minus takes one more', () => {
  expect(sl651Element('39', 14.42)).toEqual({
    id: '39',
    def: '23',
    raw: '00014420',
    value: 14.42,
    decimals: 3,
    at: null,
  })
  expect(sl651Element('02', -3.5)).toMatchObject({ def: '19', raw: 'FF0035', value: -3.5 })
  expect(sl651Element('68', 1.5)).toMatchObject({ def: '2A', raw: '0000000150' })
  expect(sl651Element('38', null)).toMatchObject({ def: '12', raw: 'FFFF', value: null })
  expect(sl651Element('38', 12.204)).toMatchObject({ raw: '1220', value: 12.2 })
  expect(sl651Element('FF22', 0.11, '2026-07-01 06:00', { digits: 6, decimals: 3 })).toMatchObject({
    id: 'FF22',
    def: '1B',
    raw: '000110',
    at: '2026-07-01 06:00',
  })
})

test('what cannot be written is null', () => {
  expect(sl651Element('38', 1000)).toBeNull()
  expect(sl651Element('FF22', 1)).toBeNull()
  expect(sl651Element('38', Number.NaN)).toBeNull()
  expect(sl651Element('45', '12')).toBeNull()
  expect(sl651Element('F3', 'XY')).toBeNull()
  expect(sl651Element('38', 'AB')).toBeNull()
  expect(sl651Element('F4', [1, 2])).toBeNull()
  expect(sl651Element('F4', Array(12).fill(25.5))).toBeNull()
  expect(sl651Element('F4', 1)).toBeNull()
  expect(sl651Element('39', [1, -1])).toBeNull()
})

/** A report with these bytes behind serial number and time, a timed one by default, or its fault. */
function messageOf(content: string, func = '32'): Sl651Message | string {
  const length = (8 + content.length / 2).toString(16).toUpperCase().padStart(3, '0')
  const open = fromHex(`7E7E02001234567804D2${func}0${length}020001260701080000${content}03`)
  if (!open.ok) throw new Error(`no hex at ${open.error}`)
  const crc = crc16Modbus(open.value)
  const message = sl651.decode(Uint8Array.of(...open.value, crc >> 8, crc & 0xff))
  return message.ok ? message.value : `${message.error.kind} at ${message.error.at}`
}

/** Its body, where all of it was read. */
function frameOf(content: string, func?: string): unknown {
  const message = messageOf(content, func)
  return typeof message === 'string' || message.partial ? message : message.body
}

function partialOf(content: string): unknown {
  const message = messageOf(content)
  return typeof message === 'string' ? message : message.partial
}

test('the station type may be there or not, before a time or an element', () => {
  expect(frameOf('F1F1001234567848F0F0260701080038121220')).toMatchObject({
    stationType: '48',
    obsTime: '2026-07-01 08:00',
  })
  expect(frameOf('F1F10012345678F0F0260701080038121220')).toMatchObject({
    stationType: null,
    obsTime: '2026-07-01 08:00',
    elements: [{ id: '38' }],
  })
  expect(frameOf('F1F10012345678392300014420')).toMatchObject({
    stationType: null,
    elements: [{ id: '39', value: 14.42 }],
  })
  expect(frameOf('F1F1001234567838121220')).toMatchObject({ stationType: null, elements: [{ id: '38' }] })
})

test('the values of a period end where a new time is announced, and the station type may stand before its time step', () => {
  const hour = (digits: string) => `F0F02607010${digits}00`
  expect(frameOf(`F1F1001234567848041800000539230001442000014430${hour('9')}392300014440`, '31')).toMatchObject({
    stationType: '48',
    timeStep: '000005',
    elements: [
      { id: '39', value: [14.42, 14.43], at: null },
      { id: '39', value: [14.44], at: '2026-07-01 09:00' },
    ],
  })
})

test('the time may come before the station', () => {
  expect(frameOf('F0F02607010800F1F100123456784838121220')).toMatchObject({
    station: '0012345678',
    stationType: '48',
    obsTime: '2026-07-01 08:00',
    elements: [{ id: '38', at: '2026-07-01 08:00' }],
  })
})

test('odd widths, unknown ids and empty values are kept as they are', () => {
  expect(frameOf('7711123480081F8103FF05087F')).toMatchObject({
    elements: [
      { id: '77', raw: '1234', value: 123.4 },
      { id: '80', raw: '1F', value: null },
      { id: '81', def: '03', raw: '', value: null },
      { id: 'FF05', raw: '7F', value: null },
    ],
  })
})

test('an element cut short ends what is read at the place it starts', () => {
  expect(partialOf('38121220392300')).toEqual({ at: 26, rest: '392300' })
  expect(partialOf('38')).toEqual({ at: 22, rest: '38' })
  expect(partialOf('F4600500')).toEqual({ at: 22, rest: 'F4600500' })
  expect(partialOf('F0F02607')).toEqual({ at: 22, rest: 'F0F02607' })
  expect(partialOf('FF')).toEqual({ at: 22, rest: 'FF' })
})

const hexId = (id: number) => id.toString(16).toUpperCase().padStart(2, '0')

test('the tables hold the ids of the standard once each', () => {
  expect(SL651_ELEMENTS.size).toBe(SL651_ELEMENTS_BY_ASCII.size)
  expect(SL651_ELEMENTS.get('2F')).toEqual({
    id: '2F',
    key: 'intakeFlow8',
    unit: 'm3/s',
    digits: 9,
    decimals: 3,
    ascii: 'Q8',
  })
  expect(SL651_ELEMENTS.get('FC')?.key).toBe('levelSeries8')
  const known = Array.from({ length: 0x75 }, (_, i) => i + 1).filter((id) => SL651_ELEMENTS.has(hexId(id)))
  expect(known).toHaveLength(0x74)
  expect(known).not.toContain(4)
  const keys = [...SL651_ELEMENTS.values()].map((rule) => rule.key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('status bits are written by their names', () => {
  expect(sl651StatusHex(['acLost', 'doorClosed', 'pumpStopped'])).toBe('00000481')
  expect(sl651StatusHex([...SL651_STATUS_BITS])).toBe('00000FFF')
  expect(sl651StatusHex([])).toBe('00000000')
})
