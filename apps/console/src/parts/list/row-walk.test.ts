import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createRowWalk, type RowWalk, useRowSteps } from './row-walk.ts'

interface Row {
  id: string
}
let walk: RowWalk<Row>
const turn = vi.fn<(page: number) => void>()
const shown = vi.fn<(row: Row) => void>()

const page = (number: number, ids: string, more: object = {}) =>
  act(() =>
    walk.publish({
      rows: ids.split('').map((id) => ({ id })),
      page: number,
      limit: 2,
      total: 5,
      isTurning: false,
      isFolded: false,
      turn,
      ...more,
    }),
  )
const at = (id: string | null) =>
  renderHook((props: { id: string | null }) => useRowSteps(walk, props.id, shown), { initialProps: { id } })

beforeEach(() => {
  walk = createRowWalk()
  turn.mockClear()
  shown.mockClear()
})

test('the steps are the rows beside it, with its place in the whole list', () => {
  page(2, 'cd')
  const { result, rerender } = at('c')
  expect(result.current.place).toEqual({ n: 3, total: 5 })
  result.current.next!()
  expect(shown).toHaveBeenLastCalledWith({ id: 'd' })
  rerender({ id: 'd' })
  expect(result.current.place).toEqual({ n: 4, total: 5 })
  result.current.previous!()
  expect(shown).toHaveBeenLastCalledWith({ id: 'c' })
  expect(turn).not.toHaveBeenCalled()
})

test('over the edge of the page the list turns, and the first or last row of the other page is shown once it is there', () => {
  page(2, 'cd')
  const { result, rerender } = at('d')
  act(() => result.current.next!())
  expect(turn).toHaveBeenLastCalledWith(3)
  page(3, 'cd', { isTurning: true })
  expect(shown).not.toHaveBeenCalled()
  expect([result.current.previous, result.current.next]).toEqual([null, null])
  page(3, 'e')
  expect(shown).toHaveBeenCalledExactlyOnceWith({ id: 'e' })
  rerender({ id: 'e' })
  expect(result.current.next).toBeNull()
  act(() => result.current.previous!())
  expect(turn).toHaveBeenLastCalledWith(2)
  page(2, 'cd')
  expect(shown).toHaveBeenLastCalledWith({ id: 'd' })
})

test('the list ends at its first and its last row', () => {
  page(1, 'ab')
  expect(at('a').result.current.previous).toBeNull()
  page(3, 'e')
  expect(at('e').result.current.next).toBeNull()
  page(2, 'cd', { total: 4 })
  expect(at('d').result.current.next).toBeNull()
})

test('a row that left the list gives its place to the one that follows it', () => {
  page(1, 'abc')
  const { result } = at('b')
  page(1, 'ac')
  expect(result.current.place).toBeNull()
  result.current.next!()
  expect(shown).toHaveBeenLastCalledWith({ id: 'c' })
  result.current.previous!()
  expect(shown).toHaveBeenLastCalledWith({ id: 'a' })
})

test('without a list, without a row, and for a row that never was in it there is no step; folded rows have no place', () => {
  const none = { previous: null, next: null, place: null }
  expect(at('a').result.current).toEqual(none)
  page(1, 'ab')
  expect(at(null).result.current).toEqual(none)
  expect(at('x').result.current).toEqual(none)
  page(1, 'ab', { isFolded: true })
  expect(at('a').result.current.place).toBeNull()
})
