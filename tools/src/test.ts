import { prepareBrowser } from '../../testing/src/browser/browser.ts'
import { findSystemPostgres } from '../../testing/src/platform/database.ts'
import { bundleBudget, fastTests, sourceSteps } from './check-steps.ts'
import { runNode } from './run-command.ts'
import { asOneTest, closingCode, closingWords, runInOrder, type Step, together } from './step.ts'
import { runVitest } from './vitest-run.ts'

/**
 * Every test there is, the quick ones first. The last line is `N passed, N failed` alone, with `, N skipped` behind it
 * when there were any: machines read it.
 * A tool with a yes or no (format, types, …) counts as one test.
 */
/** The store once more on the machine's own PostgreSQL, where there is one: the SQL must not need the packaged one. */
const storeOnSystem: Step = {
  name: 'store tests on the system’s PostgreSQL',
  run: () =>
    findSystemPostgres() === undefined
      ? Promise.resolve({ passed: 0, failed: 0, skipped: ['store tests: no PostgreSQL 15 or newer here'], output: '' })
      : runVitest(['db'], true, {
          files: [
            'modules/telemetry/',
            'modules/fault/',
            'platform/db/array-literal',
            'platform/resource/mount-resource',
            'command.db',
          ],
          environment: { SLUICE_TEST_POSTGRES: 'system' },
        }),
}

/** Side by side: one starts and kills processes, the others wait for a browser each. */
const wholePlatform: Step = {
  name: 'whole platform',
  run: async () => {
    // Both browser runs would install it at the same time. Where it cannot be had each of them says so.
    await prepareBrowser().catch(() => undefined)
    return together(
      await Promise.all([runVitest(['process'], false), runVitest(['e2e'], true), runVitest(['statements'], true)]),
    )
  },
}

const long: Step[] = [
  { name: 'database tests', run: () => runVitest(['db'], true) },
  storeOnSystem,
  { name: 'console build', run: async () => asOneTest(await runNode(['tools/bootstrap/run.mjs', 'build'])) },
  bundleBudget,
  wholePlatform,
]

const quick = await Promise.all([runInOrder(sourceSteps), runInOrder([fastTests])])
const reports = [...quick.flat(), ...(await runInOrder(long))]
console.log(closingWords(reports))
process.exitCode = closingCode(reports)
