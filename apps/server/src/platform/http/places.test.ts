import { expect, it } from 'vitest'
import { createPlaces } from './places.ts'

const holder = (id: string, userId: string) => ({ id, userId })

it('gives so many places to a sign-in, to a person and in all, and takes each back once', () => {
  const places = createPlaces({ session: 2, person: 3, all: 4 })
  const leave = places.take(holder('s1', 'u1'))
  expect(leave).toBeTypeOf('function')
  expect(places.take(holder('s1', 'u1'))).toBeTypeOf('function')
  expect(places.take(holder('s1', 'u1'))).toBe('session')
  expect(places.take(holder('s2', 'u1'))).toBeTypeOf('function')
  expect(places.take(holder('s3', 'u1'))).toBe('person')
  expect(places.take(holder('s4', 'u2'))).toBeTypeOf('function')
  expect(places.take(holder('s5', 'u3'))).toBe('all')
  ;(leave as () => void)()
  ;(leave as () => void)()
  expect(places.take(holder('s5', 'u3'))).toBeTypeOf('function')
  expect(places.take(holder('s6', 'u4'))).toBe('all')
})
