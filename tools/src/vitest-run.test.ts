import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countTests, type FileReport, tellFailures, tellOutside, tellSkipped } from './vitest-run.ts'

const report = (
  passed: number,
  failed: number,
  files: (Pick<FileReport, 'status' | 'assertionResults'> & { message?: string })[],
) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files.map((file) => ({ message: '', ...file, name: resolve('x.test.ts') })),
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

describe('telling failures', () => {
  test('lists each failed test by file, name and reason, and no passed ones', () => {
    const assertionResults = [
      {
        status: 'failed',
        fullName: 'a valve moves',
        failureMessages: ['\u001B[31mexpected 1\u001B[39m\n    at x.ts:3'],
      },
      { status: 'passed', fullName: 'a valve rests', failureMessages: [] },
    ]
    expect(tellFailures(report(1, 1, [{ status: 'failed', assertionResults }]))).toEqual([
      'x.test.ts > a valve moves\n    expected 1\n        at x.ts:3',
    ])
  })

  test('lists a file that does not load with its message', () => {
    expect(tellFailures(report(0, 0, [{ status: 'failed', assertionResults: [], message: 'no such module' }]))).toEqual(
      ['x.test.ts\n    no such module'],
    )
    expect(tellFailures(undefined)).toEqual([])
  })
})

describe('telling what is no test', () => {
  const passed = report(5, 0, [])

  test('an error outside every test is told with where it comes from', () => {
    const output =
      '····\n\u001B[31m⎯⎯ Unhandled Errors ⎯⎯\u001B[39m\n\nReferenceError: window is not defined\n ❯ later x.ts:3'
    expect(tellOutside(output, passed, 1)).toEqual([
      'outside every test\n    Unhandled Errors ⎯⎯\n    ReferenceError: window is not defined\n     ❯ later x.ts:3',
    ])
  })

  test('a run that ends with a code and says no failure is told by its last lines', () => {
    expect(tellOutside('····\nout of memory\n', undefined, 134)).toEqual([
      'the run ended with 134\n    ····\n    out of memory',
    ])
  })

  test('nothing is told of a run that passed, or whose failures are told', () => {
    expect(tellOutside('fine', passed, 0)).toEqual([])
    const failed = report(0, 1, [{ status: 'failed', assertionResults: [], message: 'no such module' }])
    expect(tellOutside('no such module', failed, 1)).toEqual([])
  })
})

test('lists each test that did not run by file and name, whatever the reason', () => {
  const assertionResults = ['passed', 'skipped', 'failed', 'pending', 'todo', 'disabled'].map((status) => ({
    status,
    fullName: `is ${status}`,
  }))
  expect(tellSkipped(report(1, 1, [{ status: 'failed', assertionResults }]))).toEqual([
    'x.test.ts > is skipped',
    'x.test.ts > is pending',
    'x.test.ts > is todo',
    'x.test.ts > is disabled',
  ])
  expect(tellSkipped(undefined)).toEqual([])
})
