import { expect, test } from 'vitest'
import { expressionHolds, parseExpression } from './expression.ts'

const holds = (text: string, groups: readonly boolean[]) => {
  const expression = parseExpression(text, groups.length)
  return expression && expressionHolds(expression, (index) => groups[index]!)
}

test('WD-16 (part: expressions) letters of groups, and, or and brackets are read by a grammar of our own, and nothing else is', () => {
  expect(holds('A', [true])).toBe(true)
  expect(holds('A and (B or C)', [true, false, true])).toBe(true)
  expect(holds('A and B or C', [false, false, true])).toBe(true)
  expect(holds('A and (B or C)', [false, true, true])).toBe(false)
  expect(holds('A 且 （B 或 C）', [true, true, false])).toBe(true)
  for (const text of ['', 'D', 'A B', 'A and', '(A', 'A)', 'A && B', 'alert(1)', 'constructor', 'A; B', 'a'])
    expect(parseExpression(text, 3)).toBeNull()
  expect(parseExpression(`${'('.repeat(11)}A${')'.repeat(11)}`, 1)).toBeNull()
  expect(parseExpression(`A${' or A'.repeat(60)}`, 1)).toBeNull()
})
