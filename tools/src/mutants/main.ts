import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestCluster } from '../../../testing/src/platform/database.ts'
import { root } from '../run-command.ts'
import { listSources } from '../rules/source-files.ts'
import { reasonFor } from './accepted.ts'
import { type Area, areaOf, databaseTestsOf, speaksSql } from './areas.ts'
import { type Fate, figuresOf, meetsGoal, type Outcome, survivorsOf, tableOf } from './figures.ts'
import { MARK, placeOf, withHits, withMark } from './hits.ts'
import { readImporters, testsNear } from './import-graph.ts'
import { mutate, type Mutation } from './mutation.ts'
import { mutationsOf } from './operators.ts'
import { type Options, readOptions } from './options.ts'
import { inParallel, TestRunner } from './pool.ts'
import { sampleOf } from './sample.ts'
import { sqlMutationsOf } from './sql-operators.ts'

/**
 * Measures the tests: makes small changes of the sources, in memory, and runs each against the tests that enter the
 * changed function. A change that no test notices is a survivor, and a finding.
 */

/** How many tests without a database judge a file: the nearest by its imports. */
const NEAR_TESTS = 12
/** The time limit of a run without changes; a run with a change may take three times as long, plus this. */
const FIRST_LIMIT_MS = 240_000
const EXTRA_MS = 12_000

interface Target {
  area: Area
  mutation: Mutation
}

/** What one test file entered over the unchanged sources. */
interface Known {
  ms: number
  hits: ReadonlySet<string>
}

const say = (text: string): boolean => process.stderr.write(`${text}\n`)

/** Reports an impossible request in a sentence. */
function refuse(error: unknown): never {
  say(error instanceof Error ? error.message : String(error))
  process.exit(2)
}

function askedFor(): Options {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    return refuse(error)
  }
}

const options = askedFor()
const files = listSources(root)
const sources = new Map<string, string>()

function isNamed(path: string): boolean {
  return options.paths.some((named) => path === named || path.startsWith(`${named}/`))
}

function chooseTargets(): Target[] {
  const byArea = new Map<Area, Mutation[]>()
  for (const path of files) {
    if (options.paths.length > 0 && !isNamed(path)) continue
    const area = areaOf(path, options.paths.length > 0)
    if (!area || (options.areas.length > 0 && !options.areas.includes(area.name))) continue
    const source = readFileSync(join(root, path), 'utf8')
    sources.set(path, source)
    const found = [...mutationsOf(path, source), ...(speaksSql(path) ? sqlMutationsOf(path, source) : [])]
    if (found.length > 0) byArea.set(area, [...(byArea.get(area) ?? []), ...found])
  }
  return [...byArea].flatMap(([area, found]) => {
    const chosen = sampleOf(found, options.perArea ?? found.length, options.seed)
    say(`${area.name}: ${chosen.length} of ${found.length} mutants`)
    return chosen.map((mutation) => ({ area, mutation }))
  })
}

function candidatesOf(paths: readonly string[]): Map<string, string[]> {
  const importers = readImporters(root, files)
  return new Map(
    paths.map((path) => {
      const near = testsNear(path, importers, NEAR_TESTS)
      return [path, options.fast ? near : [...near, ...databaseTestsOf(path, files)]]
    }),
  )
}

/** Runs each test file once over the unchanged, instrumented sources, which record what it enters. */
async function learn(tests: readonly string[], paths: readonly string[], runners: TestRunner[]) {
  const known = new Map<string, Known>()
  const telling = Object.fromEntries(paths.map((path) => [path, withHits(path, sources.get(path) ?? '')]))
  await inParallel(tests, runners, async (test, runner) => {
    const told = await runner.run({ test, sources: telling }, FIRST_LIMIT_MS)
    if (told !== 'timeout' && told.passed) known.set(test, { ms: told.ms, hits: new Set(told.hits) })
    else say(`left out, because it fails without any change: ${test} (${told === 'timeout' ? told : told.why})`)
  })
  return known
}

async function fateOf({ mutation }: Target, tests: readonly string[], known: Map<string, Known>, runner: TestRunner) {
  const source = sources.get(mutation.path) ?? ''
  const place = placeOf(source, mutation)
  const reaching = tests
    .flatMap((test) => ({ test, did: known.get(test) }))
    .filter(({ did }) => did?.hits.has(place))
    .sort((one, other) => (one.did?.ms ?? 0) - (other.did?.ms ?? 0))
  if (reaching.length === 0) return 'unreached' satisfies Fate
  const changed = { [mutation.path]: withMark(mutate(source, mutation)) }
  for (const { test, did } of reaching) {
    const told = await runner.run({ test, sources: changed }, 3 * (did?.ms ?? 0) + EXTRA_MS)
    if (told === 'timeout') return 'timed out' satisfies Fate
    if (told.broken) throw new Error(`${test}: ${told.why}`)
    if (!told.passed) return 'killed' satisfies Fate
    // A runner that served the old source would let every mutant survive.
    if (!told.hits.includes(MARK)) throw new Error(`${test} passed without loading the mutant of ${mutation.path}`)
  }
  return 'survived' satisfies Fate
}

async function judge(targets: readonly Target[], runners: TestRunner[]): Promise<Outcome[]> {
  const paths = [...new Set(targets.map(({ mutation }) => mutation.path))]
  const candidates = candidatesOf(paths)
  const tests = [...new Set([...candidates.values()].flat())]
  if (tests.some((test) => test.endsWith('.db.test.ts'))) stopCluster = (await startTestCluster()).stop
  try {
    say(`${targets.length} mutants in ${paths.length} files, ${tests.length} test files`)
    const known = await learn(tests, paths, runners)
    const fates = new Map<Target, Fate>()
    await inParallel(targets, runners, async (target, runner) => {
      const fate = await fateOf(target, candidates.get(target.mutation.path) ?? [], known, runner)
      fates.set(target, fate)
      // Printed at once: a run takes an hour, and a test for a survivor can be started meanwhile.
      for (const survivor of survivorsOf([{ ...target, fate, reason: undefined }], sources)) say(survivor)
      if (fates.size % 20 === 0) say(`${fates.size} of ${targets.length}`)
    })
    return targets.map((target) => ({
      ...target,
      fate: fates.get(target) ?? 'unreached',
      reason: reasonFor(sources.get(target.mutation.path) ?? '', target.mutation),
    }))
  } finally {
    for (const runner of runners) runner.stop()
    await stopCluster?.()
  }
}

const runners = Array.from({ length: options.workers }, () => new TestRunner())
let stopCluster: (() => Promise<void>) | undefined
const end = (): void => {
  for (const runner of runners) runner.stop()
  void Promise.resolve(stopCluster?.()).finally(() => process.exit(130))
}
process.once('SIGINT', end)
process.once('SIGTERM', end)

const targets = chooseTargets()
if (targets.length === 0) refuse('There is nothing to mutate: name a source file, a folder of them, or an area.')
const outcomes = await judge(targets, runners)
const figures = figuresOf(outcomes)
console.log(survivorsOf(outcomes, sources).join('\n\n'))
console.log(`\n${tableOf(figures)}`)
process.exitCode = figures.every(meetsGoal) ? 0 : 1
