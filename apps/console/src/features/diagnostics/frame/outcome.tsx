import type { FaultChange, FramePoint, InspectedFrame, RanRule } from '@sluice/contract'
import { Link } from 'react-router'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Glyph, type GlyphName, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'

/** Rows shown before the rest is folded. */
const SHOWN = 8

function valueText(value: FramePoint['value'] | undefined): string {
  if (value === null || value === undefined) return MISSING
  if (typeof value === 'number') return formatNumber(value)
  return typeof value === 'boolean' ? byName(value ? 'state.yes' : 'state.no') : value
}

/** The step from the last value: `▲ 0.02`. */
function stepText({ value, before }: FramePoint): string {
  if (typeof value !== 'number' || typeof before !== 'number' || value === before) return ''
  return `${value > before ? '▲' : '▼'} ${formatNumber(Math.abs(value - before))}`
}

function Point({ point, isSeveral }: { point: FramePoint; isSeveral: boolean }) {
  const { key, value, fault, fate, ts, deviceName } = point
  return (
    <li className={fate === 'NEW' ? '' : 'quiet'}>
      <span>
        {metricLabel(key)}
        {isSeveral && <small className="t3"> {deviceName}</small>}
      </span>
      <b className="num">{valueText(value)}</b>
      <span className={fault ? 'word-level2' : 't2 num'}>
        {fault ? byName(`enum.valueFault.${fault}`) : fate === 'NEW' ? stepText(point) : byName(`pointFate.${fate}`)}
      </span>
      <span className="num t3">{showTime(ts, '{h}:{i}:{s}')}</span>
    </li>
  )
}

function Points({ frame, look }: { frame: InspectedFrame; look: string }) {
  const { t } = useText()
  const { points, station, message } = frame
  const fresh = points.filter(({ fate }) => fate === 'NEW').length
  const isSeveral = new Set(points.map(({ deviceId }) => deviceId)).size > 1
  return (
    <Section
      className={look}
      label={t(message ? 'frameInspect.stored' : 'frameInspect.toStore')}
      title={t(message ? 'frameInspect.stored' : 'frameInspect.toStore')}
      beside={
        <>
          <small className="t3">
            {t('frameInspect.points', { n: points.length, fresh, held: points.length - fresh })}
          </small>
          {station && (
            <Link className="link end" to={`/device/detail/${station.deviceId}?tab=history`}>
              {t('frameInspect.curve')}
            </Link>
          )}
        </>
      }
    >
      {points.length === 0 ? (
        <p className="hint">{t(message ? 'frameInspect.nothingStored' : 'frameInspect.nothingToStore')}</p>
      ) : (
        <Folded
          rows={points}
          draw={(point) => (
            <Point key={`${point.deviceId} ${point.key} ${point.ts}`} point={point} isSeveral={isSeveral} />
          )}
          className="point-rows"
        />
      )}
    </Section>
  )
}

interface FoldedProps<T> {
  rows: readonly T[]
  className: string
  draw: (row: T) => React.ReactNode
}

/** The first rows, and the others on demand. */
function Folded<T>({ rows, className, draw }: FoldedProps<T>) {
  const { t } = useText()
  const more = rows.length - SHOWN
  return (
    <>
      <ul className={className}>{rows.slice(0, SHOWN).map(draw)}</ul>
      {more > 0 && (
        <details className="frame-more">
          <summary>{t('frameInspect.more', { n: more })}</summary>
          <ul className={className}>{rows.slice(SHOWN).map(draw)}</ul>
        </details>
      )}
    </>
  )
}

const RULE_GLYPHS: Readonly<Record<RanRule['outcome'], GlyphName>> = {
  PASSED: 'done',
  ACTED: 'level1',
  STOPPED: 'failed',
}

function Rules({ frame, look }: { frame: InspectedFrame; look: string }) {
  const { t } = useText()
  const { rules, message } = frame
  const acted = rules.filter(({ outcome }) => outcome !== 'PASSED').length
  const title = t(message ? 'frameInspect.rules' : 'frameInspect.toRun')
  return (
    <Section
      className={look}
      label={title}
      title={title}
      beside={<small className="t3">{t('frameInspect.ran', { n: rules.length, acted })}</small>}
    >
      <ol className="rule-rows">
        {rules.map(({ rule, outcome, because, facts }) => (
          <li key={rule} className={outcome === 'STOPPED' ? 'word-level4' : ''}>
            <Glyph name={RULE_GLYPHS[outcome]} />
            <span>
              <b>{t(`frameRule.${rule}`)}</b>{' '}
              <span className="t2">{t(`frameRule.${rule}.${because}` as never, facts)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Fault({ fault, isDry }: { fault: FaultChange; isDry: boolean }) {
  const { t } = useText()
  const { code, level, change, since, deviceName } = fault
  return (
    <li className={change === 'RAISED' ? `edge-level${level}` : ''}>
      <span className={change === 'RAISED' ? `word-level${level}` : change === 'CLEARED' ? 'word-online' : 't3'}>
        <Glyph name={change === 'CLEARED' ? 'done' : levelGlyph(level)} />
      </span>
      <span>
        <b>{byName(`fault.${code}`, code)}</b> {t(`faultChange.${change}${isDry ? '.dry' : ''}` as never)}
        <br />
        <small className="t3">
          {deviceName}
          {since && change !== 'RAISED' ? ` · ${t('frameInspect.since', { time: showTime(since) })}` : ''}
        </small>
      </span>
      <span className="t3">{byName(`enum.faultLevel.${level}`, '')}</span>
    </li>
  )
}

function Faults({ frame, look }: { frame: InspectedFrame; look: string }) {
  const { t } = useText()
  const { faults, message, calmConditions } = frame
  const count = (change: FaultChange['change']) => faults.filter((one) => one.change === change).length
  const title = t(message ? 'frameInspect.faults' : 'frameInspect.toChange')
  return (
    <Section
      className={look}
      label={title}
      title={title}
      beside={
        <small className="t3">
          {t('frameInspect.changes', { raised: count('RAISED'), cleared: count('CLEARED') })}
        </small>
      }
    >
      <ul className="fault-rows">
        {faults.map((fault) => (
          <Fault key={`${fault.deviceId} ${fault.code}`} fault={fault} isDry={message === null} />
        ))}
        {calmConditions > 0 && (
          <li className="quiet">
            <span>{MISSING}</span>
            <span>{t('frameInspect.calm', { n: calmConditions })}</span>
          </li>
        )}
      </ul>
      {faults.length === 0 && calmConditions === 0 && <p className="hint">{t('frameInspect.noFaults')}</p>}
    </Section>
  )
}

/** What became of a stored frame, or would become of a pasted one: then the boxes are dashed. */
export function Outcome({ frame }: { frame: InspectedFrame }) {
  const look = frame.message ? 'outcome' : 'outcome dry'
  return (
    <div className="frame-outcome">
      <Points frame={frame} look={look} />
      <Rules frame={frame} look={look} />
      <Faults frame={frame} look={look} />
    </div>
  )
}
