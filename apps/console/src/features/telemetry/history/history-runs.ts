import { type HistoryImport, type LiveEvent, runningHistoryImports } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { useNow } from '../../../lib/time/clock.ts'
import { onLive, useLive } from '../../../lib/live/live.ts'

/** How long the end of an import is shown. */
const READY_MS = 12_000
/** An import without progress for this long is hidden: its program is gone, and may come back. */
const IDLE_MS = 120_000
const LOOK_AGAIN_MS = 30_000
const IDLE_STEP_MS = 10_000

/** The list after an event: a running import in its place or first, an ended one removed. */
export function withRun(runs: readonly HistoryImport[], run: HistoryImport): HistoryImport[] {
  if (run.status !== 'RUNNING') return runs.filter(({ id }) => id !== run.id)
  const known = runs.some(({ id }) => id === run.id)
  return known ? runs.map((one) => (one.id === run.id ? run : one)) : [run, ...runs]
}

export function isGoingOn(run: HistoryImport, now: number): boolean {
  return now - Date.parse(run.lastTime ?? run.createTime) < IDLE_MS
}

/** The percentage of reports that are done or refused; never 100 before the end. */
export function percentOf({ done, rejected, expected }: HistoryImport): number {
  const handled = Object.values(rejected).reduce((sum, count) => sum + count, done)
  return expected <= 0 ? 0 : Math.min(99, Math.floor((100 * handled) / expected))
}

/** Running imports in scope, from the live channel, and the one that has just ended. */
export function useHistoryRuns(): { running: readonly HistoryImport[]; ended: HistoryImport | null } {
  const client = useQueryClient()
  const may = usePermission(['historyImport:list'])
  const reopened = useLive((state) => state.reopened)
  const [ended, setEnded] = useState<HistoryImport | null>(null)
  const { data } = useAnswer(runningHistoryImports, may ? {} : null, {
    follows: [reopened],
    everyMs: LOOK_AGAIN_MS,
    silent: true,
  })
  useEffect(() => {
    if (!may) return undefined
    return onLive((event: LiveEvent) => {
      if (event.type !== 'historyImport') return
      const { run } = event
      client.setQueryData<HistoryImport[]>(answerKey(runningHistoryImports, {}, [reopened]), (runs = []) =>
        withRun(runs, run),
      )
      if (run.status === 'DONE') setEnded(run)
    })
  }, [client, may, reopened])
  useEffect(() => {
    if (!ended) return undefined
    const timer = setTimeout(() => setEnded(null), READY_MS)
    return () => clearTimeout(timer)
  }, [ended])
  const now = useNow(IDLE_STEP_MS)
  return { running: may ? (data ?? []).filter((run) => isGoingOn(run, now)) : [], ended }
}
