import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listSources } from '../source-files.ts'
import { PARTLY, SECTIONS, type Section, UNTESTED } from './statements.ts'

export const ACCEPTANCE_PAGE = 'docs/acceptance.md'

/** The name of a test or of a group of tests: the first argument of `it('…'`, of `test.each(…)('…'` and the like. */
const NAMES = /(?:\b(?:it|test|describe)|\]|\))\(\s*(['"`])((?:(?!\1)[^\n])*)\1/g
const IDS = /\b[A-Z]{2,3}-\d+\b/g

/** Statement id -> the test files whose names carry it. */
export type Coverage = ReadonlyMap<string, readonly string[]>

/** The ids in the names of the tests of one file's text. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(NAMES)].flatMap(([, , name = '']) => name.match(IDS) ?? [])
}

/** This tool's own tests speak of ids without holding what they say. */
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.startsWith('tools/src/acceptance/')

/** Reads every test file under `root`. */
export function readCoverage(root: string): Coverage {
  const found = new Map<string, string[]>()
  for (const file of listSources(root).filter(isTest)) {
    for (const id of new Set(idsIn(readFileSync(join(root, file), 'utf8')))) {
      found.set(id, [...(found.get(id) ?? []), file])
    }
  }
  return found
}

export function idsOf({ letters, count }: Section): string[] {
  return Array.from({ length: count }, (_, at) => `${letters}-${at + 1}`)
}

/** What is wrong: statements nobody tests or excuses, and excuses that are no longer true. */
export function gapsOf(coverage: Coverage, untested = UNTESTED, sections = SECTIONS): string[] {
  const known = new Set(sections.flatMap(idsOf))
  const gaps = [...known].filter((id) => !coverage.has(id) && !(id in untested)).map((id) => `${id} has no test`)
  for (const id of Object.keys(untested)) {
    if (!known.has(id)) gaps.push(`${id} is no statement`)
    else if (coverage.has(id)) gaps.push(`${id} has a test: take it off the list of the untested`)
  }
  return gaps
}

function lineOf(id: string, coverage: Coverage): string {
  const files = coverage.get(id)
  const but = PARTLY[id] ? `; but ${PARTLY[id]}` : ''
  if (files) return `| ${id} | ${files.map((file) => `\`${file}\``).join(', ')}${but} |`
  return `| ${id} | not tested: ${UNTESTED[id] ?? '**nothing yet**'} |`
}

/** The page a reader ticks off. */
export function acceptancePage(coverage: Coverage): string {
  const parts = SECTIONS.map((section) => {
    const lines = idsOf(section).map((id) => lineOf(id, coverage))
    return [`## ${section.title} (${section.letters})`, '', '| Statement | Test |', '| --- | --- |', ...lines].join(
      '\n',
    )
  })
  const head = [
    '# Acceptance',
    '',
    'Which test holds which numbered statement of the console. The names of the tests begin with the ids, so that',
    '`npx vitest run -t TB-5` runs one of them. This page is written from those names by',
    '`node tools/src/acceptance/acceptance.ts`; a test fails when a statement has neither a test nor a reason.',
  ].join('\n')
  return `${[head, ...parts].join('\n\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '../../..')
  const coverage = readCoverage(root)
  writeFileSync(join(root, ACCEPTANCE_PAGE), acceptancePage(coverage))
  for (const gap of gapsOf(coverage)) console.log(gap)
}
