import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ModbusOrder, readModbusValue } from './modbus.values.ts'

type ModbusType = Parameters<typeof readModbusValue>[1]
type ModbusValue = NonNullable<ReturnType<typeof readModbusValue>>

const ORDERS: Record<number, readonly ModbusOrder[]> = {
  2: ['AB', 'BA'],
  4: ['ABCD', 'CDAB', 'BADC', 'DCBA'],
  8: ['ABCDEFGH', 'GHEFCDAB', 'BADCFEHG', 'HGFEDCBA'],
}

/** The registers of hex digits. */
const words = (hex: string) => (hex.match(/.{4}/g) ?? []).map((word) => Number.parseInt(word, 16))

const KNOWN: readonly [ModbusType, ModbusOrder, string, ModbusValue][] = [
  ['u16', 'AB', '1234', 0x1234],
  ['u16', 'BA', '1234', 0x3412],
  ['u16', 'AB', 'FFFF', 65535],
  ['i16', 'AB', 'FFFE', -2],
  ['i16', 'BA', '0080', -32768],
  ['u32', 'ABCD', '12345678', 0x12345678],
  ['u32', 'CDAB', '56781234', 0x12345678],
  ['u32', 'BADC', '34127856', 0x12345678],
  ['u32', 'DCBA', '78563412', 0x12345678],
  ['u32', 'ABCD', 'FFFFFFFF', 4294967295],
  ['i32', 'ABCD', 'FFFFFFFE', -2],
  ['i32', 'CDAB', '00008000', -2147483648],
  ['f32', 'ABCD', '42F6E979', Math.fround(123.456)],
  ['f32', 'CDAB', 'E97942F6', Math.fround(123.456)],
  ['f32', 'BADC', 'F64279E9', Math.fround(123.456)],
  ['f32', 'DCBA', '79E9F642', Math.fround(123.456)],
  ['u64', 'ABCDEFGH', '0001020304050607', 0x0001020304050607],
  ['u64', 'GHEFCDAB', '0607040502030001', 0x0001020304050607],
  ['u64', 'BADCFEHG', '0100030205040706', 0x0001020304050607],
  ['u64', 'HGFEDCBA', '0706050403020100', 0x0001020304050607],
  ['u64', 'ABCDEFGH', '001FFFFFFFFFFFFF', Number.MAX_SAFE_INTEGER],
  ['i64', 'ABCDEFGH', 'FFFFFFFFFFFFFFFE', -2],
  ['i64', 'ABCDEFGH', 'FFE0000000000001', Number.MIN_SAFE_INTEGER],
  ['f64', 'ABCDEFGH', '405EDD2F1A9FBE77', 123.456],
  ['f64', 'GHEFCDAB', 'BE771A9FDD2F405E', 123.456],
  ['f64', 'HGFEDCBA', '77BE9F1A2FDD5E40', 123.456],
  ['bcd16', 'AB', '1234', 1234],
  ['bcd16', 'BA', '3412', 1234],
  ['bcd32', 'ABCD', '12345678', 12345678],
  ['bcd32', 'CDAB', '56781234', 12345678],
  ['ascii', 'AB', '56414C5645', 'VALV'],
  ['ascii', 'BA', '41564C56', 'VAVL'],
]

test.each(KNOWN)('%s %s %s is %s', (type, order, hex, value) => {
  expect(readModbusValue(words(hex), type, order)).toBe(value)
})

test('a bit is one of sixteen, the least significant first, after the order', () => {
  const bits = (word: number, order: ModbusOrder) =>
    Array.from({ length: 16 }, (_, bit) => readModbusValue([word], 'bit', order, { bit })).flatMap((isOn, bit) =>
      isOn ? [bit] : [],
    )
  expect(bits(0x8005, 'AB')).toEqual([0, 2, 15])
  expect(bits(0x8005, 'BA')).toEqual([7, 8, 10])
  expect(readModbusValue([1], 'bit', 'AB')).toBe(true)
  expect(readModbusValue([0xfffe], 'bit', 'AB')).toBe(false)
  for (const bit of [-1, 16, 1.5]) expect(readModbusValue([1], 'bit', 'AB', { bit })).toBeNull()
})

test('a text has as many characters as are asked for, up to the first NUL, without the blanks behind', () => {
  const model = words('56313230302020200000')
  expect(readModbusValue(model, 'ascii', 'AB')).toBe('V1200')
  expect(readModbusValue(model, 'ascii', 'AB', { length: 3 })).toBe('V12')
  expect(readModbusValue(model, 'ascii', 'AB', { length: 10 })).toBe('V1200')
  expect(readModbusValue(model, 'ascii', 'AB', { length: 11 })).toBeNull()
  expect(readModbusValue(words('0041'), 'ascii', 'AB')).toBe('')
  expect(readModbusValue(words('4180'), 'ascii', 'AB')).toBeNull()
  expect(readModbusValue(words('411F'), 'ascii', 'AB')).toBeNull()
  expect(readModbusValue(words('207E'), 'ascii', 'AB')).toBe(' ~')
})

test('what cannot be said exactly is null', () => {
  const nothing: [ModbusType, ModbusOrder, string][] = [
    ['u64', 'ABCDEFGH', '0020000000000000'],
    ['u64', 'ABCDEFGH', 'FFFFFFFFFFFFFFFF'],
    ['i64', 'ABCDEFGH', 'FFE0000000000000'],
    ['i64', 'ABCDEFGH', '7FFFFFFFFFFFFFFF'],
    ['f32', 'ABCD', '7FC00000'],
    ['f32', 'ABCD', '7F800000'],
    ['f32', 'ABCD', 'FF800000'],
    ['f64', 'ABCDEFGH', '7FF0000000000000'],
    ['f64', 'ABCDEFGH', '7FF8000000000000'],
    ['bcd16', 'AB', '123A'],
    ['bcd16', 'AB', 'A123'],
    ['bcd32', 'ABCD', '1234567F'],
    ['u32', 'ABCD', '1234'],
    ['u16', 'AB', ''],
    ['u16', 'ABCD', '12345678'],
    ['u32', 'AB', '12345678'],
    ['f64', 'ABCD', '12345678'],
    ['ascii', 'ABCD', '41424344'],
  ]
  for (const [type, order, hex] of nothing)
    expect([type, hex, readModbusValue(words(hex), type, order)]).toEqual([type, hex, null])
  for (const word of [-1, 65536, 1.5, Number.NaN]) expect(readModbusValue([word], 'u16', 'AB')).toBeNull()
  for (const length of [-1, Number.NaN]) expect(readModbusValue([0x4141], 'ascii', 'AB', { length })).toBeNull()
})

test('registers behind the value are not looked at', () => {
  expect(readModbusValue([1, 70000], 'u16', 'AB')).toBe(1)
})

const VALUES: [ModbusType, fc.Arbitrary<number>, (view: DataView, value: number) => void][] = [
  ['u16', fc.integer({ min: 0, max: 0xffff }), (view, value) => view.setUint16(0, value)],
  ['i16', fc.integer({ min: -0x8000, max: 0x7fff }), (view, value) => view.setInt16(0, value)],
  ['u32', fc.integer({ min: 0, max: 0xffffffff }), (view, value) => view.setUint32(0, value)],
  ['i32', fc.integer(), (view, value) => view.setInt32(0, value)],
  ['f32', fc.float({ noNaN: true, noDefaultInfinity: true }), (view, value) => view.setFloat32(0, value)],
  ['u64', fc.maxSafeNat(), (view, value) => view.setBigUint64(0, BigInt(value))],
  ['i64', fc.maxSafeInteger(), (view, value) => view.setBigInt64(0, BigInt(value))],
  ['f64', fc.double({ noNaN: true, noDefaultInfinity: true }), (view, value) => view.setFloat64(0, value)],
  ['bcd16', fc.integer({ min: 0, max: 9999 }), (view, value) => view.setUint16(0, Number(`0x${value}`))],
  ['bcd32', fc.integer({ min: 0, max: 99999999 }), (view, value) => view.setUint32(0, Number(`0x${value}`))],
]

test.each(VALUES)(
  '%s: every value is read in every order from the bytes that a view of the platform writes',
  (type, values, set) => {
    const size = { 16: 2, 32: 4, 64: 8 }[type.replace(/\D/g, '')]!
    fc.assert(
      fc.property(values, (value) => {
        const view = new DataView(new ArrayBuffer(size))
        set(view, value)
        for (const order of ORDERS[size]!) {
          const wire = Array.from(order, (letter) => view.getUint8(letter.charCodeAt(0) - 65))
          const registers = Array.from({ length: size / 2 }, (_, n) => wire[2 * n]! * 256 + wire[2 * n + 1]!)
          expect(readModbusValue(registers, type, order)).toBe(value)
        }
      }),
    )
  },
)
