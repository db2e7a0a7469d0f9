import { afterEach, expect, test } from 'vitest'
import { readCookie, writeCookie } from './cookie.ts'

afterEach(() => {
  for (const name of ['size', 'wide-size']) document.cookie = `${name}=; Path=/; Max-Age=0`
})

test('a comfort cookie is read by its whole name, and its value comes back unchanged', () => {
  expect(readCookie('size')).toBeNull()
  writeCookie('wide-size', 'other')
  writeCookie('size', 'a=b; 大')
  expect([readCookie('size'), readCookie('wide-size')]).toEqual(['a=b; 大', 'other'])
})
