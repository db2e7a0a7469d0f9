import type { ChartInk } from '../../parts/chart/chart-ink.ts'
import { frameMark } from './frame-mark.ts'

/** Another unit took the place: its values follow from there. */
export interface SwapMark {
  /** Epoch ms. */
  at: number
  text: string
}

/** A dashed line through every frame where one unit took the place of another. */
export function swapSeries(swaps: readonly SwapMark[], frames: number, ink: ChartInk): object[] {
  if (swaps.length === 0) return []
  return Array.from({ length: frames }, (_, frame) =>
    frameMark(
      frame,
      swaps.map(({ at, text }) => ({
        xAxis: at,
        lineStyle: { color: ink.t2, type: 'dashed', width: 1.4 },
        label: { show: frame === 0, formatter: text, position: 'end', color: ink.t2, fontSize: 11 },
      })),
    ),
  )
}
