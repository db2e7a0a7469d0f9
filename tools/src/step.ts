import { stripVTControlCharacters } from 'node:util'

/** What a step found; a step that is not made of tests counts as one. */
export interface StepResult {
  passed: number
  failed: number
  /** Each test that did not run, by file and name; absent when all did. */
  skipped?: readonly string[]
  /** Shown when something failed, or when it was not shown while it ran. */
  output: string
  /** Each thing that failed, with why: told once more at the end, where the end of a long log is all one has. */
  failures?: readonly string[]
}

export interface Step {
  name: string
  run(): Promise<StepResult>
}

export interface StepReport extends StepResult {
  name: string
  seconds: number
}

/** A step that is one yes or no: a tool and its exit code. */
export function asOneTest({ code, output }: { code: number; output: string }): StepResult {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output: code === 0 ? '' : output }
}

/** Several results as one. */
export function together(results: readonly StepResult[]): StepResult {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    skipped: results.flatMap(({ skipped }) => skipped ?? []),
    output: results.map(({ output }) => output).join('\n'),
    failures: results.flatMap(({ failures }) => failures ?? []),
  }
}

function countLine({ passed, failed, skipped = [] }: StepResult): string {
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`
}

/** What a whole run comes to, for the person at its end; the last line is read by machines. */
export function closingWords(reports: readonly StepReport[]): string {
  const all = together(reports)
  const names = failedNames(reports)
  return [
    ...(all.failures ?? []).map((failure) => `\n✗ ${failure}`),
    ...(all.skipped ?? []).map((name) => `\n- skipped: ${name}`),
    ...(names.length > 0 ? [`\nfailed: ${names.join(', ')}`] : []),
    `\n${countLine(all)}`,
  ].join('\n')
}

/** A run in which nothing passed proves nothing. */
export function closingCode(reports: readonly StepReport[]): 0 | 1 {
  const { passed, failed } = together(reports)
  return failed > 0 || passed === 0 ? 1 : 0
}

/** Runs one step and prints one line about it, with everything it said when it failed. */
export async function runStep({ name, run }: Step): Promise<StepReport> {
  const started = performance.now()
  let result: StepResult
  try {
    result = await run()
  } catch (error) {
    result = { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) }
  }
  const seconds = (performance.now() - started) / 1000
  const mark = result.failed > 0 ? '✗' : '✓'
  const isCount = result.passed + result.failed > 1 || (result.skipped ?? []).length > 0
  const count = isCount ? countLine(result) : ''
  console.log(`${mark} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${count}`.trimEnd())
  const output = stripVTControlCharacters(result.output).trimEnd()
  if (result.failed > 0 && output) console.log(output.replace(/^/gm, '    '))
  return { name, seconds, ...result }
}

/** One after the other; a failure does not stop the rest, so that one run tells everything. */
export async function runInOrder(steps: readonly Step[]): Promise<StepReport[]> {
  const reports: StepReport[] = []
  for (const step of steps) reports.push(await runStep(step))
  return reports
}

export function failedNames(reports: readonly StepReport[]): string[] {
  return reports.filter((report) => report.failed > 0).map((report) => report.name)
}
