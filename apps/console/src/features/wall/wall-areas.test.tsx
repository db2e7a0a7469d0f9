import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { type Area, AreasPart } from './wall-lists.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

const area = (n: number, online: number, offline: number, total = 0): Area => ({
  id: String(n),
  name: `灌区${n}`,
  count: { online, offline },
  waiting: total > 0 ? { total, sign: 'LEVEL3' } : null,
})
const shown = () =>
  within(screen.getByTestId('wall-areas'))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
const columns = () => screen.getByTestId('wall-areas').querySelector('ul')?.dataset['columns']

test('every area in trouble is on the wall, with its name and its rate; healthy ones only fill up', () => {
  const silent = Array.from({ length: 8 }, (_, at) => area(at, 10 - at, at + 1))
  render(<AreasPart areas={[area(90, 5, 0), ...silent, area(91, 5, 0, 2)]} />)
  expect(shown()).toHaveLength(9)
  expect(shown()[0]).toBe('灌区727.3%')
  expect(shown().at(-1)).toBe('灌区91100.0% 2')
  expect(shown().join()).not.toContain('灌区90')
  expect(columns()).toBe('2')
})

test('few areas are one column with bars, and very many three', () => {
  const { rerender } = render(<AreasPart areas={Array.from({ length: 9 }, (_, at) => area(at, 5, 0))} />)
  expect([shown().length, columns()]).toEqual([6, '1'])
  rerender(<AreasPart areas={Array.from({ length: 25 }, (_, at) => area(at, 5, 1))} />)
  expect([shown().length, columns()]).toEqual([25, '3'])
})
