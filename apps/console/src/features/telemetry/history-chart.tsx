import type { history, OutputOf } from '@sluice/contract'
import { useEffect, useMemo, useState } from 'react'
import { displayZone } from '../../lib/clock.ts'
import { metricLabel } from '../../lib/metric-label.ts'
import { useText } from '../../lib/text.ts'
import { readInk } from '../../parts/chart/chart-ink.ts'
import { LazyChart } from '../../parts/chart/lazy-chart.tsx'
import { curveOf } from './curve.ts'
import { historyHeight, historyOption } from './history-option.ts'
import type { Point } from './points.ts'

interface HistoryChartProps {
  points: readonly Point[]
  answer: OutputOf<typeof history>
  from: number
  to: number
}

/** The tokens change with the appearance; a canvas must be told. */
function useInk() {
  const [ink, setInk] = useState(readInk)
  useEffect(() => {
    const watcher = new MutationObserver(() => setInk(readInk()))
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-appearance'] })
    return () => watcher.disconnect()
  }, [])
  return ink
}

export function HistoryChart({ points, answer, from, to }: HistoryChartProps) {
  const { t, language } = useText()
  const ink = useInk()
  const option = useMemo(() => {
    const frames = points.map((point) => ({ point, curve: curveOf(answer.series[point.key] ?? [], answer.bucket) }))
    // Words inside the picture follow the language.
    void language
    return historyOption({ frames, from, to, zone: displayZone() }, ink)
  }, [points, answer, from, to, ink, language])
  const names = points.map((point) => metricLabel(point.key)).join(t('list.comma'))
  return <LazyChart option={option} height={historyHeight(points.length)} label={t('history.picture', { names })} />
}
