import { describe, expect, test } from 'vitest'
import { countTests } from './vitest-run.ts'

const report = (
  passed: number,
  failed: number,
  files: { status: string; assertionResults: { status: string }[] }[],
) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files.map((file) => ({ name: 'x.test.ts', message: '', ...file })),
})

describe('counting tests', () => {
  test('passed and failed ones are counted as vitest counts them', () => {
    const files = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }]
    expect(countTests(report(1, 1, files), 1)).toEqual({ passed: 1, failed: 1 })
    expect(countTests(report(2, 0, []), 0)).toEqual({ passed: 2, failed: 0 })
  })

  test('a file that does not load is a failure', () => {
    expect(countTests(report(5, 0, [{ status: 'failed', assertionResults: [] }]), 1)).toEqual({ passed: 5, failed: 1 })
  })

  test('an error outside every test is a failure', () => {
    expect(countTests(report(5, 0, []), 1)).toEqual({ passed: 5, failed: 1 })
  })

  test('a run without tests, or without a report, is a failure', () => {
    expect(countTests(report(0, 0, []), 0)).toEqual({ passed: 0, failed: 1 })
    expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1 })
  })
})
