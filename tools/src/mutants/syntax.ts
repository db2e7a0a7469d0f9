import { parseSync } from 'vite'

/** A node of the parser's tree: offsets are UTF-16 units of the source. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  readonly [field: string]: unknown
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** @throws Error when the file does not parse: none of its figures would be valid. */
export function parseSource(path: string, source: string): SyntaxNode {
  const { program, errors } = parseSync(path, source)
  const [error] = errors
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`)
  return program as unknown as SyntaxNode
}

/** The children of a node, in source order; types are skipped, because they do not run. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || RUNS_INSIDE.has(type))
    .sort((one, other) => one.start - other.start)
}

/** Type syntax around code that runs. */
const RUNS_INSIDE: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** Calls `visit` for every node that runs, outer ones first, with its ancestors. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, parents: readonly SyntaxNode[]) => void,
  parents: readonly SyntaxNode[] = [],
): void {
  visit(node, parents)
  const inner = [...parents, node]
  for (const child of childrenOf(node)) walk(child, visit, inner)
}
