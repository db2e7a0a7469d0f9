import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Breach } from './breach.ts'
import { WALL_TIME } from './wall-time.ts'

/** A rule that no import shows and the linter cannot express: a word that is allowed only in some files. */
interface SourceRule {
  name: string
  sentence: string
  word: RegExp
  appliesTo(file: string): boolean
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The second file passes on what PostgreSQL's programs need (PATH and the like); it reads no setting. */
const environmentReaders = ['apps/server/src/config.ts', 'apps/server/src/platform/postgres/settings.ts']

/** The second is apart because the first page of the console carries the first. */
const askers = ['apps/console/src/lib/api/answer.ts', 'apps/console/src/lib/api/answer-pages.ts']

const isServerSource = (file: string): boolean =>
  file.startsWith('apps/server/src/') && !isTest(file) && !file.endsWith('.fixture.ts')

const READS_TIME_OF_DAY = /\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)|[cC]lock\s*\.\s*now\b/

const sourceRules: SourceRule[] = [
  {
    name: 'one-reader-of-the-environment',
    sentence: 'Only apps/server/src/config.ts reads the environment: take the setting as an argument.',
    word: /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\[['"]env['"]\]|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*['"](node:)?process['"]/,
    appliesTo: (file) => /^(apps|packages)\//.test(file) && !environmentReaders.includes(file) && !isTest(file),
  },
  {
    name: 'packages-have-no-clock',
    sentence: 'Packages are pure: take the time as an argument instead of reading the clock.',
    word: /\bnew\s+Date\s*(\(\s*\)|(?![\w\s(]))|\bDate\s*\.\s*now\b|\bperformance\s*\.\s*now\b/,
    appliesTo: (file) => file.startsWith('packages/') && !isTest(file),
  },
  {
    name: 'packages-have-no-chance',
    sentence: 'Packages are pure: take chance as an argument instead of rolling dice.',
    word: /\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*(getRandomValues|randomUUID)\b/,
    appliesTo: (file) => file.startsWith('packages/') && !isTest(file),
  },
  {
    name: 'one-way-to-ask',
    sentence:
      'The console asks with useAnswer, usePage, useRow or useAsked of apps/console/src/lib/api/answer.ts, and Fetched draws what comes.',
    word: /\buse(Suspense|Infinite)?Quer(y|ies)\b|\buse(?!QueryClient\b)\w+[^'"]*['"]@tanstack\/react-query['"]/,
    appliesTo: (file) => file.startsWith('apps/console/src/') && !askers.includes(file) && !isTest(file),
  },
  {
    name: 'durations-pass',
    sentence:
      'The time of day leaps when somebody sets it: take clock.elapsed() for whatever lasts, or say in tools/src/rules/wall-time.ts what this file reads it for.',
    word: READS_TIME_OF_DAY,
    appliesTo: (file) => isServerSource(file) && !Object.hasOwn(WALL_TIME, file),
  },
]

/** Files that are listed as readers of the time of day and no longer read it. */
function staleReaders(root: string, files: readonly string[]): Breach[] {
  const sentence = 'It reads the time of day no more: take it out of tools/src/rules/wall-time.ts.'
  return Object.keys(WALL_TIME)
    .filter(
      (file) =>
        files.includes(file) && !READS_TIME_OF_DAY.test(withoutComments(readFileSync(join(root, file), 'utf8'))),
    )
    .map((where) => ({ where, rule: 'durations-pass', sentence }))
}

/** A folder is read at a glance: what stands in it beside each other, tests not counted. */
const MOST_IN_FOLDER = 22

function fullFolders(files: readonly string[]): Breach[] {
  const sources = files.filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
  return [...Map.groupBy(sources, dirname)]
    .filter(([, inside]) => inside.length > MOST_IN_FOLDER)
    .map(([where, { length }]) => ({
      where,
      rule: 'folders-of-one-glance',
      sentence: `${length} sources stand beside each other, ${MOST_IN_FOLDER} may: give those of one noun a folder.`,
    }))
}

export function sourceBreaches(root: string, files: readonly string[]): Breach[] {
  const broken = files.flatMap((file) => {
    const rules = sourceRules.filter((rule) => rule.appliesTo(file))
    if (rules.length === 0) return []
    const lines = withoutComments(readFileSync(join(root, file), 'utf8')).split('\n')
    return lines.flatMap((line, index) =>
      rules
        .filter((rule) => rule.word.test(line))
        .map((rule) => ({ where: `${file}:${index + 1}`, rule: rule.name, sentence: rule.sentence })),
    )
  })
  return [...broken, ...staleReaders(root, files), ...fullFolders(files)]
}

/** Blanks comments but keeps the lines, because a comment may name what the code may not. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|[\s;{(])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))
}
