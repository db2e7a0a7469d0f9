import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ModbusOrder,
  modbusWordsOf,
  type ModbusType,
  type ModbusValue,
  readModbusValue,
  writeModbusValue,
} from './modbus.values.ts'

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

test.each(KNOWN)('%s %s %s is %s, and the other way', (type, order, hex, value) => {
  expect(readModbusValue(words(hex), type, order)).toBe(value)
  expect(writeModbusValue(value, type, order)).toEqual(words(hex))
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
  expect(writeModbusValue(true, 'bit', 'AB')).toBeNull()
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
  expect(writeModbusValue('V12', 'ascii', 'AB', { length: 6 })).toEqual(words('563132000000'))
  expect(writeModbusValue('V12', 'ascii', 'BA', { length: 3 })).toEqual(words('31560032'))
  expect(writeModbusValue('V12', 'ascii', 'AB', { length: 2 })).toBeNull()
  expect(writeModbusValue('阀', 'ascii', 'AB')).toBeNull()
  expect(writeModbusValue('a\n', 'ascii', 'AB')).toBeNull()
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

test('what does not fit is not written', () => {
  const nothing: [ModbusType, ModbusOrder, ModbusValue][] = [
    ['u16', 'AB', 65536],
    ['u16', 'AB', -1],
    ['u16', 'AB', 1.5],
    ['u16', 'AB', Number.NaN],
    ['u16', 'AB', '1'],
    ['u16', 'AB', true],
    ['u16', 'ABCD', 1],
    ['i16', 'AB', 32768],
    ['i16', 'AB', -32769],
    ['u32', 'ABCD', 4294967296],
    ['u32', 'ABCD', -1],
    ['u32', 'AB', 1],
    ['i32', 'ABCD', 2147483648],
    ['i32', 'ABCD', -2147483649],
    ['u64', 'ABCDEFGH', -1],
    ['u64', 'ABCDEFGH', 2 ** 53],
    ['i64', 'ABCDEFGH', -(2 ** 53)],
    ['f32', 'ABCD', 1e39],
    ['f32', 'ABCD', Number.NaN],
    ['f64', 'ABCDEFGH', Number.POSITIVE_INFINITY],
    ['bcd16', 'AB', 10000],
    ['bcd16', 'AB', -1],
    ['bcd16', 'AB', 0.5],
    ['bcd32', 'ABCD', 100000000],
    ['ascii', 'AB', 41],
    ['ascii', 'ABCD', 'AB'],
  ]
  for (const [type, order, value] of nothing)
    expect([type, value, writeModbusValue(value, type, order)]).toEqual([type, value, null])
})

test('the number of registers', () => {
  const of = (...types: ModbusType[]) => types.map((type) => modbusWordsOf(type))
  expect(of('bit', 'u16', 'i16', 'bcd16')).toEqual([1, 1, 1, 1])
  expect(of('u32', 'i32', 'f32', 'bcd32')).toEqual([2, 2, 2, 2])
  expect(of('u64', 'i64', 'f64')).toEqual([4, 4, 4])
  expect([0, 1, 2, 3].map((length) => modbusWordsOf('ascii', length))).toEqual([0, 1, 1, 2])
  // Further registers are not looked at.
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
  '%s: every value comes back in every order, with the bytes that a view of the platform writes',
  (type, values, set) => {
    const size = modbusWordsOf(type) * 2
    fc.assert(
      fc.property(values, (value) => {
        const view = new DataView(new ArrayBuffer(size))
        set(view, value)
        const letters = Array.from(
          new Uint8Array(view.buffer),
          (byte, i) => [String.fromCharCode(65 + i), byte] as const,
        )
        const byteOf = new Map(letters)
        for (const order of ORDERS[size]!) {
          const written = writeModbusValue(value, type, order)!
          const wire = written.flatMap((word) => [word >> 8, word & 255])
          expect(wire).toEqual(Array.from(order, (letter) => byteOf.get(letter)))
          expect(readModbusValue(written, type, order)).toBe(value)
        }
      }),
    )
  },
)

test('any registers are read or are null, and what is read is written back', () => {
  const types: ModbusType[] = ['u16', 'i16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64', 'bcd16', 'bcd32', 'ascii', 'bit']
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }),
      fc.nat(3),
      (type, registers, which) => {
        const size = type === 'ascii' ? 2 : modbusWordsOf(type) * 2
        const order = ORDERS[size]![which % ORDERS[size]!.length]!
        const value = readModbusValue(registers, type, order)
        const isExact = value !== null && type !== 'ascii' && type !== 'bit'
        const written = isExact ? writeModbusValue(value, type, order) : registers.slice(0, size / 2)
        expect(written).toEqual(registers.slice(0, size / 2))
      },
    ),
    { numRuns: 3000 },
  )
})
