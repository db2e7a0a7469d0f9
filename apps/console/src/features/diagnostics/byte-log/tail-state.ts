import type { ByteLine, ByteTail } from '@sluice/contract'

/** Lines on the screen; older ones are in the stored logs. */
const SHOWN = 400

/** What the tail shows, and what came while it stood still. */
export interface TailState {
  lines: readonly ByteLine[]
  /** Asks for what follows; undefined asks for the latest. */
  after: number | undefined
  /** When the tail was stopped (epoch ms); null while it follows. */
  pausedAt: number | null
  waiting: number
  waitingRefused: number
  everyNth: number
  perSecond: readonly number[]
}

export const EMPTY_TAIL: TailState = {
  lines: [],
  after: undefined,
  pausedAt: null,
  waiting: 0,
  waitingRefused: 0,
  everyNth: 1,
  perSecond: [],
}

/** The next answer: shown while the tail follows, counted while it stands still. */
export function heard(state: TailState, answer: ByteTail): TailState {
  const { lines, last, matched, refused, everyNth, perSecond } = answer
  if (state.pausedAt !== null && state.after !== undefined)
    return {
      ...state,
      after: last,
      waiting: state.waiting + matched,
      waitingRefused: state.waitingRefused + refused,
      perSecond,
    }
  return { ...state, lines: [...state.lines, ...lines].slice(-SHOWN), after: last, everyNth, perSecond }
}

export function paused(state: TailState, at: number): TailState {
  return state.pausedAt === null ? { ...state, pausedAt: at, waiting: 0, waitingRefused: 0 } : state
}

/** Back to the latest: what waited is fetched as far as the screen has room for it. */
export function resumed(state: TailState): TailState {
  if (state.pausedAt === null) return state
  const fresh = { pausedAt: null, waiting: 0, waitingRefused: 0 }
  return state.waiting === 0 ? { ...state, ...fresh } : { ...EMPTY_TAIL, perSecond: state.perSecond, ...fresh }
}
