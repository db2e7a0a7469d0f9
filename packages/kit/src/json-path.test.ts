import { describe, expect, it } from 'vitest'
import { readJsonPath, valueAt } from './json-path.ts'

const found = (text: string, json: unknown) => {
  const path = readJsonPath(text)
  if (!path.ok) throw new Error(`no path: ${text} at ${path.error}`)
  return valueAt(path.value, json)
}

/** The examples of RFC 9535 that are singular queries: 1.5, 2.3.1.3, 2.3.3.3, 2.5.1.3, and the forms of table 19 in 2.7. */
describe('an example of RFC 9535', () => {
  const store = {
    store: {
      book: [
        { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
        { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
        { category: 'fiction', author: 'Herman Melville', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99 },
        { category: 'fiction', author: 'J. R. R. Tolkien', title: 'The Lord of the Rings', price: 22.99 },
      ],
      bicycle: { color: 'red', price: 399 },
    },
  }
  it.each([
    ['$.store.book[0].title', store, 'Sayings of the Century'],
    ["$['store']['book'][0]['title']", store, 'Sayings of the Century'],
    ['$.store.book[-1].author', store, 'J. R. R. Tolkien'],
    ['$', { k: 'v' }, { k: 'v' }],
    [`$.o['j j']`, { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } }, { 'k.k': 3 }],
    [`$.o['j j']['k.k']`, { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } }, 3],
    [`$.o["j j"]["k.k"]`, { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } }, 3],
    [`$["'"]["@"]`, { o: { 'j j': { 'k.k': 3 } }, "'": { '@': 2 } }, 2],
    ['$[1]', ['a', 'b'], 'b'],
    ['$[-2]', ['a', 'b'], 'a'],
    ['$.j', { o: [], j: 1 }, 1],
    ['$.☺', { '☺': 'A' }, 'A'],
    [`$["\\u263A"]`, { '☺': 'A' }, 'A'],
    [`$['\\'"\\\\']`, { '\'"\\': 1 }, 1],
    ['$ .a [ 0 ] [ "b" ]', { a: [{ b: 2 }] }, 2],
  ])('%s leads to its value', (path, json, value) => expect(found(path, json)).toEqual(value))

  it.each([
    ['$.c', { a: 1 }],
    ['$[2]', ['a', 'b']],
    ['$[-3]', ['a', 'b']],
    ['$[0]', { 0: 'a' }],
    ['$.length', ['a']],
    ['$[0]', 'text'],
    ['$.a.b', { a: null }],
    ['$.constructor', {}],
    ['$.__proto__', {}],
  ])('%s leads to nothing where there is nothing', (path, json) => expect(found(path, json)).toBeUndefined())

  it.each([
    ['', 0],
    ['a.b', 0],
    ['$.', 2],
    ['$..a', 2],
    ['$.*', 2],
    ['$[*]', 2],
    ['$[0:2]', 3],
    ['$[0,1]', 3],
    ['$[?@.a]', 2],
    ['$[01]', 3],
    ['$[-0]', 2],
    ['$[1.5]', 3],
    ['$[9007199254740992]', 2],
    ['$[a]', 2],
    [`$['a]`, 2],
    [`$['a\\"']`, 2],
    [`$["a\\'"]`, 2],
    [`$['\\ud800']`, 2],
    ['$.1a', 2],
    ['$a', 1],
    ['$.a ', 4],
    ['$ ', 2],
    [' $', 0],
    ['$.a.', 4],
    ['$[0', 3],
  ])('%s is no path to one value', (path, at) => expect(readJsonPath(path)).toEqual({ ok: false, error: at }))
})
