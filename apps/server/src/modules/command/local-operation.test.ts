import { expect, it } from 'vitest'
import { LocalOperations } from './local-operation.ts'

/** Reports openings in turn, a second apart, and returns the movements that were noted. */
function movesOf(openings: readonly (number | null)[], isCommanded = (_at: number) => false) {
  const moves: { at: number; from: number | null; to: number | null }[] = []
  const local = new LocalOperations(
    (_deviceId, at) => isCommanded(at),
    ({ at, from, to }) => moves.push({ at, from: from.opening, to: to.opening }),
  )
  openings.forEach((opening, at) => {
    const readings = new Map(opening === null ? [] : [['opening', { v: opening, ts: at, q: 'GOOD' as const }]])
    local.hear({ deviceId: '7', readings }, at)
  })
  return moves
}

it('the first report proves nothing, a later one elsewhere is a movement on site', () => {
  expect(movesOf([40])).toEqual([])
  expect(movesOf([40, 40, 60])).toEqual([{ at: 2, from: 40, to: 60 }])
})

it('a value that varies a little is no movement, a slow one is noticed where it ends', () => {
  expect(movesOf([40, 41, 40, 41])).toEqual([])
  expect(movesOf([40, 42, 44, 46, 48])).toEqual([{ at: 3, from: 40, to: 46 }])
})

it('a movement during a command is not one on site, and what follows is compared with where it ended', () => {
  expect(movesOf([40, 60, 61, 80], (at) => at === 1)).toEqual([{ at: 3, from: 60, to: 80 }])
})

it('a report without a position changes nothing', () => {
  expect(movesOf([40, null, 60])).toEqual([{ at: 2, from: 40, to: 60 }])
})
