import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesArray, jsonArray, numberArray, textArray } from './array-literal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The database's reading of a literal. */
async function read(literal: string, type: string): Promise<unknown[]> {
  const { rows } = await database.db.query(
    `select x from unnest($1::${type}[]) with ordinality as u (x, n) order by n`,
    [literal],
  )
  return rows.map(({ x }) => x)
}

const TEXTS = [
  'OK',
  'OK',
  '',
  'NULL',
  'null',
  ' a ',
  '{}',
  ',',
  '"',
  '\\',
  '\\"',
  "'",
  'a\nb\tc\r',
  '\u0001',
  '阀门',
  '😀',
  null,
  'OK',
]

test('texts come in as they went out, whatever they hold', async () => {
  expect(await read(textArray(TEXTS), 'text')).toEqual(TEXTS)
})

test('numbers and digits keep their value and their gaps', async () => {
  expect(await read(numberArray([1.5, -0.25, 1e21, null, 1760000000000]), 'float8')).toEqual([
    1.5,
    -0.25,
    1e21,
    null,
    1760000000000,
  ])
  expect(await read(numberArray(['9007199254740993', null]), 'bigint')).toEqual(['9007199254740993', null])
})

test('json comes in as the value it was made of', async () => {
  const values = [
    ...TEXTS.filter((text) => text !== null).map((text) => ({ [`k${text}`]: [text, 1.5, true, null] })),
    null,
  ]
  const literal = jsonArray(values.map((value) => value && JSON.stringify(value)))
  expect(await read(literal, 'jsonb')).toEqual(values)
})

test('bytes come in whole, parts of larger buffers and empty ones too', async () => {
  const whole = Uint8Array.from({ length: 256 }, (_, n) => n)
  const taken = await read(bytesArray([whole, whole.subarray(10, 12), new Uint8Array(0)]), 'bytea')
  expect(taken.map((bytes) => [...(bytes as Uint8Array)])).toEqual([[...whole], [10, 11], []])
})

test('nothing is an empty array', async () => {
  for (const literal of [textArray([]), jsonArray([]), numberArray([]), bytesArray([])]) expect(literal).toBe('{}')
})
