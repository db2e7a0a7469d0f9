import { type FaultStep, type HandleState, stateAfter } from '@sluice/contract'
import { expect, test } from 'vitest'
import { createRandom } from '../../random.ts'
import { repairsOfFaults } from './fault-repairs.ts'
import { pastFaults } from './past-faults.ts'

const UNTIL = Date.parse('2026-06-18T06:00:00Z')
const kinds = ['VALVE', 'GATEWAY', 'LEVEL', 'PUMP', 'SOIL']
const devices = Array.from({ length: 60 }, (_, n) => ({
  id: String(n),
  name: `device ${n}`,
  deptId: String(n % 4),
  kind: kinds[n % kinds.length]!,
  isSlave: n % 10 === 0,
}))
const people = ['a', 'b', 'c', 'd'].map((id, n) => ({ id, name: id, deptId: String(n % 3) }))
const options = { devices, people, officeId: '0', untilMs: UNTIL, days: 90, count: 60 }
const faults = pastFaults({ ...options, random: createRandom(7) })

test('the same seed tells the same; most of what is asked for, over the whole time', () => {
  expect(pastFaults({ ...options, random: createRandom(7) })).toEqual(faults)
  expect(faults.length).toBeGreaterThan(50)
  const begun = faults.map(({ firstTime }) => (UNTIL - Date.parse(firstTime)) / 86_400_000)
  expect([Math.max(...begun) > 80, Math.min(...begun) < 7, Math.max(...begun) <= 90]).toEqual([true, true, true])
})

test('every story could have happened: in order, by the steps of the platform, closed only when over', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => pastFaults({ ...options, random: createRandom(seed) }))
  for (const { firstTime, clearTime, steps } of seeds.flat()) {
    let [state, last]: [HandleState, number] = ['UNHANDLED', Date.parse(firstTime)]
    expect(Date.parse(clearTime)).toBeGreaterThanOrEqual(last)
    for (const { action, at } of steps) {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(last)
      last = Date.parse(at)
      if (action === 'NOTE') continue
      state = stateAfter(action as FaultStep, state)!
      expect(state).toBeDefined()
      expect(action !== 'CLOSE' || last >= Date.parse(clearTime)).toBe(true)
    }
    expect(last).toBeLessThanOrEqual(UNTIL)
    expect(Date.parse(clearTime)).toBeLessThanOrEqual(UNTIL)
  }
})

test('people of several departments take them, some devices again and again, and some are over before anybody came', () => {
  expect(new Set(faults.flatMap(({ steps }) => steps.map(({ userId }) => userId)))).toEqual(
    new Set(['a', 'b', 'c', 'd']),
  )
  const times = Map.groupBy(faults, ({ deviceId }) => deviceId)
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeGreaterThan(2)
  expect(faults.some(({ steps }) => steps.length === 0)).toBe(true)
})

test('orders are made of faults that were driven to and closed: one step after the other, within the fault', () => {
  const orders = repairsOfFaults(faults)
  expect(orders).toHaveLength(8)
  for (const { deviceId, fault, createTime, steps } of orders) {
    const of = faults.find(
      (one) => one.deviceId === deviceId && one.code === fault.code && one.firstTime === fault.firstTime,
    )!
    const times = [of.firstTime, createTime, ...steps.map(({ at }) => at)]
    expect(times.map((at) => Date.parse(at))).toEqual(times.map((at) => Date.parse(at)).toSorted((a, b) => a - b))
    expect(of.steps.find(({ action }) => action === 'RESOLVE')!.at).toBe(steps.find(({ to }) => to === 'FINISHED')!.at)
    expect(steps.at(-1)).toMatchObject({ to: 'CLOSED', at: of.steps.at(-1)!.at })
  }
})
