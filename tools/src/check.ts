import { existsSync } from 'node:fs'
import { bundleBudget, fastTests, sourceSteps } from './check-steps.ts'
import { consoleDist } from './bundle-budget.ts'
import { failedNames, runInOrder, runStep } from './step.ts'

/** The check before a commit, under a minute: no database, no browser, no build. */
const started = performance.now()
// The tests take as long as all other steps together, so the two halves share the machine's cores.
const [tests, others] = await Promise.all([
  runStep(fastTests),
  runInOrder(existsSync(consoleDist) ? [...sourceSteps, bundleBudget] : sourceSteps),
])
const failed = failedNames([...others, tests])
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(failed.length > 0 ? `check failed in ${seconds} s: ${failed.join(', ')}` : `check passed in ${seconds} s`)
process.exitCode = failed.length > 0 ? 1 : 0
