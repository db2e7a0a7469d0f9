import { expect, test } from 'vitest'
import { stretchesOf, type ToldCondition } from './stretch.rules.ts'

const told = (holds: boolean, at: number, more: Partial<ToldCondition> = {}): ToldCondition => ({
  deviceId: '1',
  deptId: '7',
  code: 'P01',
  holds,
  at,
  ...more,
})
const short = (conditions: readonly ToldCondition[]) =>
  stretchesOf(conditions).map((stretches) => stretches.map(({ holds, from, at, times }) => [holds, from, at, times]))

test('consecutive reports of one condition are one stretch, from its first time to its last', () => {
  expect(short([told(true, 20), told(true, 30), told(true, 10), told(false, 50), told(false, 40)])).toEqual([
    [
      [true, 10, 30, 3],
      [false, 40, 50, 2],
    ],
  ])
})

test('devices and codes are kept apart', () => {
  const all = stretchesOf([told(true, 1), told(false, 2, { code: 'S01' }), told(true, 3, { deviceId: '2' })])
  expect(all.map(([one]) => [one?.deviceId, one?.code, one?.holds, one?.deptId])).toEqual([
    ['1', 'P01', true, '7'],
    ['1', 'S01', false, '7'],
    ['2', 'P01', true, '7'],
  ])
  expect(stretchesOf([])).toEqual([])
})

/** `count` stretches in turn, the first of which holds. */
const flicker = (count: number, first = true) =>
  Array.from({ length: count }, (_, n) => told((n % 2 === 0) === first, n))

test('eight stretches are kept as they are', () => {
  expect(short(flicker(8))[0]).toEqual(Array.from({ length: 8 }, (_, n) => [n % 2 === 0, n, n, 1]))
})

test.each([
  ['that holds first', true, [true, 0, 2, 2], 7],
  ['that does not hold first', false, [false, 0, 0, 1], 7],
])(
  'of a condition that flickers faster, %s, the oldest pause is left out and no time it held',
  (_n, first, one, many) => {
    const [stretches] = short(flicker(9, first))
    expect(stretches).toHaveLength(many)
    expect(stretches?.[0]).toEqual(one)
    expect(stretches?.at(-1)?.slice(0, 3)).toEqual([first, 8, 8])
    const held = stretches?.filter(([holds]) => holds).reduce((sum, [, , , times]) => sum + Number(times), 0)
    expect(held).toBe(first ? 5 : 4)
  },
)

test('however long it flickers, it becomes a few stretches', () => {
  const [stretches] = short(flicker(1_001))
  expect(stretches!.length).toBeLessThanOrEqual(8)
  expect(stretches!.filter(([holds]) => holds).reduce((sum, [, , , times]) => sum + Number(times), 0)).toBe(501)
})
