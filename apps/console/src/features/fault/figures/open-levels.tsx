import { type FaultFigures, type FiguresAsked, rowsOpen } from '@sluice/contract'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { recordsAt } from './figure-address.ts'
import type { FigureTable } from './figure-table.ts'
import './people.css'

interface OpenProps {
  figures: Pick<FaultFigures, 'openLevels'>
  asked: FiguresAsked
}

const addressOf = (asked: FiguresAsked, level: number) => recordsAt(rowsOpen(asked, { level: String(level) }))

export function openTable({ openLevels }: OpenProps['figures'], asked: FiguresAsked): FigureTable {
  return {
    columns: [{ title: t('figures.level') }, { title: t('figures.count'), numeric: true }],
    rows: openLevels.map(({ level, n }) => [byName(`enum.level.${level}`), n]),
    addresses: openLevels.map(({ level }) => addressOf(asked, level)),
  }
}

/** What is active now by level, the most urgent first; each leads to its rows. */
export function OpenLevels({ figures: { openLevels }, asked }: OpenProps) {
  const { t: text } = useText()
  if (openLevels.length === 0) return <EmptyState icon="check" text={text('figures.noneOpen')} />
  const most = Math.max(...openLevels.map(({ n }) => n))
  return (
    <ol className="people open-levels">
      {openLevels.map(({ level, n }) => (
        <li key={level}>
          <Link className="bar" to={addressOf(asked, level)}>
            <span className="bar-name">
              <Glyph name={levelGlyph(level)} toned /> {byName(`enum.level.${level}`)}
            </span>
            <span className="bar-line">
              <i className="first" style={{ width: `${(n / most) * 100}%` }} />
              <b className="num">{formatNumber(n, 0)}</b>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
