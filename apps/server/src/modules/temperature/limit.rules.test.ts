import { expect, it } from 'vitest'
import { limitProblems } from './limit.rules.ts'

it('an upper limit is above its lower one; one alone, or none, is a limit too', () => {
  expect(limitProblems({ lower: 0, upper: 4, humLower: 40, humUpper: 80 })).toEqual({})
  expect(limitProblems({ lower: 4, upper: 4 })).toEqual({ upper: 'too-small' })
  expect(limitProblems({ lower: 0, upper: 1, humLower: 80, humUpper: 40 })).toEqual({ humUpper: 'too-small' })
  expect(limitProblems({ upper: -18 })).toEqual({})
  expect(limitProblems({ lower: 5, upper: null })).toEqual({})
})
