import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

it('counts the levels of any JSON, whatever its strings and keys hold', () => {
  const nasty = fc.oneof(fc.string(), fc.constantFrom('[[[', '\\"[', '"{', '\\', '}]"', '\\\\'))
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: 'medium' }, nasty, fc.array(tie('tree')), fc.dictionary(nasty, tie('tree'))),
  }))
  fc.assert(
    fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
      const [text, depth] = [JSON.stringify(value, null, indent), depthOf(value)]
      expect(isDeeperThan(text, depth)).toBe(false)
      expect(isDeeperThan(text, Math.max(0, depth - 1))).toBe(depth > 0)
    }),
  )
})

it('lists beside each other are no depth, and what is no JSON ends too', () => {
  expect(isDeeperThan('[],'.repeat(1000), 1)).toBe(false)
  expect(isDeeperThan('{"a":[]},'.repeat(1000), 2)).toBe(false)
  expect(isDeeperThan('"\\', 1)).toBe(false)
  expect(isDeeperThan('"[[[', 1)).toBe(false)
  expect(isDeeperThan('[[', 1)).toBe(true)
})
