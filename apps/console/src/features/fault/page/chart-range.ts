import type { FaultTrigger } from '@sluice/contract'
import type { Limit } from '../../../domain/history/limits.ts'

const MINUTE_MS = 60_000

/** How far before the beginning the picture begins. */
export const SPANS = { minutes10: 10 * MINUTE_MS, hour1: 60 * MINUTE_MS, hours24: 1440 * MINUTE_MS } as const
export type Span = keyof typeof SPANS

/** What follows its end is shown for a tenth of the picture, so that one sees that it was over. */
const TAIL = 10

/** From before the beginning until a little after the end, or until now. */
export function rangeOf(
  { firstTime, clearTime, conditionState }: { firstTime: string; clearTime: string | null; conditionState: string },
  span: Span,
  now: number,
): { from: number; to: number; end: number } {
  const from = Date.parse(firstTime) - SPANS[span]
  const over = conditionState === 'CLEARED' && clearTime ? Date.parse(clearTime) : null
  if (over === null) return { from, to: Math.max(now, from + SPANS[span] + MINUTE_MS), end: now }
  return { from, to: Math.min(Math.max(now, over), over + Math.max(MINUTE_MS, (over - from) / TAIL)), end: over }
}

/** The limit that raised a fault as a chart draws it; none of a state. `way` tells values in the reader's unit. */
export function limitsOfTrigger(
  { op, value, value2 }: Pick<FaultTrigger, 'op' | 'value' | 'value2'>,
  level: number,
  way: (value: number) => number,
): Limit[] {
  const one = (side: Limit['side'], at: number | null | undefined): Limit[] =>
    typeof at === 'number' ? [{ side, value: way(at), level }] : []
  if (op === 'OUTSIDE') return [...one('low', value), ...one('high', value2)]
  if (op === 'GT' || op === 'GE') return one('high', value)
  return op === 'LT' || op === 'LE' ? one('low', value) : []
}
