import { type BarKind, type FaultBar, type FaultFigures, type FiguresAsked, rowsOfBar } from '@sluice/contract'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import type { FigureTable } from './figure-table.ts'
import { recordsAt } from './figure-address.ts'
import { percentText, spanText } from './figures-words.ts'

export const BAR_KINDS: readonly BarKind[] = ['codes', 'devices', 'products', 'areas']

/** Up to this share of all, bars are the ones to begin with. */
const MOST_OF_ALL = 2 / 3

function barName(kind: BarKind, { key, name }: FaultBar): string {
  if (kind === 'codes') return byName(`fault.${key}`, key)
  return name ?? t(kind === 'areas' ? 'figures.noArea' : 'figures.noProduct')
}

/** How many of the first bars come to two thirds of all. */
export function mostOf(bars: readonly FaultBar[]): number {
  return bars.findIndex(({ cumulative }) => cumulative >= MOST_OF_ALL) + 1
}

export function barTable(kind: BarKind, figures: FaultFigures, asked: FiguresAsked): FigureTable {
  return {
    columns: [
      { title: t(`figures.by.${kind}`) },
      { title: t('figures.count'), numeric: true },
      { title: t('figures.share'), numeric: true },
      { title: t('figures.cumulative'), numeric: true },
      { title: t('figures.mendMedian'), numeric: true },
    ],
    rows: figures[kind].map((bar) => [
      barName(kind, bar),
      bar.n,
      percentText(bar.share * 100, 0),
      percentText(bar.cumulative * 100, 0),
      spanText(bar.mendMedian),
    ]),
    addresses: figures[kind].map(({ key }) => recordsAt(rowsOfBar(asked, kind, key))),
  }
}

function Bar({ kind, bar, most, first, asked }: BarProps) {
  const name = barName(kind, bar)
  const face = (
    <>
      <span className="bar-name">
        <Glyph name={levelGlyph(bar.level)} toned /> <span className="clip">{name}</span>
      </span>
      <span className="bar-line">
        <i style={{ width: `${(bar.n / most) * 100}%` }} className={first ? 'first' : ''} />
        <b className="num">{formatNumber(bar.n, 0)}</b>
      </span>
      <span className="bar-sum num">{percentText(bar.cumulative * 100, 0)}</span>
      <span className="bar-mend num t2">{spanText(bar.mendMedian)}</span>
    </>
  )
  return (
    <li>
      <Link className="bar" to={recordsAt(rowsOfBar(asked, kind, bar.key))} title={name}>
        {face}
      </Link>
    </li>
  )
}

interface BarProps {
  kind: BarKind
  bar: FaultBar
  most: number
  /** One of those that come to two thirds. */
  first: boolean
  asked: FiguresAsked
}

/** The most frequent of one kind with what they come to together (Pareto); each leads to its rows. */
export function Bars({ kind, figures, asked }: { kind: BarKind; figures: FaultFigures } & Pick<BarProps, 'asked'>) {
  const { t: text } = useText()
  const bars = figures[kind]
  const most = Math.max(1, ...bars.map(({ n }) => n))
  const firsts = mostOf(bars)
  return (
    <div className="bars">
      <div className="bar bar-head t3" aria-hidden="true">
        <span>{text(`figures.by.${kind}`)}</span>
        <span>{text('figures.count')}</span>
        <span className="bar-sum">{text('figures.cumulative')}</span>
        <span className="bar-mend">{text('figures.mendMedian')}</span>
      </div>
      <ol>
        {bars.map((bar, at) => (
          <Bar key={bar.key} kind={kind} bar={bar} most={most} first={at < firsts} asked={asked} />
        ))}
      </ol>
    </div>
  )
}
