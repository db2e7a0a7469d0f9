import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { areaOf, databaseTestsOf } from './areas.ts'
import { figuresOf, meetsGoal, type Outcome, survivorsOf, tableOf } from './figures.ts'
import { HITS_GLOBAL } from './hits-name.ts'
import { placeOf, withHits } from './hits.ts'
import { readImporters, testsNear } from './import-graph.ts'
import type { Mutation } from './mutation.ts'
import { readOptions } from './options.ts'
import { sampleOf } from './sample.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-mutants-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (source: string, text: string): Mutation => {
  const start = source.indexOf(text)
  return { path: 'x.js', start, end: start + text.length, text: '', operator: 'o' }
}

test('the same seed gives the same sample, another seed another one, in the order of the items', () => {
  const items = Array.from({ length: 200 }, (_, index) => index)
  const first = sampleOf(items, 20, 7)
  expect(first).toEqual(sampleOf(items, 20, 7))
  expect(first).not.toEqual(sampleOf(items, 20, 8))
  expect(new Set(first).size).toBe(20)
  expect(first).toEqual(first.toSorted((one, other) => one - other))
  expect(sampleOf(items, 500, 1)).toEqual(items)
})

test('each item is in about as many samples as any other', () => {
  const times = Array.from({ length: 20 }, () => 0)
  for (let seed = 0; seed < 2000; seed++) for (const one of sampleOf([...times.keys()], 5, seed)) times[one]!++
  for (const one of times) expect(Math.abs(one - 500)).toBeLessThan(120)
})

test('an instrumented source behaves as before', async () => {
  const source = [
    'export function a(x) { return x.map((y) => ({ y })) }',
    'export const b = async (x) => x && (await c(x))',
    'async function c(x) { return x + 1 }',
    'export const never = () => 1',
  ].join('\n')
  const hits = new Set<string>()
  Object.assign(globalThis, { [HITS_GLOBAL]: hits })
  const path = join(folder, 'x.mjs')
  writeFileSync(path, withHits('x.js', source))
  const { a, b } = (await import(path)) as { a(x: number[]): unknown; b(x: number): Promise<unknown> }
  expect(a([1, 2])).toEqual([{ y: 1 }, { y: 2 }])
  expect(await b(1)).toBe(2)
  const entered = (text: string) => hits.has(placeOf(source, at(source, text)))
  expect([entered('({ y })'), entered('x.map'), entered('await c'), entered('x + 1')]).toEqual([true, true, true, true])
  expect(hits.has(placeOf(source, { ...at(source, '() => 1'), start: source.length - 1, end: source.length }))).toBe(
    false,
  )
})

test('tests are found by imports, the nearest first, and not through files that import everything', () => {
  const files = {
    'packages/kit/src/index.ts': "export * from './a.ts'",
    'packages/kit/src/a.ts': '',
    'packages/kit/src/a.test.ts': "import { a } from './a.ts'",
    'apps/server/src/modules/m/m.rules.ts': "import { a } from '@sluice/kit'",
    'apps/server/src/modules/m/m.rules.test.ts': "import './m.rules.ts'",
    'testing/e2e/kill.test.ts': "import { a } from '@sluice/kit'",
    'packages/kit/src/a.db.test.ts': "import './a.ts'",
    'apps/server/src/composition/compose.ts': "import '../modules/m/m.rules.ts'",
    'apps/server/src/far.test.ts': "import './composition/compose.ts'",
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const importers = readImporters(folder, Object.keys(files))
  expect(testsNear('packages/kit/src/a.ts', importers, 12)).toEqual([
    'packages/kit/src/a.test.ts',
    'apps/server/src/modules/m/m.rules.test.ts',
  ])
  expect(testsNear('packages/kit/src/a.ts', importers, 1)).toEqual(['packages/kit/src/a.test.ts'])
})

test('of many tests that import a file its own come first, then those beside it', () => {
  const tests = ['apps/a.test.ts', 'lib/a.test.ts', 'lib/text.test.ts', 'lib/text.keys.test.tsx', 'lib/texts.test.ts']
  const importers = new Map([['lib/text.ts', tests]])
  expect(testsNear('lib/text.ts', importers, 4)).toEqual([
    'lib/text.keys.test.tsx',
    'lib/text.test.ts',
    'lib/a.test.ts',
    'lib/texts.test.ts',
  ])
})

test('a file belongs to one area; texts, tests and files that only pass on belong to none', () => {
  const name = (path: string) => areaOf(path, false)?.name
  expect(name('apps/server/src/modules/command/lane.rules.ts')).toBe('rules')
  expect(name('apps/server/src/modules/command/command.store.ts')).toBe('stores')
  expect(name('apps/server/src/modules/command/ledger.ts')).toBe('command ledger')
  expect(name('apps/server/src/modules/telemetry/uplink/uplink.pipeline.ts')).toBe('pipeline')
  expect(name('apps/server/src/platform/resource/scoped.ts')).toBe('scope')
  expect(name('apps/server/src/modules/command/command.routes.ts')).toBeUndefined()
  expect(name('apps/console/src/lib/api/api.test.ts')).toBeUndefined()
  expect(areaOf('apps/console/src/app/shell/shell.tsx', true)?.name).toBe('elsewhere')
  expect(areaOf('apps/console/src/texts/zh-CN.ts', true)).toBeUndefined()
  expect(areaOf('packages/codecs/src/sl651/sl651.vectors.ts', true)).toBeUndefined()
})

test('a store is judged by the database tests of its module', () => {
  const tests = ['apps/server/src/modules/fault/fault.db.test.ts', 'apps/server/src/modules/site/site.db.test.ts']
  expect(databaseTestsOf('apps/server/src/modules/fault/fault.store.ts', tests)).toEqual(tests.slice(0, 1))
  expect(databaseTestsOf('packages/kit/src/bcd.ts', tests)).toEqual([])
})

const area = { name: 'rules', goalPercent: 85, takes: () => true }
const outcome = (fate: Outcome['fate'], reason?: string): Outcome => ({
  area,
  mutation: { path: 'x.ts', start: 6, end: 7, text: '2', operator: 'arithmetic' },
  fate,
  reason,
})

test('a mutant that runs out of time is killed, one that no test reaches survives', () => {
  const outcomes = [outcome('killed'), outcome('timed out'), outcome('survived', 'it is equal'), outcome('unreached')]
  const [figure] = figuresOf(outcomes)
  expect(figure).toEqual({ area, mutants: 4, killed: 2, timedOut: 1, percent: 50 })
  expect(meetsGoal(figure!)).toBe(false)
  expect(tableOf([figure!]).split('\n').at(-1)).toBe('| rules | 4 | 2 | 1 | 50.0 % | 85 % ✗ |')
  expect(survivorsOf(outcomes, new Map([['x.ts', 'a\nb = 1\n']]))).toEqual([
    'x.ts:2 arithmetic\n  - b = 1\n  + b = 2\n  stays: it is equal',
    'x.ts:2 arithmetic, no test comes here\n  - b = 1\n  + b = 2',
  ])
})

test('options are read, and invalid ones refused with a sentence', () => {
  const usual = { paths: [], areas: [], seed: 1, perArea: 40, fast: false, workers: availableParallelism() }
  expect(readOptions([])).toEqual(usual)
  expect(readOptions(['--area', 'stores', '--area', 'scope'])).toEqual({ ...usual, areas: ['stores', 'scope'] })
  expect(readOptions(['./apps/server/', '--all', '--seed', '9', '--fast', '--workers', '3'])).toEqual({
    paths: ['apps/server'],
    areas: [],
    seed: 9,
    perArea: undefined,
    fast: true,
    workers: 3,
  })
  expect(() => readOptions(['--sample', 'x'])).toThrow('--sample is "x", but must be a whole number.')
  expect(() => readOptions(['--sample', '0'])).toThrow('whole number')
  expect(() => readOptions(['--nothing'])).toThrow('npm run mutants')
})
