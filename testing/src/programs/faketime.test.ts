import { expect, test } from 'vitest'
import { provideFaketime } from './faketime.ts'

test('an installed libfaketime is used as it is', () => {
  const found = provideFaketime(
    () => '/lib/here.so',
    () => 'must not be asked',
  )
  expect(found).toBe('/lib/here.so')
})

test('a missing libfaketime is installed', () => {
  let here: string | undefined
  const asked: string[] = []
  const found = provideFaketime(
    () => here,
    (packages) => {
      asked.push(...packages)
      here = '/lib/new.so'
      return undefined
    },
  )
  expect([found, asked]).toEqual(['/lib/new.so', ['faketime']])
})

test('without libfaketime its tests fail and say what to do; they are not skipped', () => {
  const nowhere = () => undefined
  expect(() => provideFaketime(nowhere, () => 'not root, so faketime cannot be installed')).toThrow(
    'No libfaketime for the clock tests: install faketime (not root, so faketime cannot be installed).',
  )
  expect(() => provideFaketime(nowhere, () => undefined)).toThrow('brings no library')
})
