import { expect, test } from 'vitest'
import { providePromtool } from './promtool.ts'

test('an installed promtool is used as it is, a missing one is unpacked', () => {
  providePromtool(
    () => true,
    () => 'must not be asked',
  )
  let here = false
  const asked: string[] = []
  providePromtool(
    () => here,
    (name) => {
      asked.push(name)
      here = true
      return undefined
    },
  )
  expect(asked).toEqual(['prometheus'])
})

test('without promtool its test fails and says what to do; it is not skipped', () => {
  const nowhere = () => false
  expect(() => providePromtool(nowhere, () => 'there is no apt-get')).toThrow(
    'No promtool for the test of the metrics: install prometheus (there is no apt-get).',
  )
  expect(() => providePromtool(nowhere, () => undefined)).toThrow('it brings no promtool')
})
