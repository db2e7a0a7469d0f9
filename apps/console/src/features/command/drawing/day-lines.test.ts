import { expect, test } from 'vitest'
import { provenLine } from './day-lines.ts'

test('a BAD opening does not prove the position of the valve', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString()
  const points = [
    { t: at(0), v: 20 },
    { t: at(5), v: 1e6, q: 'BAD' },
    { t: at(6), v: 'half', q: 'BAD' },
    { t: at(10), v: 40, q: 'SUSPECT' },
  ]
  const [line] = provenLine(points, null)
  expect(line?.map(([, value]) => value)).toEqual([20, 20, 40])
})
