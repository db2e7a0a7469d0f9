import type { ByteLine, ByteTail } from '@sluice/contract'
import { expect, test } from 'vitest'
import { EMPTY_TAIL, heard, paused, resumed } from './tail-state.ts'

const line = (seq: number) => ({ seq }) as ByteLine
const answer = (last: number, lines: number[], more: Partial<ByteTail> = {}): ByteTail => ({
  lines: lines.map(line),
  last,
  matched: lines.length,
  refused: 0,
  everyNth: 1,
  perSecond: [last],
  ...more,
})
const seqs = ({ lines }: typeof EMPTY_TAIL) => lines.map(({ seq }) => seq)

test('lines follow each other, and the next answer is asked for from the last on', () => {
  const state = heard(heard(EMPTY_TAIL, answer(2, [1, 2])), answer(5, [4, 5]))
  expect(seqs(state)).toEqual([1, 2, 4, 5])
  expect(state.after).toBe(5)
})

test('only so many lines stay', () => {
  const state = heard(
    EMPTY_TAIL,
    answer(
      500,
      Array.from({ length: 500 }, (_, n) => n + 1),
    ),
  )
  expect(state.lines).toHaveLength(400)
  expect(seqs(state).at(-1)).toBe(500)
})

test('a tail that stands still shows nothing new, and counts what waits and what of it was refused', () => {
  let state = paused(heard(EMPTY_TAIL, answer(2, [1, 2])), 100)
  state = heard(state, answer(12, [], { matched: 10, refused: 3 }))
  state = heard(state, answer(15, [], { matched: 2, refused: 1 }))
  expect(seqs(state)).toEqual([1, 2])
  expect(state).toMatchObject({ waiting: 12, waitingRefused: 4, after: 15, pausedAt: 100 })
  expect(paused(state, 200).pausedAt).toBe(100)
})

test('back to the latest: what waited is asked for anew, and where nothing waited the lines stay', () => {
  const tail = paused(heard(EMPTY_TAIL, answer(2, [1, 2])), 100)
  expect(resumed(tail)).toMatchObject({ pausedAt: null, after: 2 })
  expect(seqs(resumed(tail))).toEqual([1, 2])
  const waiting = heard(tail, answer(9, [], { matched: 7 }))
  expect(resumed(waiting)).toMatchObject({ pausedAt: null, after: undefined, waiting: 0, lines: [] })
  expect(resumed(EMPTY_TAIL)).toBe(EMPTY_TAIL)
})
