import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ACCEPTANCE_PAGE,
  acceptancePage,
  claimsIn,
  type Coverage,
  countAll,
  gapsOf,
  heldOf,
  readCoverage,
  README_SENTENCE,
  readmeSentence,
  type Share,
} from './acceptance.ts'

const root = resolve(import.meta.dirname, '../../..')
const sections = [{ title: 'x', letters: 'XX', count: 3, page: 'x' }]
const covered = (shares: Record<string, readonly Share[]>): Coverage =>
  new Map(Object.entries(shares).map(([id, all]) => [id, all.map((share) => ({ file: 'a.test.ts', share }))]))

test('claims are read from the names of tests and groups, not from comments or bodies', () => {
  const text = `
    // SI-1 is only spoken of here
    describe('FB-7 messages', () => {
      it('RG-5 (part), RG-6 (part: the way out) nothing granted', () => expect('SI-2').toBe(1))
      it.skip('SI-3 is not run', () => {})
      test.each(['a', 'b'])('RG-9 (2 of 3), SEC-6 %s goes home (part of the way)', () => {})
    })`
  expect(claimsIn(text)).toEqual([
    { id: 'FB-7', share: 'whole' },
    { id: 'RG-5', share: 'part' },
    { id: 'RG-6', share: 'part' },
    { id: 'RG-9', share: { part: 2, of: 3 } },
    { id: 'SEC-6', share: 'whole' },
  ])
})

describe('a statement', () => {
  test('is covered whole by one claim of the whole, or by all of its numbered parts', () => {
    const [one, two] = [
      { part: 1, of: 2 },
      { part: 2, of: 2 },
    ]
    const held = (...shares: Share[]) => heldOf('XX-1', covered({ 'XX-1': shares }))
    expect([held(), held('part'), held('part', 'whole')]).toEqual(['none', 'part', 'whole'])
    expect([held(one), held(one, one), held(one, 'part'), held(two, one)]).toEqual(['part', 'part', 'part', 'whole'])
    expect(countAll(covered({ 'XX-1': [one, two], 'XX-2': ['part'] }), sections)).toEqual({
      all: 3,
      whole: 1,
      part: 1,
      none: 1,
    })
  })

  test('that is not covered whole is a gap until a reason is given, and so is an outdated reason', () => {
    const open = { because: 'untested', what: 'why' } as const
    const coverage = covered({ 'XX-1': ['whole'], 'XX-2': ['part'], 'XX-9': ['whole'], 'GCJ-2': ['whole'] })
    expect(gapsOf(coverage, {}, sections)).toEqual([
      'XX-2 is held in part: say what is missing',
      'XX-3 has no test',
      'XX-9 is no statement',
    ])
    expect(gapsOf(coverage, { 'XX-1': open, 'XX-2': open, 'XX-3': open, 'YY-1': open }, sections)).toEqual([
      'XX-1 is held whole: take it off the list of the open',
      'YY-1 is no statement',
      'XX-9 is no statement',
    ])
  })

  test('that has lost one of its numbered parts is a gap, whatever reason is given', () => {
    const coverage = covered({ 'XX-1': [{ part: 2, of: 3 }], 'XX-2': ['whole'], 'XX-3': ['whole'] })
    const lost = ['XX-1: no test is 1 of 3', 'XX-1: no test is 3 of 3']
    expect(gapsOf(coverage, { 'XX-1': { because: 'untested', what: 'why' } }, sections)).toEqual(lost)
  })
})

test('every statement of the console is covered whole, or has a reason for what is missing', () => {
  expect(gapsOf(readCoverage(root))).toEqual([])
})

test(`${ACCEPTANCE_PAGE} matches the tests (written by node tools/src/acceptance/acceptance.ts)`, () => {
  expect(readFileSync(join(root, ACCEPTANCE_PAGE), 'utf8')).toBe(acceptancePage(readCoverage(root)))
})

test(`the README matches ${ACCEPTANCE_PAGE}`, () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect(readme.match(README_SENTENCE)).toEqual([readmeSentence(readCoverage(root))])
})
