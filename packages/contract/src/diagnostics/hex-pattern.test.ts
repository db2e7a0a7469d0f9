import { expect, test } from 'vitest'
import { findHexPattern, readHexPattern } from './hex-pattern.ts'

const find = (pattern: string, bytes: readonly number[]) => findHexPattern(bytes, readHexPattern(pattern)!)

test('a pattern is read with or without blanks, in any case', () => {
  expect(readHexPattern('7e7E ?? ** 03')).toEqual([[0x7e, 0x7e, null], [3]])
  expect(readHexPattern('7E7E??**03')).toEqual([[0x7e, 0x7e, null], [3]])
})

test('half a byte, other letters and too many bytes are no pattern; nothing asks for nothing', () => {
  for (const text of ['7', '7E7', '7G', '?', '***', 'AB'.repeat(65)]) expect(readHexPattern(text)).toBeNull()
  for (const text of ['', '  ', '**', '** **']) expect(readHexPattern(text)).toBeUndefined()
})

test('it is found on whole bytes only', () => {
  expect(find('7E', [0x07, 0xe0])).toBeUndefined()
  expect(find('7E', [0x07, 0x7e])).toEqual([{ from: 1, to: 2 }])
})

test('one mark stands for exactly one byte, two for any number of them', () => {
  expect(find('01 ?? 03', [1, 2, 3])).toEqual([{ from: 0, to: 3 }])
  expect(find('01 ?? 03', [1, 3])).toBeUndefined()
  expect(find('01 ** 03', [1, 3])).toEqual([
    { from: 0, to: 1 },
    { from: 1, to: 2 },
  ])
  expect(find('01 ** 03', [9, 1, 2, 2, 3])).toEqual([
    { from: 1, to: 2 },
    { from: 4, to: 5 },
  ])
  expect(find('01 ** 03', [3, 1])).toBeUndefined()
  expect(find('01 ??', [1])).toBeUndefined()
})
