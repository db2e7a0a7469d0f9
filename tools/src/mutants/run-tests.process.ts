import { readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type TestProject, type Vitest } from 'vitest/node'
import projects from '../../../vitest.config.ts'
import { HITS_FILE, type Ask, type Told } from './messages.ts'

/**
 * A vitest that stays warm and runs one test file at a time, each time over the sources on the disk with some of them
 * replaced in memory. Started by pool.ts, which kills the whole process group.
 */
const root = resolve(import.meta.dirname, '../../..')
const hitsPath = process.env[HITS_FILE] ?? ''

let replaced: Readonly<Record<string, string>> = {}

const replacing: Plugin = {
  name: 'replace-in-memory',
  enforce: 'pre',
  load: (id) => replaced[relative(root, id.split('?')[0] ?? id)] ?? null,
}

interface ProjectConfig {
  test: { name: string; setupFiles?: string[] }
}

/** The projects of vitest.config.ts that need no other process; the database of the `db` tests is already running. */
function projectsHere(): object[] {
  const all = (projects.test?.projects ?? []) as ProjectConfig[]
  return all
    .filter(({ test }) => ['fast', 'console', 'db'].includes(test.name))
    .map(({ test }) => ({
      root,
      plugins: [replacing],
      test: {
        ...test,
        globalSetup: [],
        fsModuleCache: false,
        setupFiles: [...(test.setupFiles ?? []), resolve(import.meta.dirname, 'hits-setup.ts')],
      },
    }))
}

async function start(): Promise<Vitest> {
  const vitest = await createVitest(
    'test',
    {
      root,
      config: false,
      fsModuleCache: false,
      watch: false,
      reporters: [{}],
      maxWorkers: 1,
      bail: 1,
      onConsoleLog: () => false,
    },
    { test: { projects: projectsHere() } },
  )
  await vitest.standalone()
  return vitest
}

function projectOf(vitest: Vitest, test: string): TestProject {
  const name = test.endsWith('.db.test.ts') ? 'db' : test.startsWith('apps/console/') ? 'console' : 'fast'
  const project = vitest.projects.find((one) => one.name === name)
  if (!project) throw new Error(`vitest.config.ts has no project ${name}`)
  return project
}

function replace(vitest: Vitest, sources: Readonly<Record<string, string>>): void {
  const changed = new Set([...Object.keys(replaced), ...Object.keys(sources)])
  const before = replaced
  replaced = sources
  for (const path of changed) if (before[path] !== sources[path]) vitest.invalidateFile(resolve(root, path))
}

function readHits(): string[] {
  try {
    return JSON.parse(readFileSync(hitsPath, 'utf8')) as string[]
  } catch {
    return []
  }
}

async function run(vitest: Vitest, { test, sources }: Ask): Promise<Told> {
  replace(vitest, sources)
  rmSync(hitsPath, { force: true })
  // Vitest remembers earlier failures, which would end this run at its start.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  vitest.state.errorsSet.clear()
  const started = performance.now()
  const spec = projectOf(vitest, test).createSpecification(resolve(root, test))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([spec])
  const passed = testModules.length > 0 && testModules.every((one) => one.ok()) && unhandledErrors.length === 0
  const errors = testModules.flatMap((one) => [
    ...one.errors(),
    ...[...one.children.allTests('failed')].flatMap((failed) => failed.result().errors ?? []),
  ])
  const why = [...errors, ...unhandledErrors].map((error) => (error as { message?: string }).message ?? String(error))
  return { passed, ms: performance.now() - started, hits: readHits(), why: why[0] ?? '' }
}

process.once('disconnect', () => process.exit())
const vitest = await start()
process.on('message', (ask: Ask) => {
  void run(vitest, ask).then(
    (told) => process.send?.(told),
    (error: unknown) => process.send?.({ passed: false, ms: 0, hits: [], why: String(error), broken: true }),
  )
})
process.send?.('ready')
