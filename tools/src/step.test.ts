import { describe, expect, test } from 'vitest'
import { closingCode, closingWords, type StepReport, type StepResult, together } from './step.ts'

const step = (name: string, result: Partial<StepResult>): StepReport => ({
  name,
  seconds: 1,
  passed: 0,
  failed: 0,
  output: '',
  ...result,
})

const lastLine = (reports: StepReport[]) => closingWords(reports).split('\n').at(-1)

describe('the closing line', () => {
  test('counts over all steps, with the skipped ones when there are any', () => {
    expect(lastLine([step('a', { passed: 2 }), step('b', { passed: 3, failed: 1 })])).toBe('5 passed, 1 failed')
    expect(lastLine([step('a', { passed: 2, skipped: ['x > y'] }), step('b', { passed: 1 })])).toBe(
      '3 passed, 0 failed, 1 skipped',
    )
    const both = together([step('a', { passed: 1, skipped: ['x'] }), step('b', { passed: 1, skipped: ['y', 'z'] })])
    expect(lastLine([step('c', both)])).toBe('2 passed, 0 failed, 3 skipped')
  })

  test('lists the failures, the skipped tests and the failed steps before it', () => {
    const words = closingWords([step('a', { passed: 1, failed: 1, failures: ['x > y'], skipped: ['x > z'] })])
    expect(words.split('\n').filter(Boolean)).toEqual([
      '✗ x > y',
      '- skipped: x > z',
      'failed: a',
      '1 passed, 1 failed, 1 skipped',
    ])
  })

  test('a run fails when something failed, or when nothing passed', () => {
    expect(closingCode([step('a', { passed: 1 })])).toBe(0)
    expect(closingCode([step('a', { passed: 1 }), step('b', { failed: 1 })])).toBe(1)
    expect(closingCode([step('a', { skipped: ['x'] })])).toBe(1)
  })
})
