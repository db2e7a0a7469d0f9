import { history, type HistoryPoint, type HistoryStep } from '@sluice/contract'
import { useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { useNow } from '../../lib/time/clock.ts'
import type { Present } from './day.ts'

const DAY_MS = 86_400_000
/** The curve is fetched this often; what is newer is the present value. */
const STEP_MS = 300_000
const MINUTE_MS = 60_000

/** The last 24 hours of one metric of a device. */
interface Day {
  from: number
  to: number
  points: readonly HistoryPoint[]
  step: HistoryStep
  present: Present | null
}

/** `value` is what the device holds now; undefined until the day was read once. */
export function useDay(deviceId: string, key: string | null, value: number | null): Day | undefined {
  const now = useNow(STEP_MS)
  const minute = useNow(MINUTE_MS)
  const [begun] = useState(() => Date.now())
  const to = Math.max(now, Math.floor(begun / STEP_MS) * STEP_MS) + STEP_MS
  const [startTime, endTime] = [new Date(to - DAY_MS).toISOString(), new Date(to).toISOString()]
  const asked = useAnswer(history, key === null ? null : { deviceId, keys: key, startTime, endTime }, {
    keep: true,
    silent: true,
    staleMs: STEP_MS,
  })
  if (!asked.data || key === null) return undefined
  const { series, ...step } = asked.data
  const present = value === null ? null : { v: value, at: Math.min(to, minute) }
  return { from: to - DAY_MS, to, points: series[key] ?? [], step, present }
}
