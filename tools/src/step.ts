import { stripVTControlCharacters } from 'node:util'

/** The result of a step; a step without tests counts as one. */
export interface StepResult {
  passed: number
  failed: number
  /** Each test that did not run, by file and name; absent when all did. */
  skipped?: readonly string[]
  /** Shown when something failed, or when it was not shown during the run. */
  output: string
  /** Each failure with its reason: repeated at the end, because the end of a long log may be all that is left. */
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

/** A step with one yes-or-no result: a tool and its exit code. */
export function asOneTest({ code, output }: { code: number; output: string }): StepResult {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output: code === 0 ? '' : output }
}

/** Combines several results into one. */
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

/** The summary of a whole run; machines read the last line. */
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

/** Runs one step and prints one line about it, with its whole output when it failed. */
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

/** Runs steps one after another; a failure does not stop the rest, so that one run shows all failures. */
export async function runInOrder(steps: readonly Step[]): Promise<StepReport[]> {
  const reports: StepReport[] = []
  for (const step of steps) reports.push(await runStep(step))
  return reports
}

export function failedNames(reports: readonly StepReport[]): string[] {
  return reports.filter((report) => report.failed > 0).map((report) => report.name)
}
