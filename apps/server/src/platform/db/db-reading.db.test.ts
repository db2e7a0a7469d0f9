import { createTestDatabase, type TestDatabase } from '@sluice/testing'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countedIn,
  goodNumber,
  goodNumberIn,
  idIn,
  lastGoodAt,
  lastGoodNumber,
  lastNumberIn,
  leftOut,
  numberIn,
  observedAt,
  onlyBadIn,
  partOf,
} from './db-reading.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const K = partOf('r', 'k')
const KINDS = ['n/a', '12', '', true, null, {}, { last: 'x' }, [], [[]], ['x', 'y'], [null, null, null, 'x', 'y']]

async function ask(expressions: readonly string[], readings: unknown, quality: unknown = null): Promise<unknown[]> {
  const columns = expressions.map((one, n) => `${one} as c${n}`).join(', ')
  const { rows } = await database.db.query<Record<string, unknown>>(
    `select ${columns} from (select $1::jsonb as r, $2::jsonb as q) x`,
    [JSON.stringify(readings), JSON.stringify(quality)],
  )
  return Object.values(rows[0]!)
}

const ALL = [
  goodNumber(K),
  lastGoodNumber(K),
  lastGoodAt(K),
  observedAt(K),
  lastNumberIn(K),
  countedIn(K),
  numberIn(K),
  goodNumberIn('r', 'q', 'k'),
]

describe('numbers read out of what devices sent', () => {
  it('are null for every other kind, and no cast ever fails', async () => {
    for (const value of KINDS) {
      expect([value, await ask(ALL, { k: value })]).toEqual([value, ALL.map(() => null)])
      const inPlace = await ask(ALL.slice(0, 3), { k: [value, value, undefined, value, value] })
      expect([value, inPlace]).toEqual([value, [null, null, null]])
      expect(await ask([leftOut(K)], { k: [value, 1] })).toEqual([true])
    }
    for (const row of [{}, null, [], 'x', 7]) expect(await ask(ALL, row)).toEqual(ALL.map(() => null))
  })

  it('are those of the newest value, and of the last good one beneath it', async () => {
    const of = (kept: unknown[]) => ask([...ALL.slice(0, 4), leftOut(K)], { k: kept })
    expect(await of([3.5, 7])).toEqual([3.5, 3.5, 7, 7, false])
    expect(await of([3.5, 7, 'SUSPECT'])).toEqual([3.5, 3.5, 7, 7, false])
    expect(await of([9e9, 7, 'BAD', 3.5, 5])).toEqual([null, 3.5, 5, 7, true])
    expect(await of([9e9, 7, 'BAD'])).toEqual([null, null, null, 7, true])
    expect(await of(['n/a', 7, 'BAD', 3.5, 5])).toEqual([null, 3.5, 5, 7, true])
  })

  it('leave nothing out where the key is not reported at all', async () => {
    expect(await ask([leftOut(K)], { other: [1, 2] })).toEqual([false])
  })

  it('of hours are read in each of the kept shapes; one of nothing but BAD values has none', async () => {
    const of = (stats: unknown) => ask([lastNumberIn(K), countedIn(K), onlyBadIn(K)], { k: stats })
    expect(await of({ count: 2, first: 1, last: 4, delta: 3 })).toEqual([4, 3, false])
    expect(await of({ count: 2, first: 1, last: 4, bad: 1 })).toEqual([4, null, false])
    expect(await of([4, 3])).toEqual([4, 3, null])
    expect(await of(4)).toEqual([4, null, null])
    expect(await of({ count: 0, bad: 2 })).toEqual([null, null, true])
    expect(await of({ count: 1, first: 'n/a', last: 'n/a' })).toEqual([null, null, false])
    expect(await of({ count: 1, first: null, last: null })).toEqual([null, null, false])
  })

  it('of one report are left out where it says that they are BAD', async () => {
    expect(await ask([goodNumberIn('r', 'q', 'k')], { k: 4 })).toEqual([4])
    expect(await ask([goodNumberIn('r', 'q', 'k')], { k: 4 }, { other: 'BAD' })).toEqual([4])
    expect(await ask([goodNumberIn('r', 'q', 'k')], { k: 4 }, { k: 'BAD' })).toEqual([null])
  })

  it('of a row are ids where they are written as one', async () => {
    const asked = async (value: unknown) => Number((await ask([idIn('r', 'k')], { k: value }))[0] ?? -1)
    expect([
      await asked('42'),
      await asked(42),
      await asked('x'),
      await asked('9'.repeat(19)),
      await asked(null),
    ]).toEqual([42, 42, -1, -1, -1])
    expect(() => idIn('r', "x'; --")).toThrow('no key')
  })

  it('are asked for by name only', () => {
    expect(() => partOf('r', "x'; drop table device; --")).toThrow('no key')
  })
})

describe('the statements of the server', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(\.test\.ts|db-reading\.ts)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

  it('cast nothing out of JSON: a number that somebody sent is read through this file', () => {
    const cast = /->>?\s*[^\s,()]+\s*\)?\s*::\s*(float8|float4|numeric|int\d?|integer|bigint|smallint|bool|boolean)\b/
    const words = /cast\s*\([^)]*->/i
    const found = sources.filter(({ text }) => cast.test(text) || words.test(text)).map(({ path }) => path)
    expect(found).toEqual([])
    expect(cast.test("sum((s.readings->'flow'->>0)::float8)")).toBe(true)
    expect(sources.length).toBeGreaterThan(200)
  })

  it('sum and average nothing without saying what they left out', () => {
    const reads = /\b(goodNumber|lastGoodNumber|lastNumberIn|countedIn|goodNumberIn|withLastNumber)\(/
    const sums = /\b(sum|avg|min|max|stddev|percentile_cont)\(/
    const saysSo = /\b(leftOut|onlyBadIn)\(/
    const found = sources.filter(({ text }) => reads.test(text) && sums.test(text) && !saysSo.test(text))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(
      sources
        .filter(({ text }) => reads.test(text) && sums.test(text))
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      'modules/geography/dashboard.store.ts',
      'modules/geography/network/network.store.ts',
      'modules/telemetry/history/consumption-hours.store.ts',
      'modules/telemetry/history/consumption.store.ts',
    ])
  })
})
