import { expect, test } from 'vitest'
import { isWholeReading } from './reading.rules.ts'

test('a reading counts with both values and a photo of each', () => {
  const whole = { oldLast: 0, newFirst: 7, oldPhoto: 'a', newPhoto: 'b' }
  expect(isWholeReading(whole)).toBe(true)
  for (const name of ['oldLast', 'newFirst', 'oldPhoto', 'newPhoto'] as const)
    expect([name, isWholeReading({ ...whole, [name]: undefined } as never)]).toEqual([name, false])
  expect(isWholeReading(undefined)).toBe(false)
})
