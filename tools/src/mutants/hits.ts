import { HITS_GLOBAL } from './hits-name.ts'
import type { Mutation } from './mutation.ts'
import { parseSource, type SyntaxNode, walk } from './syntax.ts'

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

interface Place {
  start: number
  end: number
  /** Offsets of the text to insert before and after the body. */
  body: { at: number; until: number; isExpression: boolean }
}

function placesOf(path: string, source: string): Place[] {
  const places: Place[] = []
  walk(parseSource(path, source), (node) => {
    const body = node['body'] as SyntaxNode | null
    if (!FUNCTIONS.has(node.type) || !body) return
    const isExpression = body.type !== 'BlockStatement'
    const at = isExpression ? Math.min(body.start, openParenthesis(source, body.start)) : body.start + 1
    places.push({ start: node.start, end: node.end, body: { at, until: isExpression ? node.end : at, isExpression } })
  })
  return places
}

/** `=> ({…})`: the parentheses around the body are not part of it. */
function openParenthesis(source: string, bodyStart: number): number {
  const arrow = source.lastIndexOf('=>', bodyStart)
  return arrow + 2 + source.slice(arrow + 2).search(/\S/)
}

/** The name of the innermost function around a mutation; the module's own code has one too. */
export function placeOf(source: string, { path, start, end }: Mutation): string {
  const around = placesOf(path, source).filter((place) => place.start <= start && place.end >= end)
  const inner = around.sort((one, other) => one.end - one.start - (other.end - other.start))[0]
  return `${path}#${inner?.start ?? 'module'}`
}

/** The source instrumented to record each function when it is entered, and itself when it is loaded; no line moves. */
export function withHits(path: string, source: string): string {
  const insertions: { at: number; text: string; order: number }[] = []
  const tell = (place: string) => `globalThis.${HITS_GLOBAL}?.add(${JSON.stringify(`${path}#${place}`)})`
  for (const { start, body } of placesOf(path, source)) {
    if (!body.isExpression) insertions.push({ at: body.at, text: `${tell(String(start))};`, order: start })
    else {
      insertions.push({ at: body.at, text: `(${tell(String(start))},`, order: start })
      insertions.push({ at: body.until, text: ')', order: -start })
    }
  }
  insertions.sort((one, other) => one.at - other.at || one.order - other.order)
  let result = ''
  let from = 0
  for (const { at, text } of insertions) {
    result += source.slice(from, at) + text
    from = at
  }
  return `${result}${source.slice(from)}\n;${tell('module')}\n`
}

export const MARK = 'mutant'

/** The source instrumented to record that it was loaded. */
export function withMark(source: string): string {
  return `${source}\n;globalThis.${HITS_GLOBAL}?.add('${MARK}')\n`
}
