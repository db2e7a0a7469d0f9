import { describe, expect, it } from 'vitest'
import { keySource } from './product-key-path.ts'

describe('what a key is taken from', () => {
  it.each([
    ['flow', { name: 'flow' }],
    ['a.b[0]', { name: 'a.b[0]' }],
    ['$id', { name: '$id' }],
    ['$$', { name: '$$' }],
    ['$.a', { path: ['a'] }],
    ['$.a.b[0].c', { path: ['a', 'b', 0, 'c'] }],
    [`$['$id']`, { path: ['$id'] }],
    ['$.a[-1]', { path: ['a', -1] }],
  ])('%s', (from, source) => expect(keySource(from)).toEqual(source))

  it.each(['$', '$ ', '$[0]', '$[0].a', '$.a[*]', '$..a', '$.a[?@.b]', '$.', '$.a[0:1]'])('%s is neither', (from) =>
    expect(keySource(from)).toBeNull(),
  )
})
