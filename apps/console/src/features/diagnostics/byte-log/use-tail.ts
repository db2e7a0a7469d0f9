import { byteTail } from '@sluice/contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { asked, type TailFilter } from './tail-filter.ts'
import { EMPTY_TAIL, heard, paused, resumed, type TailState } from './tail-state.ts'

/** Two blocks of lines a second are enough for eyes. */
const PACE_MS = 500

/** Follows the lines that a filter lets through; a hidden page asks for nothing. */
export function useTail(filter: TailFilter) {
  const question = JSON.stringify(asked(filter))
  const [held, setHeld] = useState<{ question: string; state: TailState; failed: boolean }>({
    question,
    state: EMPTY_TAIL,
    failed: false,
  })
  // Another filter begins anew.
  const isSame = held.question === question
  const state = isSame ? held.state : { ...EMPTY_TAIL, perSecond: held.state.perSecond }
  const { after, pausedAt } = state
  const change = useCallback(
    (by: (state: TailState) => TailState) =>
      setHeld((before) => {
        const now = before.question === question ? before.state : EMPTY_TAIL
        return { question, state: by(now), failed: false }
      }),
    [question],
  )
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      if (document.hidden) return
      const input = JSON.parse(question) as Parameters<typeof asked>[0]
      const more = {
        ...(after === undefined ? {} : { after }),
        ...(pausedAt === null ? {} : { count: 'true' as const }),
      }
      try {
        const answer = await call(byteTail, { ...input, ...more } as never, { silent: true, signal: stop.signal })
        // Of two answers to one question, where the line is slow, the second brings nothing new.
        if (!stop.signal.aborted) change((now) => (now.after === after ? heard(now, answer) : now))
      } catch {
        if (!stop.signal.aborted) setHeld((before) => ({ ...before, failed: true }))
      }
    }
    const timer = setInterval(() => void ask(), PACE_MS)
    if (after === undefined) void ask()
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [question, after, pausedAt, change])
  return {
    state,
    failed: isSame && held.failed,
    pause: useCallback(() => change((now) => paused(now, Date.now())), [change]),
    resume: useCallback(() => change(resumed), [change]),
  }
}
