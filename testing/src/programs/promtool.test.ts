import { expect, test } from 'vitest'
import { providePromtool } from './promtool.ts'

test('promtool that is here is used as it is, and one that is not is unpacked', () => {
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

test('without a way to promtool its test fails and says what to do, it is not passed over', () => {
  const nowhere = () => false
  expect(() => providePromtool(nowhere, () => 'there is no apt-get')).toThrow(
    'No promtool for the test of the metrics: install prometheus (there is no apt-get).',
  )
  expect(() => providePromtool(nowhere, () => undefined)).toThrow('it brings no promtool')
})
