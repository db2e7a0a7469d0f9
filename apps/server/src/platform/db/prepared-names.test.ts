import { expect, it } from 'vitest'
import { namesFor } from './prepared-names.ts'

it('a statement is named when it comes again, and keeps its name on its connection', () => {
  const connection = {}
  const name = namesFor(connection)
  expect(name('select 1')).toBeUndefined()
  expect([name('select 1'), name('select 1')]).toEqual(['again-1', 'again-1'])
  expect([name('select 2'), name('select 2')]).toEqual([undefined, 'again-2'])
  const later = namesFor(connection)
  expect([later('select 1'), later('select 3'), later('select 3')]).toEqual(['again-1', undefined, 'again-3'])
  expect(namesFor({})('select 1')).toBeUndefined()
})

it('a connection is given a hundred names and remembers a thousand texts', () => {
  const name = namesFor({})
  for (let n = 0; n < 2000; n++) name(`select ${n}`)
  const second = Array.from({ length: 2000 }, (_, n) => name(`select ${n}`))
  expect(second.filter((one) => one !== undefined)).toHaveLength(100)
  expect(second[99]).toBe('again-100')
  expect(name('select 1500')).toBeUndefined()
  expect(name('select 1500')).toBeUndefined()
})
