import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines, plainText } from './json-lines.ts'

const shown = (json: string) => plainText(jsonLines(json)!)

test('one member to a line, indented; empty ones stay on theirs', () => {
  expect(shown('{"a":1,"b":[true,null],"c":{},"d":[]}')).toBe(
    '{\n  "a": 1,\n  "b": [\n    true,\n    null\n  ],\n  "c": {},\n  "d": []\n}',
  )
})

test('numbers and texts stay as they were written', () => {
  expect(shown('[ 1.50, 12345678901234567890, -2E+3, "\\u9600 \\"x\\" {,:" ]')).toBe(
    '[\n  1.50,\n  12345678901234567890,\n  -2E+3,\n  "\\u9600 \\"x\\" {,:"\n]',
  )
})

test('every token has its kind: a text before a colon is a key', () => {
  const tokens = jsonLines('{"k":"v","n":-1,"w":false}')!.flatMap((line) => line.tokens)
  const kinds = tokens.filter(({ kind }) => kind !== 'mark').map(({ kind, text }) => `${kind} ${text}`)
  expect(kinds).toEqual(['key "k"', 'text "v"', 'key "n"', 'number -1', 'key "w"', 'word false'])
})

test('what is no JSON has no lines', () => {
  for (const text of ['', '{a:1}', '{"a":1', 'hello', '{"a":1}}']) expect(jsonLines(text)).toBeNull()
})

test('any JSON means the same afterwards, and is laid out as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(shown(json))).toEqual(JSON.parse(json))
      const plain = JSON.stringify(JSON.parse(json))
      expect(shown(plain)).toBe(JSON.stringify(JSON.parse(json), null, 2))
    }),
  )
})
