import { expect, test } from 'vitest'
import { StrangerBudget } from './stranger-budget.ts'

const ROW = 200
const HOUR = 3_600_000
const LIMITS = { addressBytes: 10 * ROW, allBytes: 16 * ROW, addressRows: 100, allRows: 100 }

function budget(limits = {}) {
  const clock = { now: 0 }
  const made = new StrangerBudget({ ...LIMITS, ...limits }, () => clock.now)
  const rows = (address: string, tries: number, bytes = 0) =>
    Array.from({ length: tries }, () => made.take(address, bytes)).filter(Boolean).length
  return { made, clock, rows }
}

test('an address stores half an hour’s bytes at once and then what its hour gives; another has its own', () => {
  const { clock, rows } = budget()
  expect(rows('192.0.2.1', 20)).toBe(5)
  expect(rows('192.0.2.2', 1)).toBe(1)
  clock.now = HOUR / 10 - 1
  expect(rows('192.0.2.1', 20)).toBe(0)
  clock.now = HOUR / 10
  expect(rows('192.0.2.1', 20)).toBe(1)
  clock.now = 10 * HOUR
  expect(rows('192.0.2.1', 20)).toBe(5)
})

test('all addresses together store no more than the total, and a refused frame uses up no budget', () => {
  const { clock, rows } = budget()
  expect([1, 2, 3].map((n) => rows(`192.0.2.${n}`, 5))).toEqual([5, 3, 0])
  clock.now = HOUR / 16
  expect(rows('192.0.2.3', 5)).toBe(1)
  clock.now = 10 * HOUR
  expect(rows('192.0.2.3', 9)).toBe(5)
})

test('a long frame costs its bytes', () => {
  const { rows } = budget()
  expect(rows('192.0.2.1', 5, ROW)).toBe(2)
  expect(rows('192.0.2.1', 5)).toBe(1)
})

test('rows are limited in number too: of one address, and of all', () => {
  const { clock, rows } = budget({ addressBytes: 1e9, allBytes: 1e9, addressRows: 2, allRows: 3 })
  expect([rows('192.0.2.1', 50), rows('192.0.2.2', 50)]).toEqual([20, 10])
  clock.now = 500
  expect([rows('192.0.2.1', 50), rows('192.0.2.2', 50)]).toEqual([1, 0])
})

test('an IPv6 subscriber counts as one sender, whatever address it uses', () => {
  const { rows } = budget()
  expect([rows('2001:db8:1:2::5', 9), rows('2001:db8:1:2:ffff::6', 9), rows('2001:db8:1:3::5', 9)]).toEqual([5, 0, 3])
})

test('only so many addresses are remembered, and they are forgotten when they are as new', () => {
  const { made, clock, rows } = budget({ addresses: 2, allBytes: 1e9 })
  expect(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => rows(address, 1))).toEqual([1, 1, 0])
  clock.now = HOUR / 10 - 1
  expect([rows('192.0.2.3', 1), made.size]).toEqual([0, 2])
  // Looked for once a second at most.
  clock.now = HOUR / 10 + 998
  expect([rows('192.0.2.3', 1), made.size]).toEqual([0, 2])
  clock.now = HOUR / 10 + 999
  expect([rows('192.0.2.3', 1), made.size]).toEqual([1, 1])
})
