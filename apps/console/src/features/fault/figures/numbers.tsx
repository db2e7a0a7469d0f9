import {
  type FaultFigure,
  type FaultFigures,
  type FaultNumbers,
  type FiguresAsked,
  rowsCounted,
  rowsOfFigures,
  rowsOpen,
} from '@sluice/contract'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { recordsAt } from './figure-address.ts'
import { changeText, keptShare, type Measure, measureOf, shareOf, spanText } from './figures-words.ts'

function Large({ measure }: { measure: Measure | null }) {
  return (
    <span className="figure-large num">
      {measure === null
        ? MISSING
        : measure.map(([number, unit]) => (
            <Fragment key={unit}>
              {number}
              <small>{unit}</small>
            </Fragment>
          ))}
    </span>
  )
}

/** How many of each level kept to its time limit. */
function Kept({ kept, to }: { kept: FaultNumbers['response']; to: (level: number) => string }) {
  return (
    <span className="figure-kept num">
      {kept
        .filter(({ due }) => due > 0)
        .map(({ level, due, inTime }) => (
          <Link key={level} to={to(level)} title={byName(`enum.level.${level}`)}>
            <Glyph name={levelGlyph(level)} toned /> {formatNumber(inTime, 0)} / {formatNumber(due, 0)}
          </Link>
        ))}
    </span>
  )
}

interface NumberProps {
  name: string
  /** How it is counted. */
  rule: string
  measure: Measure | null
  change: string
  /** Where the rows are that it counts. */
  to: string
  children?: ReactNode
}

function OneNumber({ name, rule, measure, change, to, children }: NumberProps) {
  const { t } = useText()
  return (
    <div className="figure-number" title={rule}>
      <dt>{name}</dt>
      <dd>
        <Link to={to} aria-label={t('figures.rowsOf', { name })}>
          <Large measure={measure} />
        </Link>
        <b className="figure-change num">{change}</b>
        {children && <span className="figure-more num t3">{children}</span>}
      </dd>
    </div>
  )
}

const percent = (share: number | null): Measure | null => (share === null ? null : [[formatNumber(share, 1), '%']])
const span = (minutes: number | null): Measure | null => (minutes === null ? null : measureOf(minutes))

/** The six numbers, each with its change against the time before. */
export function Numbers({ figures: { now, before, open }, asked }: { figures: FaultFigures; asked: FiguresAsked }) {
  const { t } = useText()
  const counted = (...figures: FaultFigure[]) => recordsAt(rowsCounted(asked, figures))
  const ofLevel =
    (...figures: FaultFigure[]) =>
    (level: number) =>
      recordsAt(rowsCounted(asked, figures, { level: String(level) }))
  const [response, repair] = [
    ['TAKEN_IN_TIME', 'TAKEN_LATE'],
    ['MENDED_IN_TIME', 'MENDED_LATE'],
  ] as const
  const [took, mended, again] = [
    [keptShare(now.response), keptShare(before.response)],
    [keptShare(now.repair), keptShare(before.repair)],
    [shareOf(now.repeated, now.over), shareOf(before.repeated, before.over)],
  ] as const
  const p90 = (minutes: number | null) => t('figures.p90', { span: spanText(minutes) })
  return (
    <dl className="figure-numbers">
      <OneNumber
        name={t('figures.mtta')}
        to={counted('TAKEN')}
        rule={t('figures.mttaRule')}
        measure={span(now.ackMedian)}
        change={changeText('span', now.ackMedian, before.ackMedian)}
      >
        {p90(now.ackP90)}
      </OneNumber>
      <OneNumber
        name={t('figures.mttr')}
        to={counted('MENDED')}
        rule={t('figures.mttrRule')}
        measure={span(now.mendMedian)}
        change={changeText('span', now.mendMedian, before.mendMedian)}
      >
        {p90(now.mendP90)}
      </OneNumber>
      <OneNumber
        name={t('figures.response')}
        to={counted(...response)}
        rule={t('figures.responseRule')}
        measure={percent(took[0])}
        change={changeText('share', took[0], took[1])}
      >
        <Kept kept={now.response} to={ofLevel(...response)} />
      </OneNumber>
      <OneNumber
        name={t('figures.repair')}
        to={counted(...repair)}
        rule={t('figures.repairRule')}
        measure={percent(mended[0])}
        change={changeText('share', mended[0], mended[1])}
      >
        <Kept kept={now.repair} to={ofLevel(...repair)} />
      </OneNumber>
      <OneNumber
        name={t('figures.repeat')}
        to={counted('REPEATED')}
        rule={t('figures.repeatRule')}
        measure={percent(again[0])}
        change={changeText('share', again[0], again[1])}
      >
        <Link to={counted('OVER')}>{t('figures.repeatOf', { n: now.repeated, of: formatNumber(now.over, 0) })}</Link>
      </OneNumber>
      <OneNumber
        name={t('figures.faults')}
        to={recordsAt(rowsOfFigures(asked))}
        rule={t('figures.faultsRule')}
        measure={[[formatNumber(now.faults, 0), t('figures.unit.fault', { n: now.faults })]]}
        change={changeText('count', now.faults, before.faults)}
      >
        <Link to={recordsAt(rowsOpen(asked))}>{t('figures.openNow', { n: open })}</Link>{' '}
        {now.consequences > 0 && (
          <Link to={recordsAt(rowsOfFigures(asked, { explained: 'true' }))}>
            {t('figures.consequences', { n: now.consequences, consequences: formatNumber(now.consequences, 0) })}
          </Link>
        )}
      </OneNumber>
    </dl>
  )
}
