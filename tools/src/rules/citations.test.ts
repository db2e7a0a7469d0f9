import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkCitations } from './citations.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-citations-'))
  write('docs/spec/shell.md', '# Shell\n\n- <a id="tb-5"></a>**TB-5** Closing a tab opens the last one (TB-6).\n')
  write('docs/spec/tabs.md', '| <a id="tb-6"></a>**TB-6** | a table holds statements too |\n')
  write('docs/spec/domain.md', '### <a id="4.4"></a>4.4 Rules\n\n1. <a id="4.4-rule-1"></a>One.\n')
  write('docs/spec/README.md', '# The specification\n\n[Rules](domain.md#4.4), [tabs](./tabs.md)\n')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const broken = (): string[] => checkCitations(root).breaches.map(({ where, rule }) => `${rule}: ${where}`)

test('a citation with a target is counted and accepted', () => {
  write(
    'packages/kit/src/x.ts',
    [
      '/** TB-5, domain 4.4 rule 1, docs/spec/domain.md#4.4; docs/spec/README.md#the-specification and x.ts here. */',
      '// `<number>-<name>.sql`, x.*.ts, UTF-8 and https://example.org/page.html are no citations.',
      "export const device = 'AB-12 and page.png and notes.md'",
      "export const folders = ['packages/*', 'https://example.org/gone.html'] // its own */",
    ].join('\n'),
  )
  write('apps/server/migrations/0001-x.sql', '-- domain 4.4, told by gone.ts\nselect 1;\n')
  write('apps/console/src/x.css', '/* look at docs/spec/shell.md */\n')
  // Five in x.ts, one in the SQL, one in the CSS; five within the specification.
  expect(checkCitations(root)).toEqual({ citations: 12, breaches: [] })
})

const wrong: [rule: string, file: string, text: string][] = [
  ['no-such-statement', 'packages/kit/src/x.ts', '// TB-7\n'],
  ['no-such-statement', 'packages/kit/src/x.test.ts', "test('TB-7 (part) a tab', () => {})\n"],
  ['no-such-statement', 'packages/kit/src/x.ts', '/** The rules of\n * XY-3. */\n'],
  ['no-such-statement', 'apps/server/migrations/0001-x.sql', 'select 1; -- domain 4.5\n'],
  ['no-such-statement', 'packages/kit/src/x.ts', '// domain 4.4 rule 2\n'],
  ['no-such-statement', 'docs/tour.md', 'As TB-7 says.\n'],
  ['no-such-anchor', 'packages/kit/src/x.ts', '// docs/spec/domain.md#4.5\n'],
  ['no-such-file', 'packages/kit/src/x.ts', '// house.md says so\n'],
  ['no-such-file', 'packages/kit/src/x.ts', '// See other.rules.ts.\n'],
  ['no-such-file', 'packages/kit/src/x.ts', '// as in page.png\n'],
  ['no-such-file', 'packages/kit/src/x.ts', '// specification 8\n'],
  ['no-such-file', 'CONTRIBUTING.md', '[tour](docs/tour.md)\n'],
]

test.each(wrong)('%s reports %s: %s', (rule, file, text) => {
  write(file, text)
  expect(broken()).toEqual([expect.stringMatching(new RegExp(`^${rule}: ${file.replaceAll('.', '\\.')}:\\d+$`))])
})

test('a statement that occurs in two places is an error: a citation has one target', () => {
  write('docs/spec/more.md', '- <a id="tb-5"></a>**TB-5** Closing a tab opens the first one.\n')
  expect(broken()).toEqual(['two-places: docs/spec/shell.md'])
})

test('without any statement it is an error, not a success', () => {
  rmSync(join(root, 'docs'), { recursive: true })
  expect(() => checkCitations(root)).toThrow('holds no statement')
})
