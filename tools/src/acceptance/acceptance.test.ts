import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ACCEPTANCE_PAGE, acceptancePage, gapsOf, idsIn, readCoverage } from './acceptance.ts'

const root = resolve(import.meta.dirname, '../../..')

test('ids are read from the names of tests and groups, not from comments or bodies', () => {
  const text = `
    // SI-1 is only spoken of here
    describe('FB-7 messages', () => {
      it('RG-5, RG-6 nothing granted', () => expect('SI-2').toBe(1))
      test.each(['a', 'b'])('RG-9, SEC-6 %s goes home', () => {})
    })`
  expect(idsIn(text)).toEqual(['FB-7', 'RG-5', 'RG-6', 'RG-9', 'SEC-6'])
})

test('a statement without a test is a gap until it has one or a reason; a reason that is not true any more too', () => {
  const sections = [{ title: 'x', letters: 'XX', count: 3 }]
  const coverage = new Map([['XX-1', ['a.test.ts']]])
  expect(gapsOf(coverage, {}, sections)).toEqual(['XX-2 has no test', 'XX-3 has no test'])
  expect(gapsOf(coverage, { 'XX-1': 'why', 'XX-2': 'why', 'XX-3': 'why', 'XX-4': 'why' }, sections)).toEqual([
    'XX-1 has a test: take it off the list of the untested',
    'XX-4 is no statement',
  ])
})

test('every statement of the console has a test or a reason why not', () => {
  expect(gapsOf(readCoverage(root))).toEqual([])
})

test(`${ACCEPTANCE_PAGE} says what the tests say (written by node tools/src/acceptance/acceptance.ts)`, () => {
  expect(readFileSync(join(root, ACCEPTANCE_PAGE), 'utf8')).toBe(acceptancePage(readCoverage(root)))
})
