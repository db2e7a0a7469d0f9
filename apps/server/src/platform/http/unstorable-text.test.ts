import { expect, it } from 'vitest'
import { unstorableText } from './unstorable-text.ts'

it('finds what PostgreSQL could not store, wherever it is', () => {
  expect(unstorableText({ name: 'a\u0000' })).toBe('name')
  expect(unstorableText({ list: [{ ok: '阀' }, { bad: '\ud800' }] })).toBe('list.1.bad')
  expect(unstorableText({ words: { '\u0000': 'x' } })).toBe('words')
  expect(unstorableText('\u0000')).toBe('')
})

it('lets every real text through', () => {
  expect(unstorableText({ a: '阀门 💧 \n\t', b: null, c: 1, d: [true, { e: '' }] })).toBeUndefined()
})
