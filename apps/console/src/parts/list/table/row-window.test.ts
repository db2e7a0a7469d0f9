import { describe, expect, test } from 'vitest'
import { piecesOf, spanOf } from './row-window.ts'
import { allRows, flatRows } from './tree-rows.ts'

describe('the rows in sight', () => {
  test('the table begins below the edge, in sight, and far above it', () => {
    expect(spanOf(300, 900, 40, 2000)).toEqual({ first: 0, end: 32 })
    expect(spanOf(0, 900, 40, 2000)).toEqual({ first: 0, end: 40 })
    expect(spanOf(-40_000, 900, 40, 2000)).toEqual({ first: 984, end: 1040 })
    expect(spanOf(-79_100, 900, 40, 2000)).toEqual({ first: 1960, end: 2000 })
  })

  test('everything in view is drawn wherever the page is scrolled to', () => {
    for (let top = 500; top > -81_000; top -= 37) {
      const { first, end } = spanOf(top, 900, 40, 2000)
      const seenFirst = Math.max(0, Math.floor(-top / 40))
      const seenEnd = Math.min(2000, Math.ceil((900 - top) / 40))
      expect({ top, drawn: first <= seenFirst && end >= seenEnd }).toEqual({ top, drawn: true })
      expect(end - first).toBeLessThanOrEqual(64)
    }
  })

  test('a table scrolled out of sight keeps one row, an empty one none', () => {
    expect(spanOf(-500_000, 900, 40, 2000)).toEqual({ first: 1999, end: 2000 })
    expect(spanOf(0, 900, 40, 0)).toEqual({ first: 0, end: 0 })
  })

  test('the row that holds the focus stays drawn, the rest keeps its place', () => {
    const span = { first: 100, end: 150 }
    expect(piecesOf(200, span, 120).map(({ drawn, first, end }) => [drawn, first, end])).toEqual([
      [false, 0, 100],
      [true, 100, 150],
      [false, 150, 200],
    ])
    expect(piecesOf(200, span, 0).map(({ drawn, first, end }) => [drawn, first, end])).toEqual([
      [true, 0, 1],
      [false, 1, 100],
      [true, 100, 150],
      [false, 150, 200],
    ])
    for (const kept of [-1, 0, 99, 100, 149, 150, 199]) {
      const pieces = piecesOf(200, span, kept)
      expect(pieces.reduce((sum, { first, end }) => sum + end - first, 0)).toBe(200)
    }
  })
})

test('a tree is one list; what is below a closed row is left out', () => {
  const row = (id: string, ...children: object[]) => ({ id, version: 1, ...(children.length > 0 ? { children } : {}) })
  const rows = [row('a', row('b', row('c')), row('d')), row('e')] as Parameters<typeof flatRows>[0]
  const shown = (closed: string[]) =>
    flatRows(rows, new Set(closed)).map(({ row: { id }, depth, open }) => [id, depth, open])
  expect(shown([])).toEqual([
    ['a', 0, true],
    ['b', 1, true],
    ['c', 2, null],
    ['d', 1, null],
    ['e', 0, null],
  ])
  expect(shown(['b'])).toEqual([
    ['a', 0, true],
    ['b', 1, false],
    ['d', 1, null],
    ['e', 0, null],
  ])
  expect(allRows(rows).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
