import { expect, it } from 'vitest'
import {
  type Excursion,
  excursionsIn,
  kineticTerm,
  limitsAt,
  meanKinetic,
  type TempReading,
} from './excursion.rules.ts'

const COLD = [{ since: 0, lower: 0, upper: 4 }]
const at = (...values: (number | null)[]): TempReading[] => values.map((v, n) => ({ ts: 1000 + n * 60_000, v }))
const brief = ({ start, end, last, max, min, readings }: Excursion) => [
  (start - 1000) / 60_000,
  end === null ? null : (end - 1000) / 60_000,
  (last - 1000) / 60_000,
  max,
  min,
  readings,
]

it('the mean kinetic temperature of one temperature is that temperature, and lies above the mean of different ones', () => {
  expect(meanKinetic(kineticTerm(21.3) * 4, 4)).toBeCloseTo(21.3, 9)
  // ln((e^(-10000/293.15) + e^(-10000/303.15)) / 2) = -33.39903…
  expect(meanKinetic(kineticTerm(20) + kineticTerm(30), 2)).toBeCloseTo(26.26, 2)
})

it('an excursion goes from the first reading outside to the first one back inside; a limit itself is inside', () => {
  expect(excursionsIn(at(4, 4.1, 6, 4, 0, -0.1, -3, 2), COLD).map(brief)).toEqual([
    [1, 3, 2, 6, 4.1, 2],
    [5, 7, 6, -0.1, -3, 2],
  ])
  expect(excursionsIn(at(5, -5, 5), COLD).map(brief)).toEqual([[0, null, 2, 5, -5, 3]])
})

it('a reading that is no good number neither begins, ends nor belongs to one', () => {
  expect(excursionsIn(at(null, 5, null, 7), COLD).map(brief)).toEqual([[1, null, 3, 7, 5, 2]])
})

it('each reading is judged by the limits of its time; without any it is inside', () => {
  const spans = [
    { since: 1000, lower: null, upper: 4 },
    { since: 1000 + 2 * 60_000, lower: null, upper: 10 },
    { since: 1000 + 4 * 60_000, lower: null, upper: null },
  ]
  expect(limitsAt(spans, 1000)).toBeUndefined()
  expect(excursionsIn(at(8, 8, 8, 8, 12, 12, 2), spans).map(brief)).toEqual([
    [1, 3, 2, 8, 8, 2],
    [4, 5, 4, 12, 12, 1],
  ])
})

it('in pieces it is what it is in one', () => {
  const readings = at(3, 5, 6, 9, null, 7, 3, 8, 8, 1, -2, 4.5, 4)
  const whole = excursionsIn(readings, COLD)
  for (let cut = 0; cut <= readings.length; cut++) {
    const first = excursionsIn(readings.slice(0, cut), COLD)
    const open = first.at(-1)?.end === null ? first.pop()! : null
    expect([...first, ...excursionsIn(readings.slice(cut), COLD, open)]).toEqual(whole)
  }
})
