import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listSources } from '../rules/source-files.ts'
import { OPEN, type Open, REASONS, type Reason, SECTIONS, type Section } from './statements.ts'

export const ACCEPTANCE_PAGE = 'docs/acceptance.md'

/** The name of a test or of a group of tests: the first argument of `it('…'`, of `test.each(…)('…'` and the like. */
const NAMES = /(?:\b(?:it|test|describe)|\]|\))\(\s*(['"`])((?:(?!\1)[^\n])*)\1/g
/** `TB-5`, `TB-5 (part)`, `TB-5 (part: the arrows)`, `TB-5 (2 of 3)`. */
const CLAIMS = /\b([A-Z]{2,3}-\d+)\b(?: \((?:(part)(?::[^)]*)?|(\d+) of (\d+))\))?/g

/** The part of a statement that a test's name claims: all of it, some of it, or one of several numbered parts. */
export type Share = 'whole' | 'part' | { part: number; of: number }
export interface Claim {
  id: string
  share: Share
}
/** Statement id -> what the test names claim of it, by file. */
export type Coverage = ReadonlyMap<string, readonly { file: string; share: Share }[]>
export type Held = 'whole' | 'part' | 'none'

/** The claims in the test names of one file's text. */
export function claimsIn(text: string): Claim[] {
  return [...text.matchAll(NAMES)].flatMap(([, , name = '']) =>
    [...name.matchAll(CLAIMS)].map(([, id = '', part, at, of]) => {
      const share: Share = part ? 'part' : at ? { part: Number(at), of: Number(of) } : 'whole'
      return { id, share }
    }),
  )
}

/** Tests of what reads ids name some without covering them. */
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !/^tools\/src\/(acceptance|rules)\//.test(file)

/** Reads every test file under `root`. */
export function readCoverage(root: string): Coverage {
  const found = new Map<string, { file: string; share: Share }[]>()
  for (const file of listSources(root).filter(isTest)) {
    for (const { id, share } of claimsIn(readFileSync(join(root, file), 'utf8'))) {
      found.set(id, [...(found.get(id) ?? []), { file, share }])
    }
  }
  return found
}

function idsOf({ letters, count }: Section): string[] {
  return Array.from({ length: count }, (_, at) => `${letters}-${at + 1}`)
}

/** The numbered parts of a statement that no test claims, as `2 of 3`. */
function lostParts(shares: readonly Share[]): string[] {
  const numbered = shares.filter((share) => typeof share === 'object')
  const of = Math.max(0, ...numbered.map((share) => share.of))
  const known = new Set(numbered.map(({ part }) => part))
  return Array.from({ length: of }, (_, at) => at + 1).flatMap((part) => (known.has(part) ? [] : [`${part} of ${of}`]))
}

/** Whole when one test claims all of it, or tests claim each of its numbered parts. */
export function heldOf(id: string, coverage: Coverage): Held {
  const shares = (coverage.get(id) ?? []).map(({ share }) => share)
  if (shares.length === 0) return 'none'
  if (shares.includes('whole')) return 'whole'
  return shares.some((share) => typeof share === 'object') && lostParts(shares).length === 0 ? 'whole' : 'part'
}

function gapOf(id: string, coverage: Coverage, isOpen: boolean): string[] {
  const lost = lostParts((coverage.get(id) ?? []).map(({ share }) => share))
  if (lost.length > 0) return lost.map((part) => `${id}: no test is ${part}`)
  const held = heldOf(id, coverage)
  if (held === 'whole') return isOpen ? [`${id} is held whole: take it off the list of the open`] : []
  if (isOpen) return []
  return [held === 'none' ? `${id} has no test` : `${id} is held in part: say what is missing`]
}

/** The errors: statements without a test or a reason, outdated reasons, claims of unknown statements. */
export function gapsOf(coverage: Coverage, open: Open = OPEN, sections = SECTIONS): string[] {
  const known = new Set(sections.flatMap(idsOf))
  const letters = new Set(sections.map((section) => section.letters))
  const named = [...Object.keys(open), ...[...coverage.keys()].filter((id) => letters.has(id.split('-')[0]!))]
  return [
    ...[...known].flatMap((id) => gapOf(id, coverage, id in open)),
    ...[...new Set(named)].filter((id) => !known.has(id)).map((id) => `${id} is no statement`),
  ]
}

export interface Counts extends Readonly<Record<Held, number>> {
  all: number
}

function countOf(ids: readonly string[], coverage: Coverage): Counts {
  const held = ids.map((id) => heldOf(id, coverage))
  const of = (wanted: Held) => held.filter((one) => one === wanted).length
  return { all: ids.length, whole: of('whole'), part: of('part'), none: of('none') }
}

export const countAll = (coverage: Coverage, sections = SECTIONS): Counts => countOf(sections.flatMap(idsOf), coverage)

/** The README's sentence about the page, word by word. */
export function readmeSentence(coverage: Coverage): string {
  const { all, whole, part, none } = countAll(coverage)
  return (
    `**Of the ${all} statements of the console's specification ${whole} are held whole by tests, ${part} in part, ` +
    `${none} not yet**`
  )
}

export const README_SENTENCE = /\*\*Of the \d+ statements of the console's specification [^*]*\*\*/g

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

function countTables(coverage: Coverage): string[] {
  const rows = SECTIONS.map((section) => {
    const { all, whole, part, none } = countOf(idsOf(section), coverage)
    return [`${section.title} (${section.letters})`, all, whole, part, none]
  })
  const { all, whole, part, none } = countAll(coverage)
  const because = (reason: Reason, held: Held) =>
    Object.entries(OPEN).filter(([id, open]) => open.because === reason && heldOf(id, coverage) === held).length
  return [
    table(['Section', 'Statements', 'Whole', 'Part', 'None'], [...rows, ['All', all, whole, part, none]]),
    table(
      ['What is missing', 'of a part', 'of those with none'],
      (Object.keys(REASONS) as Reason[]).map((one) => [REASONS[one], because(one, 'part'), because(one, 'none')]),
    ),
  ]
}

function lineOf(id: string, page: string, coverage: Coverage): string[] {
  const files = [...new Set((coverage.get(id) ?? []).map(({ file }) => `\`${file}\``))]
  const held = heldOf(id, coverage)
  const open = OPEN[id]
  const missing = held === 'whole' ? [] : [open ? `${REASONS[open.because]}: ${open.what}` : '**nothing yet**']
  return [`[${id}](spec/${page}.md#${id.toLowerCase()})`, held, files.join(', '), missing.join()]
}

/** The text of the page. */
export function acceptancePage(coverage: Coverage): string {
  const parts = SECTIONS.map((section) =>
    [
      `## ${section.title} (${section.letters})`,
      table(
        ['Statement', 'Held', 'Tests', 'Missing'],
        idsOf(section).map((id) => lineOf(id, section.page, coverage)),
      ),
    ].join('\n\n'),
  )
  const head = [
    '# Acceptance',
    '',
    'Which tests hold which numbered statement of [the specification](spec/README.md). The names of the tests begin with',
    'the ids, so that `npx vitest run -t TB-5` runs one of them. An id alone claims the whole statement, `TB-5 (part)` some of it,',
    '`TB-5 (1 of 2)` a part that makes a whole with the others of its number. This page is written from those names by',
    '`node tools/src/acceptance/acceptance.ts`; a test fails when it is stale, and when a statement has neither a test',
    'of all of it nor a word about what is missing.',
  ].join('\n')
  return `${[head, ...countTables(coverage), ...parts].join('\n\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '../../..')
  const coverage = readCoverage(root)
  writeFileSync(join(root, ACCEPTANCE_PAGE), acceptancePage(coverage))
  const readme = join(root, 'README.md')
  const sentence = readmeSentence(coverage)
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(README_SENTENCE, () => sentence),
  )
  for (const gap of gapsOf(coverage)) console.log(gap)
}
