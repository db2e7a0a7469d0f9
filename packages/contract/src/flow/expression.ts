import { GROUP_LETTERS } from './condition.ts'

/** An expression over groups of conditions, by their letters. */
export type Expression = { group: number } | { all: readonly Expression[] } | { any: readonly Expression[] }

const WORDS = /\s*(?:(and|AND|且)|(or|OR|或)|([A-J])|([()（）]))/uy
const MAX_LENGTH = 200
const MAX_DEPTH = 10

/**
 * Reads `A and (B or C)`: letters, and / or, brackets (WD-16). `and` binds closer than `or`. Answers null for anything else: an
 * unknown letter, a word too many, brackets that do not close.
 */
export function parseExpression(text: string, groups: number): Expression | null {
  const words = wordsOf(text)
  if (!words) return null
  let at = 0
  let depth = 0
  const any = (): Expression | null => listOf('or', 'any', () => listOf('and', 'all', one))
  function listOf(word: string, as: 'any' | 'all', member: () => Expression | null): Expression | null {
    const members: Expression[] = []
    do {
      const next = member()
      if (!next) return null
      members.push(next)
    } while (words?.[at] === word && ++at)
    const [first] = members
    if (members.length === 1 && first) return first
    return as === 'any' ? { any: members } : { all: members }
  }
  function one(): Expression | null {
    const word = words?.[at++]
    if (word === '(') {
      if (++depth > MAX_DEPTH) return null
      const inside = any()
      depth--
      return inside && words?.[at++] === ')' ? inside : null
    }
    const group = word && word.length === 1 ? GROUP_LETTERS.indexOf(word) : -1
    return group >= 0 && group < groups ? { group } : null
  }
  const whole = any()
  return at === words.length ? whole : null
}

function wordsOf(text: string): string[] | null {
  if (text.length > MAX_LENGTH) return null
  const words: string[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    WORDS.lastIndex = at
    const found = WORDS.exec(text)
    if (!found) return null
    const [, and, or, letter, bracket] = found
    if (and) words.push('and')
    else if (or) words.push('or')
    else if (letter) words.push(letter)
    else words.push(bracket === '(' || bracket === '（' ? '(' : ')')
    at = WORDS.lastIndex
  }
  return words
}

/** Whether it conditionHolds, where `group` says of each group whether that does. */
export function expressionHolds(expression: Expression, group: (index: number) => boolean): boolean {
  if ('group' in expression) return group(expression.group)
  if ('all' in expression) return expression.all.every((part) => expressionHolds(part, group))
  return expression.any.some((part) => expressionHolds(part, group))
}
