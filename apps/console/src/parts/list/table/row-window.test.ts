import { describe, expect, test } from 'vitest'
import { piecesOf, spanOf } from './row-window.ts'
import { allRows, flatRows } from './tree-rows.ts'

describe('the span of visible rows', () => {
  test('covers a table that begins below the view, inside it, and far above it', () => {
    expect(spanOf(300, 900, 40, 2000)).toEqual({ first: 0, end: 32 })
    expect(spanOf(0, 900, 40, 2000)).toEqual({ first: 0, end: 40 })
    expect(spanOf(-40_000, 900, 40, 2000)).toEqual({ first: 984, end: 1040 })
    expect(spanOf(-79_100, 900, 40, 2000)).toEqual({ first: 1960, end: 2000 })
  })

  test('every visible row is drawn at every scroll position', () => {
    for (let top = 500; top > -81_000; top -= 37) {
      const { first, end } = spanOf(top, 900, 40, 2000)
      const seenFirst = Math.max(0, Math.floor(-top / 40))
      const seenEnd = Math.min(2000, Math.ceil((900 - top) / 40))
      expect({ top, drawn: first <= seenFirst && end >= seenEnd }).toEqual({ top, drawn: true })
      expect(end - first).toBeLessThanOrEqual(64)
    }
  })

  test('a table scrolled out of view keeps one row, an empty one none', () => {
    expect(spanOf(-500_000, 900, 40, 2000)).toEqual({ first: 1999, end: 2000 })
    expect(spanOf(0, 900, 40, 0)).toEqual({ first: 0, end: 0 })
  })

  test('the focused row stays drawn, the others are replaced by space', () => {
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

test('a tree is one flat list; rows below a closed row are left out', () => {
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
