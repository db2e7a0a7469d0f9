import { expect, test } from 'vitest'
import { valuesOf } from './tb-mqtt.values.ts'

test('a key may be as long as the longest, one letter more is passed over, as is none', () => {
  const longest = 'k'.repeat(255)
  expect(valuesOf({ [longest]: 1, [`${longest}k`]: 2, '': 3, k: 4 })).toEqual({ [longest]: 1, k: 4 })
})
