import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareBrowser } from '../../testing/src/browser/browser.ts'
import { findSystemPostgres } from '../../testing/src/platform/database.ts'
import { bundleBudget, fastTests, sourceSteps } from './check-steps.ts'
import { runNode } from './run-command.ts'
import { asOneTest, closingCode, closingWords, runInOrder, type Step } from './step.ts'
import { runVitest } from './vitest-run.ts'

/**
 * Every test there is. The last line is `N passed, N failed` alone, with `, N skipped` behind it
 * when there were any: machines read it.
 * A tool with a yes or no (format, types, …) counts as one test.
 */
/** A step that needs the machine's own PostgreSQL, where there is one: the SQL must not need the packaged one. */
const onSystem = (name: string, run: Step['run']): Step => ({
  name: `${name} on the system’s PostgreSQL`,
  run: () =>
    findSystemPostgres() === undefined
      ? Promise.resolve({ passed: 0, failed: 0, skipped: [`${name}: no PostgreSQL 15 or newer here`], output: '' })
      : run(),
})

/** What another PostgreSQL may compute otherwise: copies, partitions, times of day, sums, orders, arrays. */
const storeOnSystem = onSystem('store tests', () =>
  runVitest(['db'], {
    files: [
      'modules/telemetry/partition',
      'modules/telemetry/telemetry.store',
      'modules/telemetry/uplink/uplink',
      'modules/telemetry/history/',
      'modules/fault/fault.store',
      'modules/fault/fault-list',
      'modules/fault/figures/',
      'platform/db/array-literal',
      'platform/resource/mount-resource',
      'command.db',
    ],
    environment: { SLUICE_TEST_POSTGRES: 'system' },
  }),
)

/** Where the database tests write down what they send; deleted with the run. */
const statements = mkdtempSync(join(tmpdir(), 'sluice-statements-'))
process.on('exit', () => rmSync(statements, { recursive: true, force: true }))

const databaseTests: Step = {
  name: 'database tests',
  run: () => runVitest(['db'], { environment: { SLUICE_TEST_STATEMENTS: statements } }),
}

/** Of all else, whether it takes what the packaged one takes. */
const statementsOnSystem = onSystem('statements', async () =>
  asOneTest(await runNode(['tools/src/system-statements.ts', statements])),
)

const consoleBuild: Step = {
  name: 'console build',
  run: async () => asOneTest(await runNode(['tools/bootstrap/run.mjs', 'build'])),
}

/** Tests that open the console as users get it, in a browser. */
const inBrowser = (name: string, project: string): Step => ({
  name,
  run: async () => {
    await Promise.all([built, browser])
    return runVitest([project])
  },
})

/**
 * Lanes side by side, each in its order: alone the tests of none keep the machine busy, as they wait for reports,
 * silences, pages and disks for a third of their time. Each has about as much to compute as the others.
 */
const lanes: readonly (readonly Step[])[] = [
  [inBrowser('browser tests', 'e2e')],
  [inBrowser('console’s statements', 'statements'), storeOnSystem],
  [...sourceSteps, { name: 'process tests', run: () => runVitest(['process']) }],
  [fastTests, databaseTests, statementsOnSystem],
]

const built = runInOrder([consoleBuild, bundleBudget])
// Two browser runs would install it at the same time. Where it cannot be had each of their tests says so.
const browser = prepareBrowser().catch(() => undefined)
const reports = (await Promise.all([built, ...lanes.map(runInOrder)])).flat()
console.log(closingWords(reports))
process.exitCode = closingCode(reports)
