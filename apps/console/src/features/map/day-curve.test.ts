import { expect, test } from 'vitest'
import { spotsOf } from './day-curve.tsx'

test('a BAD value is not on the curve of the day and does not affect its scale', () => {
  const points = [
    { t: '2026-05-01T00:00:00.000Z', v: 2 },
    { t: '2026-05-01T00:05:00.000Z', v: 5_000_000, q: 'BAD' },
    { t: '2026-05-01T00:10:00.000Z', v: 'n/a', q: 'BAD' },
    { t: '2026-05-01T00:15:00.000Z', v: 3, q: 'SUSPECT' },
  ]
  expect(spotsOf({ from: 0, to: 1, points }).map(({ v }) => v)).toEqual([2, 3])
})
