import { expect, test } from 'vitest'
import { countsOf, folded } from './log-fold.ts'

const line = (id: string, action: string, batch: string) => ({ id, action, batch })
const LINES = [
  line('9', 'user.update', 'alone'),
  line('8', 'command.send', 'burst'),
  line('7', 'command.send', 'burst'),
  line('6', 'dept.insert', 'other'),
  line('5', 'isolation.begin', 'burst'),
]
const ids = (open: readonly string[]) => folded(LINES, new Set(open)).map(({ id }) => id)

test('a batch is one line at the place of its newest: the one that says what was asked for', () => {
  expect(ids([])).toEqual(['9', '5', '6'])
  expect(folded(LINES.slice(1, 3), new Set()).map(({ id }) => id)).toEqual(['8'])
})

test('an open batch has its other lines below it', () => {
  expect(ids(['burst'])).toEqual(['9', '5', '8', '7', '6'])
})

test('each line says how many it stands for', () => {
  expect([...countsOf(LINES)]).toEqual([
    ['9', 1],
    ['5', 3],
    ['6', 1],
  ])
})
