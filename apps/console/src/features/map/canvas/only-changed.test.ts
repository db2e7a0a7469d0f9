import { expect, test } from 'vitest'
import { onlyChanged } from './only-changed.ts'

test('a source is given features when they differ from its own last ones', () => {
  const given: [string, readonly object[]][] = []
  const put = onlyChanged((name: 'dots' | 'devices', features) => void given.push([name, features]))
  const [one, two] = [[{ icon: 'online' }], [{ icon: 'offline' }]]
  put('dots', one)
  put('dots', structuredClone(one))
  put('devices', one)
  put('dots', two)
  put('devices', one)
  put('dots', one)
  expect(given).toEqual([
    ['dots', one],
    ['devices', one],
    ['dots', two],
    ['dots', one],
  ])
  put('dots', [])
  put('dots', [])
  expect(given).toHaveLength(5)
})
