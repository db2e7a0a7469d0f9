import type { Mutation } from './mutation.ts'
import { isNode, parseSource, type SyntaxNode, walk } from './syntax.ts'

type Change = Pick<Mutation, 'start' | 'end' | 'text' | 'operator'>

const BOUNDARY: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
}
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&': '|',
  '|': '&',
  '^': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
}
const ASSIGNMENT: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' }
const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', '??': '&&' }
const METHOD: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' }

/** Log output is not behaviour of the product. */
const ONLY_SAID = /^(this\.)?(\w+\.)*(log|logger|console)\.(trace|debug|info|warn|error|fatal)\(/

/** Every change of a file's code that a test should notice, in source order. */
export function mutationsOf(path: string, source: string): Mutation[] {
  const changes: Change[] = []
  walk(parseSource(path, source), (node, parents) => {
    changes.push(...changesOf(node, parents, source))
  })
  // Removing `return undefined` leaves the same behaviour.
  const real = changes.filter(({ start, end, text }) => source.slice(start, end) !== text)
  return real.map((change) => ({ path, ...change }))
}

function changesOf(node: SyntaxNode, parents: readonly SyntaxNode[], source: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
      return binary(node, source)
    case 'LogicalExpression':
      return swapped(node, source, LOGICAL, 'logical')
    case 'AssignmentExpression':
      return swapped(node, source, ASSIGNMENT, 'arithmetic')
    case 'UpdateExpression':
      return [whole(node, source.slice(node.start, node.end).replace(/\+\+|--/, flipStep), 'arithmetic')]
    case 'UnaryExpression':
      return unary(node, source)
    case 'Literal':
      return typeof node['value'] === 'boolean' ? [whole(node, String(!node['value']), 'boolean')] : []
    case 'IfStatement':
    case 'ConditionalExpression':
      return condition(node['test'])
    case 'WhileStatement':
      return condition(node['test']).filter(({ text }) => text === 'false')
    case 'MemberExpression':
      return method(node, parents)
    case 'ReturnStatement':
      return isNode(node['argument']) ? [whole(node, 'return undefined', 'return')] : []
    case 'ThrowStatement':
      return [whole(node, ';', 'statement')]
    case 'ExpressionStatement':
      return statement(node, source)
    default:
      return []
  }
}

const whole = ({ start, end }: SyntaxNode, text: string, operator: string): Change => ({ start, end, text, operator })

const flipStep = (step: string): string => (step === '++' ? '--' : '++')

const sideOf = (node: SyntaxNode, side: 'left' | 'right'): SyntaxNode => node[side] as SyntaxNode

/** Only comments are between the operator and its two sides. */
function operatorAt(node: SyntaxNode, source: string): { start: number; end: number } {
  const operator = node['operator'] as string
  const start = source.indexOf(operator, sideOf(node, 'left').end)
  return { start, end: start + operator.length }
}

function swapped(
  node: SyntaxNode,
  source: string,
  table: Readonly<Record<string, string>>,
  operator: string,
): Change[] {
  const text = table[node['operator'] as string]
  return text === undefined ? [] : [{ ...operatorAt(node, source), text, operator }]
}

function binary(node: SyntaxNode, source: string): Change[] {
  const joinsText = node['operator'] === '+' && [sideOf(node, 'left'), sideOf(node, 'right')].some(isText)
  return [
    ...swapped(node, source, BOUNDARY, 'boundary'),
    ...swapped(node, source, OPPOSITE, 'comparison'),
    ...(joinsText ? [] : swapped(node, source, ARITHMETIC, 'arithmetic')),
  ]
}

function isText(node: SyntaxNode): boolean {
  if (node.type === 'BinaryExpression') return isText(sideOf(node, 'left')) || isText(sideOf(node, 'right'))
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string')
}

function unary(node: SyntaxNode, source: string): Change[] {
  const { start, end } = node['argument'] as SyntaxNode
  if (node['operator'] === '!') return [whole(node, source.slice(start, end), 'logical')]
  return node['operator'] === '-' ? [whole(node, source.slice(start, end), 'arithmetic')] : []
}

/** `false` also stands for a removed guard. */
function condition(test: unknown): Change[] {
  if (!isNode(test) || (test.type === 'Literal' && typeof test['value'] === 'boolean')) return []
  return [whole(test, 'true', 'condition'), whole(test, 'false', 'condition')]
}

function method(node: SyntaxNode, parents: readonly SyntaxNode[]): Change[] {
  const property = node['property'] as SyntaxNode
  const parent = parents.at(-1)
  const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node
  const text = METHOD[String(property['name'])]
  return isCalled && !node['computed'] && text !== undefined ? [whole(property, text, 'method')] : []
}

function statement(node: SyntaxNode, source: string): Change[] {
  const isDirective = typeof node['directive'] === 'string'
  const text = source.slice(node.start, node.end).replace(/^(void|await)\s+/, '')
  return isDirective || ONLY_SAID.test(text) || text.startsWith('super(') ? [] : [whole(node, ';', 'statement')]
}
