import { readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Breach } from './breach.ts'
import { listRepository } from './source-files.ts'

/** The documents whose numbered statements are cited by their ids alone, and the one whose sections are. */
const SPEC = 'docs/spec/'
const DOMAIN = `${SPEC}domain.md`

const STATEMENT = /\b([A-Z]{2,3})-(\d+)\b/g
const SECTION = /\bdomain (\d+(?:\.\d+)?)(?: rule (\d+))?/g
const DOCUMENT = /(?<![\w/.*…-])((?:[\w.-]+\/)*[\w-]+\.md)(?:#([\w-]+(?:\.[\w-]+)*))?/g
const FILE = /(?<![\w/.*…{}$-])((?:[\w@.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sql|html|png|webp|pdf))(?![\w/*])/g
/** Names of documents that are not link targets. */
const UNKNOWN = /\b(?:console-behaviour|specification|look|house|stack) (?:[A-Z]{2,3}-)?\d[\d.]*/g

/** Letters of standards and models that look like an id. */
const NOT_STATEMENTS = new Set(['AES', 'BD', 'CRC', 'DHT', 'GCJ', 'RS', 'SHA', 'UTF', 'WGS'])

/** These files mention citations without citing. */
const notRead = [
  'tools/src/rules/citations.ts',
  'tools/src/rules/citations.test.ts',
  'tools/src/acceptance/acceptance.test.ts',
]

const SENTENCES = {
  'no-such-statement': 'It cites what no document in docs/spec holds: cite what stands there, or write it down there.',
  'no-such-anchor': 'The document has no such heading or anchor: cite one that it has.',
  'no-such-file': 'It cites a file that is not in the repository: cite one that is, or say it in a plain sentence.',
}

interface Text {
  file: string
  text: string
  /** The text with everything but comments replaced by blanks. */
  comments: string
}

interface Targets {
  /** The end of each path, from each of its slashes on. */
  endings: ReadonlySet<string>
  /** Document -> its anchors. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>
  /** `SEC-1` and the like, as in docs/spec; `letters` is the part before their numbers. */
  statements: ReadonlySet<string>
  letters: ReadonlySet<string>
}

interface Citation {
  at: number
  words: string
  wrong?: keyof typeof SENTENCES
}

/**
 * Checks that every citation in the sources, tests and documents of the repository at `root` has a target: a numbered
 * statement (`SEC-1`), a section of the domain (`domain 4.4 rule 6`), a document with its anchor, a file in a comment.
 * @throws Error when docs/spec contains no statement: a check against nothing would always pass.
 */
export function checkCitations(root: string): { citations: number; breaches: Breach[] } {
  const files = listRepository(root)
  const texts = files
    .filter((file) => /\.(tsx?|mjs|css|sql|html|md)$/.test(file) && !notRead.includes(file))
    .map((file) => withComments(file, readFileSync(join(root, file), 'utf8')))
  const targets = targetsOf(files, texts)
  if (targets.statements.size === 0) throw new Error(`${SPEC} holds no statement`)
  const all = texts.map((text) => ({ text, found: readers.flatMap((read) => read(text, targets)) }))
  return {
    citations: all.reduce((sum, { found }) => sum + found.length, 0),
    breaches: [
      ...all.flatMap(({ text, found }) => found.flatMap((citation) => breachOf(text, citation))),
      ...twins(targets),
    ],
  }
}

/** Statements that occur in more than one place. */
function twins({ anchors, statements }: Targets): Breach[] {
  const pages = [...anchors].filter(([file]) => file.startsWith(SPEC))
  return [...statements].flatMap((id) => {
    const places = pages.filter(([, names]) => names.has(id.toLowerCase())).map(([file]) => file)
    const sentence = `${id} stands in ${places.join(' and ')}: a citation must lead to one place.`
    return places.length > 1 ? [{ where: places.at(-1) ?? '', rule: 'two-places', sentence }] : []
  })
}

function breachOf({ file, text }: Text, { at, words, wrong }: Citation): Breach[] {
  if (!wrong) return []
  const line = text.slice(0, at).split('\n').length
  return [{ where: `${file}:${line}`, rule: wrong, sentence: `"${words}". ${SENTENCES[wrong]}` }]
}

type Reader = (source: Text, targets: Targets) => Citation[]

/** `held` returns whether a match has a target, else what is wrong. */
function cite(text: string, words: RegExp, held: (match: RegExpExecArray) => Citation['wrong'] | 'skip'): Citation[] {
  return [...text.matchAll(words)].flatMap((match) => {
    const wrong = held(match)
    return wrong === 'skip' ? [] : [{ at: match.index, words: match[0], ...(wrong && { wrong }) }]
  })
}

const readers: readonly Reader[] = [
  ({ text, comments }, { statements, letters }) =>
    cite(text, STATEMENT, ({ 0: id, 1: prefix = '', index }) => {
      if (letters.has(prefix)) return statements.has(id) ? undefined : 'no-such-statement'
      return NOT_STATEMENTS.has(prefix) || !comments.startsWith(id, index) ? 'skip' : 'no-such-statement'
    }),
  ({ text }, { anchors }) =>
    cite(text, SECTION, ([, section = '', rule]) =>
      anchors.get(DOMAIN)?.has(rule ? `${section}-rule-${rule}` : section) ? undefined : 'no-such-statement',
    ),
  ({ file, text, comments }, { anchors }) =>
    cite(/\.(md|test\.tsx?)$/.test(file) ? text : comments, DOCUMENT, ([, path = '', anchor]) => {
      const found = [path, join(dirname(file), path)].flatMap((one) => anchors.get(normalize(one)) ?? [])
      if (found.length === 0) return 'no-such-file'
      return anchor === undefined || found.some((names) => names.has(anchor)) ? undefined : 'no-such-anchor'
    }),
  ({ file, comments }, { endings }) =>
    // A migration is never changed after it ran: the files it names are those of its time.
    file.endsWith('.sql')
      ? []
      : cite(comments, FILE, ([, path = '']) =>
          endings.has(path.replace(/^(\.{1,2}\/)+/, '')) ? undefined : 'no-such-file',
        ),
  ({ comments }) => cite(comments, UNKNOWN, () => 'no-such-file'),
]

function targetsOf(files: readonly string[], texts: readonly Text[]): Targets {
  const documents = texts.filter(({ file }) => file.endsWith('.md'))
  const anchors = new Map(documents.map(({ file, text }) => [file, anchorsIn(text)]))
  const statements = [...anchors]
    .filter(([file]) => file.startsWith(SPEC))
    .flatMap(([, names]) => [...names].filter((name) => /^[a-z]{2,3}-\d+$/.test(name)))
    .map((name) => name.toUpperCase())
  return {
    endings: new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/')))),
    anchors,
    statements: new Set(statements),
    letters: new Set(statements.map((id) => id.replace(/-\d+$/, ''))),
  }
}

/** `<a id="sec-1">`, and each heading as GitHub names it. */
function anchorsIn(text: string): Set<string> {
  const given = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .replace(/<[^>]*>/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...given, ...headings])
}

const COMMENT = {
  // A string may contain a comment marker, so strings are matched first and skipped.
  code: /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\\n])*`|(?<comment>\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/[^\n]*)/gm,
  sql: /(?<comment>--[^\n]*)/g,
  html: /(?<comment><!--[\s\S]*?-->)/g,
}

function withComments(file: string, text: string): Text {
  if (file.endsWith('.md')) return { file, text, comments: '' }
  const kind = file.endsWith('.sql') ? 'sql' : file.endsWith('.html') ? 'html' : 'code'
  let comments = ''
  for (const match of text.matchAll(COMMENT[kind])) {
    if (match.groups?.['comment'] === undefined) continue
    comments += text.slice(comments.length, match.index).replace(/[^\n]/g, ' ') + match[0]
  }
  return { file, text, comments }
}

function main(): void {
  const { citations, breaches } = checkCitations(resolve(import.meta.dirname, '../../..'))
  for (const { where, rule, sentence } of breaches) console.error(`${where}\n  ${sentence} (${rule})`)
  console.log(`${citations} citations read, ${breaches.length} lead nowhere`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
