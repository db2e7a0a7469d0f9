import { expect, test } from 'vitest'
import { warrantyOf } from './warranty.ts'

const NOW = Date.parse('2026-06-18T06:00:00Z')
const dates = Array.from({ length: 300 }, (_, n) => warrantyOf(`QH-${n}`, NOW))

test('most devices are in warranty, some are not, and of a few nobody knows', () => {
  const known = dates.filter((date) => date !== null)
  const inWarranty = known.filter((date) => date >= '2026-06-18').length
  expect(dates.length - known.length).toBeGreaterThan(5)
  expect(known.length).toBeGreaterThan(250)
  expect(inWarranty / known.length).toBeGreaterThan(0.5)
  expect(inWarranty / known.length).toBeLessThan(0.85)
})

test('the same device has the same date again', () => {
  expect(dates[7]).toBe(warrantyOf('QH-7', NOW + 60_000))
})
