import type { FaultFigures } from '@sluice/contract'
import { useMemo } from 'react'
import { t, useText } from '../../../lib/text/text.ts'
import { displayZone, showTime } from '../../../lib/time/clock.ts'
import { useInk } from '../../../parts/chart/use-ink.ts'
import { LazyChart } from '../../../parts/chart/lazy-chart.tsx'
import type { FigureTable } from './figure-table.ts'
import { spanText } from './figures-words.ts'
import { TREND_PX, trendOption } from './trend-option.ts'

export function trendTable({ series, step }: FaultFigures): FigureTable {
  return {
    columns: [
      { title: t(step === 'DAY' ? 'figures.dayOf' : 'figures.weekOf') },
      { title: t('figures.begun'), numeric: true },
      { title: t('figures.cleared'), numeric: true },
      { title: t('figures.mtta'), numeric: true },
      { title: t('figures.ackP90'), numeric: true },
      { title: t('figures.mttr'), numeric: true },
      { title: t('figures.mendP90'), numeric: true },
    ],
    rows: series.map((point) => [
      showTime(point.from, '{y}-{m}-{d}'),
      point.begun,
      point.cleared,
      spanText(point.ackMedian),
      spanText(point.ackP90),
      spanText(point.mendMedian),
      spanText(point.mendP90),
    ]),
  }
}

export function Trend({ figures, now }: { figures: FaultFigures; now: number }) {
  const { t: text, language } = useText()
  const ink = useInk()
  const option = useMemo(() => {
    // Texts in the chart follow the language.
    void language
    return trendOption(figures, { zone: displayZone(), now }, ink)
  }, [figures, now, ink, language])
  return <LazyChart option={option} height={TREND_PX} label={text('figures.trendPicture')} />
}
