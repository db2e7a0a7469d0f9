import { isStepped } from '../series/scale.ts'
import { metricLabel } from '../metric/metric-label.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { t } from '../../lib/text/text.ts'
import type { ChartInk } from '../../parts/chart/chart-ink.ts'
import { beyond, type Limit, type Line } from './limits.ts'

/** The name of a limit with its value; in a frame of several lines also whose it is. */
function limitWords({ point }: Line, { side, value }: Limit, isAlone: boolean): string {
  const facts = { value: formatNumber(value, point.decimals), metric: metricLabel(point.key, point) }
  if (isAlone) return t(side === 'low' ? 'history.lowLimit' : 'history.highLimit', facts)
  return t(side === 'low' ? 'history.lowLimitOf' : 'history.highLimitOf', facts)
}

/** The band between the limits of a line (docs/spec/look.md#4). */
export function bandOf(limits: readonly Limit[], colour: string): [object, object][] {
  if (limits.length === 0) return []
  const end = (side: Limit['side']) => {
    const limit = limits.find((one) => one.side === side)
    return limit ? { yAxis: limit.value } : {}
  }
  return [[{ ...end('low'), itemStyle: { color: colour, opacity: 0.07 }, label: { show: false } }, end('high')]]
}

/** The dotted edges of the band, each with its value. */
export function edgesOf(line: Line, limits: readonly Limit[], isAlone: boolean, colour: string): object {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    lineStyle: { color: colour, type: 'dotted', width: 1.2 },
    data: limits.map((limit) => ({
      yAxis: limit.value,
      label: {
        position: limit.side === 'low' ? 'insideEndBottom' : 'insideEndTop',
        formatter: limitWords(line, limit, isAlone),
        color: colour,
        fontSize: 11,
      },
    })),
  }
}

/** The parts of a line beyond a limit: thick, in the colour of the level. */
export function beyondSeries(
  { point, curve }: Line,
  limit: Limit,
  { frame, from, ink }: { frame: number; from: number; ink: ChartInk },
): object {
  const colour = ink.levels[limit.level - 1]
  const stepped = isStepped(point.key)
  return {
    type: 'line',
    xAxisIndex: frame,
    yAxisIndex: frame,
    // A point that draws nothing brings the limit into the scale.
    data: [[from, limit.value], [from, null], ...beyond(curve, limit, stepped)],
    step: stepped ? 'end' : false,
    connectNulls: false,
    showSymbol: false,
    silent: true,
    tooltip: { show: false },
    lineStyle: { width: 3, color: colour },
    itemStyle: { color: colour },
    emphasis: { disabled: true },
    animation: false,
  }
}
