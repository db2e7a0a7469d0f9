import type { Mutation } from './mutation.ts'
import { parseSource, type SyntaxNode, walk } from './syntax.ts'

type Change = Pick<Mutation, 'start' | 'end' | 'text' | 'operator'>

/** Text that is a statement or part of one. */
const IS_SQL = /\b(select|update|delete from|insert into|where|join|and not|order by)\b/
/** The ends of a condition at its own depth. */
const ENDS =
  /^(and|or|order|group|having|limit|returning|on|for|window|then|when|else|end|from|where|join|left|inner|cross|union|set|do|fetch|offset|as)\b/
const CALLS: ReadonlySet<string> = new Set(['where', 'whereRef', 'having'])
/** Stands where `${…}` stands, as long as that: a word character, so that `$\{x}_time` stays one word. */
const HOLE = '\u00B7'

/** Changes of a file's SQL: each condition once without its effect, each boundary moved. */
export function sqlMutationsOf(path: string, source: string): Mutation[] {
  const changes: Change[] = []
  walk(parseSource(path, source), (node) => {
    if (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string'))
      changes.push(...inText(node, source))
    if (node.type === 'CallExpression') changes.push(...builderCall(node))
  })
  return changes.map((change) => ({ path, ...change }))
}

/** Removes `….where(…)` of the query builder. */
function builderCall(node: SyntaxNode): Change[] {
  const callee = node['callee'] as SyntaxNode
  if (callee.type !== 'MemberExpression') return []
  const { name } = callee['property'] as SyntaxNode
  if (!CALLS.has(String(name))) return []
  return [{ start: (callee['object'] as SyntaxNode).end, end: node.end, text: '', operator: 'sql condition' }]
}

function inText(node: SyntaxNode, source: string): Change[] {
  const masked = mask(node, source)
  if (!IS_SQL.test(masked)) return []
  return [...conditions(masked, source, node.start), ...boundaries(masked, node.start)]
}

/** The text of the literal with quotes and `${…}` masked, every offset kept. */
function mask(node: SyntaxNode, source: string): string {
  const text = source.slice(node.start + 1, node.end - 1)
  if (node.type === 'Literal') return ` ${text} `
  let masked = ` ${text} `
  for (const hole of node['expressions'] as SyntaxNode[]) {
    const start = source.lastIndexOf('${', hole.start) - node.start
    const end = source.indexOf('}', hole.end) + 1 - node.start
    masked = masked.slice(0, start) + HOLE.repeat(end - start) + masked.slice(end)
  }
  return masked
}

/** Whether the word belongs to a join, a range, or the index of a conflict: no condition on rows. */
function hasNoEffectHere(word: string, before: string): boolean {
  if (word === 'on') return true
  return word === 'and' ? /\bbetween\s+\S+\s+$/.test(before) : /\bon conflict\s*\([^)]*\)\s*$/.test(before)
}

/**
 * A condition stays in the text, so that its parameters keep their types, and loses its effect: a statement that the
 * database refuses would prove nothing.
 */
function conditions(masked: string, source: string, offset: number): Change[] {
  const changes: Change[] = []
  for (const { 0: word, index } of masked.matchAll(/\b(where|and|or|on)\b(?=\s)/g)) {
    if (hasNoEffectHere(word, masked.slice(0, index))) continue
    const from = index + word.length
    const start = from + masked.slice(from).search(/\S|$/)
    const end = start + conditionLength(masked.slice(start))
    const text = source.slice(offset + start, offset + end)
    // A hole alone is a mark or a predicate built elsewhere: it has its own mutations there.
    if (text === '' || new RegExp(`^${HOLE}+$`).test(masked.slice(start, end))) continue
    const without = word === 'or' ? `((${text}) and false)` : `((${text}) or true)`
    changes.push({ start: offset + start, end: offset + end, text: without, operator: 'sql condition' })
  }
  return changes
}

function conditionLength(text: string): number {
  let depth = 0
  let isBetween = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '(' || letter === '[') depth++
    else if (letter === ')' || letter === ']') depth--
    if (depth < 0 || (depth === 0 && (letter === ',' || letter === ';'))) return trimmed(text, at)
    const startsWord = /\w/.test(letter ?? '') && !/[\w.$]/.test(text[at - 1] ?? ' ')
    if (depth > 0 || !startsWord || at === 0) continue
    const rest = text.slice(at)
    if (rest.startsWith('between ')) isBetween = true
    else if (isBetween && rest.startsWith('and ')) isBetween = false
    else if (ENDS.test(rest) && !/\bdistinct\s+$/.test(text.slice(0, at))) return trimmed(text, at)
  }
  return trimmed(text, text.length)
}

/** A mark at the end (`… ${MARK}`) belongs to the statement, not to the condition. */
function trimmed(text: string, end: number): number {
  return text
    .slice(0, end)
    .replace(new RegExp(`(?<![=<>(@|&~*/+-]|any|in|not|like)\\s+${HOLE}+\\s*$`), '')
    .trimEnd().length
}

function boundaries(masked: string, offset: number): Change[] {
  const swaps: Readonly<Record<string, string>> = {
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    least: 'greatest',
    greatest: 'least',
  }
  return [...masked.matchAll(/(?<= )(<=|>=|<|>)(?= )|\b(least|greatest)\b(?=\()/g)].map(({ 0: found, index }) => ({
    start: offset + index,
    end: offset + index + found.length,
    text: swaps[found] ?? found,
    operator: 'sql boundary',
  }))
}
