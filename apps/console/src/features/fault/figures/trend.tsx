import { type FaultFigures, type FiguresAsked, rowsOfPoint } from '@sluice/contract'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { t, useText } from '../../../lib/text/text.ts'
import { displayZone, showTime } from '../../../lib/time/clock.ts'
import { useInk } from '../../../parts/chart/use-ink.ts'
import { LazyChart } from '../../../parts/chart/lazy-chart.tsx'
import { recordsAt } from './figure-address.ts'
import type { FigureTable } from './figure-table.ts'
import { spanText } from './figures-words.ts'
import { TREND_PX, trendOption } from './trend-option.ts'

export function trendTable(figures: FaultFigures, asked: FiguresAsked): FigureTable {
  const { series, step } = figures
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
    addresses: series.map((_point, at) => recordsAt(rowsOfPoint(asked, figures, at))),
  }
}

/** A click on a day or week leads to what began in it; the table has the same as links. */
export function Trend({ figures, asked, now }: { figures: FaultFigures; asked: FiguresAsked; now: number }) {
  const { t: text, language } = useText()
  const ink = useInk()
  const option = useMemo(() => {
    // Texts in the chart follow the language.
    void language
    return trendOption(figures, { zone: displayZone(), now }, ink)
  }, [figures, now, ink, language])
  const navigate = useNavigate()
  const open = useCallback(
    (at: number) => void navigate(recordsAt(rowsOfPoint(asked, figures, at))),
    [navigate, asked, figures],
  )
  return <LazyChart option={option} height={TREND_PX} label={text('figures.trendPicture')} onPoint={open} />
}
