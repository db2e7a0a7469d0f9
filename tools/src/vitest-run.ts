import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { programOf, runNode } from './run-command.ts'
import type { StepResult } from './step.ts'

interface JsonReport {
  numPassedTests: number
  numFailedTests: number
  testResults: FileReport[]
}

/** One test file in the runner’s JSON report. */
export interface FileReport {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[]
}

/** Only these files (by a part of their path), with these additional environment variables. */
export interface PartOfTests {
  files?: readonly string[]
  environment?: Readonly<Record<string, string>>
}

/**
 * Runs vitest projects (see vitest.config.ts) and counts the tests that really ran.
 */
export async function runVitest(projects: readonly string[], part: PartOfTests = {}): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-vitest-'))
  const reportPath = join(folder, 'report.json')
  try {
    const { code, output } = await runNode(
      [
        programOf('vitest'),
        'run',
        ...(part.files ?? []),
        ...projects.flatMap((project) => ['--project', project]),
        // Other runs are beside it: only failures are worth a line.
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${reportPath}`,
      ],
      part.environment,
    )
    const report = readReport(reportPath)
    return {
      ...countTests(report, code),
      failures: [...tellFailures(report), ...tellOutside(output, report, code)],
      skipped: tellSkipped(report),
      output: output.replace(/^JSON report written.*$/m, ''),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path: string): JsonReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as JsonReport
  } catch {
    return undefined
  }
}

/** Each failed test with the first lines of its reason, and each file that did not load. */
export function tellFailures(report: JsonReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((one) => one.status === 'failed')
    const where = relative(process.cwd(), file.name)
    if (failed.length > 0)
      return failed.map((one) => firstLines(`${where} > ${one.fullName ?? ''}`, one.failureMessages?.[0]))
    return file.status === 'failed' ? [firstLines(where, file.message)] : []
  })
}

/** Errors outside every test, and the end of a run without a failed test that failed all the same. */
export function tellOutside(output: string, report: JsonReport | undefined, exitCode: number): string[] {
  const plain = stripVTControlCharacters(output)
  const unhandled = plain.indexOf('Unhandled Errors')
  if (unhandled >= 0) return [firstLines('outside every test', plain.slice(unhandled), 40)]
  if (exitCode === 0 || tellFailures(report).length > 0) return []
  return [firstLines(`the run ended with ${exitCode}`, plain.split('\n').filter(Boolean).slice(-12).join('\n'))]
}

/** Each test that did not run, whatever the runner calls it: it proves nothing. */
export function tellSkipped(report: JsonReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName = '' }) => `${relative(process.cwd(), file.name)} > ${fullName}`),
  )
}

function firstLines(title: string, why = '', most = 12): string {
  const lines = stripVTControlCharacters(why).split('\n').filter(Boolean).slice(0, most)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

/**
 * A file that does not load contains no failed test, an error outside any test neither, and a run without tests has
 * none: each still counts as a failure.
 */
export function countTests(report: JsonReport | undefined, exitCode: number): { passed: number; failed: number } {
  const passed = report?.numPassedTests ?? 0
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  )
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length
  const somethingElse = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: somethingElse ? 1 : failed }
}
