import { expect, test } from 'vitest'
import { diffOf, lineOf, mutate } from './mutation.ts'
import { mutationsOf } from './operators.ts'

const results = (source: string): string[] => mutationsOf('x.ts', source).map((one) => mutate(source, one))

test.each([
  ['a < b', ['a <= b', 'a >= b']],
  ['a >= b', ['a > b', 'a < b']],
  ['a === b', ['a !== b']],
  ['a + b', ['a - b']],
  ['a && b', ['a || b']],
  ['a ?? b', ['a && b']],
  ['!a', ['a']],
  ['true', ['false']],
  ['a ? 1 : 2', ['true ? 1 : 2', 'false ? 1 : 2']],
  ['a.some(b)', ['a.every(b)']],
  ['Math.min(a, b)', ['Math.max(a, b)']],
  ['(a /* < */) < b', ['(a /* < */) <= b', '(a /* < */) >= b']],
])('%s', (expression, changed) => {
  expect(results(`const x = ${expression}`)).toEqual(changed.map((one) => `const x = ${one}`))
})

test('joining text is no arithmetic, and types are no code', () => {
  expect(results("const x = 'a' + b + c")).toEqual([])
  expect(results('type A = true\nlet x: A = y as unknown as false')).toEqual([])
  expect(results('const x = (a + 1) as number')).toEqual(['const x = (a - 1) as number'])
})

test('a guard, a return, a throw and a statement are removed', () => {
  expect(results('function f(a) { if (a) return g(a) }')).toEqual([
    'function f(a) { if (true) return g(a) }',
    'function f(a) { if (false) return g(a) }',
    'function f(a) { if (a) return undefined }',
  ])
  expect(results('function f() { throw e }')).toEqual(['function f() { ; }'])
  expect(results('async function f() { await g() }')).toEqual(['async function f() { ; }'])
})

test('a change without effect is left out', () => {
  expect(results('function f() { return undefined }')).toEqual([])
})

test('log statements are not changed', () => {
  expect(results("this.log.warn({ a }, 'b'); logger.info('c')")).toEqual([])
})

test('a change is shown by line and as a diff', () => {
  const source = 'const a = 1\nconst b = a < 2\nconst c = 3\n'
  const [boundary] = mutationsOf('x.ts', source)
  expect(lineOf(source, boundary!.start)).toBe(2)
  expect(diffOf(source, boundary!)).toEqual(['- const b = a < 2', '+ const b = a <= 2'])
})

test('a file that does not parse is an error', () => {
  expect(() => mutationsOf('x.ts', 'const = 1')).toThrow('x.ts cannot be parsed')
})
