import { findSystemPostgres } from '../../testing/src/database.ts'
import { bundleBudget, fastTests, sourceSteps } from './check-steps.ts'
import { runNode } from './run-command.ts'
import { asOneTest, failedNames, runInOrder, type Step, type StepReport, together } from './step.ts'
import { runVitest } from './vitest-run.ts'

/**
 * Every test there is, the quick ones first. The last line is `N passed, N failed` alone: machines read it.
 * A tool with a yes or no (format, types, …) counts as one test.
 */
/** The store once more on the machine's own PostgreSQL, where there is one: the SQL must not need the packaged one. */
const storeOnSystem: Step[] =
  findSystemPostgres() === undefined
    ? []
    : [
        {
          name: 'store tests on the system’s PostgreSQL',
          run: () =>
            runVitest(['db'], true, {
              files: [
                'modules/telemetry/',
                'modules/fault/',
                'platform/array-literal',
                'platform/mount-resource',
                'command.db',
              ],
              environment: { SLUICE_TEST_POSTGRES: 'system' },
            }),
        },
      ]

/** Side by side: the one half starts and kills processes, the other half waits for a browser. */
const wholePlatform: Step = {
  name: 'whole platform',
  run: async () => together(await Promise.all([runVitest(['process'], false), runVitest(['e2e'], true)])),
}

const long: Step[] = [
  { name: 'database tests', run: () => runVitest(['db'], true) },
  ...storeOnSystem,
  { name: 'console build', run: async () => asOneTest(await runNode(['tools/bootstrap/run.mjs', 'build'])) },
  bundleBudget,
  wholePlatform,
]

function summarize(reports: readonly StepReport[]): void {
  const passed = reports.reduce((sum, report) => sum + report.passed, 0)
  const failed = reports.reduce((sum, report) => sum + report.failed, 0)
  const names = failedNames(reports)
  for (const failure of reports.flatMap((report) => report.failures ?? [])) console.log(`\n✗ ${failure}`)
  if (names.length > 0) console.log(`\nfailed: ${names.join(', ')}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

const quick = await Promise.all([runInOrder(sourceSteps), runInOrder([fastTests])])
summarize([...quick.flat(), ...(await runInOrder(long))])
