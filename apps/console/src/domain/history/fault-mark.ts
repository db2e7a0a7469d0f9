import type { ChartInk } from '../../parts/chart/chart-ink.ts'
import { frameMark } from './frame-mark.ts'
import { beyondSeries } from './limit-drawing.ts'
import type { Limit, Line } from './limits.ts'

/** The fault that a picture is about: when it began, and the limit that raised it. */
export interface FaultMark {
  /** Epoch ms. */
  at: number
  level: number
  text: string
  /** In the unit of the drawn curve of `key`. */
  threshold?: { key: string; text: string; limits: readonly Limit[] } | undefined
}

interface Pictured {
  frames: readonly { lines: readonly Line[] }[]
  from: number
}

/** A line at the beginning through every frame, and in that of the limit its dashed line and what lies beyond it. */
export function markSeries(
  { at, level, text, threshold }: FaultMark,
  { frames, from }: Pictured,
  ink: ChartInk,
): object[] {
  const colour = ink.levels[level - 1]
  const begin = (frame: number) => ({
    xAxis: at,
    lineStyle: { color: colour, type: 'solid', width: 2 },
    label: {
      show: frame === 0,
      formatter: text,
      position: 'end',
      color: colour,
      fontSize: 11,
      fontWeight: 600,
      // It may stand before the heading of a narrow frame.
      backgroundColor: ink.surface,
      padding: [1, 3],
    },
  })
  const edges = (lines: readonly Line[]) =>
    lines.some(({ point }) => point.key === threshold?.key)
      ? (threshold?.limits ?? []).map(({ side, value }) => ({
          yAxis: value,
          lineStyle: { color: colour, type: 'dashed', width: 1.4 },
          label: {
            formatter: threshold?.text,
            // At the beginning values are still inside.
            position: side === 'low' ? 'insideStartBottom' : 'insideStartTop',
            color: colour,
            fontSize: 11,
          },
        }))
      : []
  return frames.flatMap(({ lines }, frame) => {
    const raised = lines.find(({ point }) => point.key === threshold?.key)
    const beyond = raised ? threshold!.limits.map((limit) => beyondSeries(raised, limit, { frame, from, ink })) : []
    return [frameMark(frame, [begin(frame), ...edges(lines)]), ...beyond]
  })
}
