import { LINE_DAYS, lineHistory, type LineHistory as History, type LineSession } from '@sluice/contract'
import { type KeyboardEvent, useState } from 'react'
import { LineCause } from '../../../domain/frame/line-cause.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { bytesText, durationText } from '../../../lib/text/value-text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import './line-history.css'

type Days = (typeof LINE_DAYS)[number]

const EVERY_MS = 30_000
/** Rows of the table: the latest. */
const ROWS = 200
/** What is shorter is still seen, in percent of the width. */
const NARROWEST = 0.25
/** No bar begins later: one that has just begun would be outside. */
const LAST_BEGIN = 99.5

function secondsOf({ beginTime, endTime }: LineSession, toTime: string): number {
  return Math.round((Date.parse(endTime ?? toTime) - Date.parse(beginTime)) / 1000)
}

/** How a session ended; one that is open has not. */
function End({ of, toTime }: { of: LineSession; toTime: string }) {
  const { t } = useText()
  if (of.endTime === null) return <>{t('lineHistory.open')}</>
  return of.cause === null && of.endTime !== toTime ? <>{t('lineHistory.noEnd')}</> : <LineCause of={of} />
}

function Facts({ of, toTime }: { of: LineSession | undefined; toTime: string }) {
  const { t } = useText()
  if (!of) return <p className="line-facts t3">{t('lineHistory.hint')}</p>
  return (
    <p className="line-facts" role="status">
      <b className="num">
        {showTime(of.beginTime)} – {of.endTime === null ? t('lineHistory.now') : showTime(of.endTime)}
      </b>
      <span>{durationText(secondsOf(of, toTime))}</span>
      <span>
        <End of={of} toTime={toTime} />
      </span>
      <span className="num t2">
        {t('lineHistory.bytes', { in: bytesText(of.bytesIn), out: bytesText(of.bytesOut) })}
      </span>
      {of.flapping && <Flapping />}
    </p>
  )
}

/** Glyph and word, never colour alone. */
function Flapping() {
  const { t } = useText()
  return (
    <span className="row tight word-level2">
      <Glyph name="level2" />
      {t('lineHistory.flapping')}
    </span>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The sessions as bars on their time, the gaps between them empty; arrow keys go from one to the next. */
function Track({ history }: { history: History }) {
  const { t } = useText()
  const { sessions, fromTime, toTime, firstTime } = history
  const [at, setAt] = useState<number | null>(null)
  const [from, to] = [Date.parse(fromTime), Date.parse(toTime)]
  const part = (time: string) => ((Date.parse(time) - from) / (to - from)) * 100
  const onKeyDown = (event: KeyboardEvent) => {
    const last = sessions.length - 1
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (event.key === 'Home') return setAt(0)
    if (event.key === 'End') return setAt(last)
    setAt(at === null ? last : Math.min(last, Math.max(0, at + (step ?? 0))))
  }
  return (
    <>
      <div
        className="line-track"
        role="group"
        aria-label={t('lineHistory.track')}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setAt((before) => before ?? sessions.length - 1)}
      >
        {firstTime !== null && (
          <span
            className="line-before"
            title={t('lineHistory.before')}
            style={{ width: `${Math.min(LAST_BEGIN, part(firstTime))}%` }}
          />
        )}
        {sessions.map((session, n) => (
          <i
            key={`${session.channelId} ${session.beginTime}`}
            className={[session.flapping ? 'flapping' : '', n === at ? 'on' : ''].join(' ').trim()}
            style={{
              // Within sight, however short it was and however near to the end.
              left: `${Math.min(LAST_BEGIN, part(session.beginTime))}%`,
              width: `${Math.max(NARROWEST, part(session.endTime ?? toTime) - part(session.beginTime))}%`,
            }}
            onPointerEnter={() => setAt(n)}
          />
        ))}
      </div>
      <p className="row between t3 num line-ends">
        <span>{showTime(fromTime)}</span>
        <span>{showTime(toTime)}</span>
      </p>
      <Facts of={at === null ? undefined : sessions[at]} toTime={toTime} />
    </>
  )
}

/** The same as a table, the latest first. */
function Sessions({ history: { sessions, toTime } }: { history: History }) {
  const { t } = useText()
  return (
    <details className="line-table">
      <summary>{t('lineHistory.table', { n: sessions.length })}</summary>
      <table>
        <thead>
          <tr>
            {(['begin', 'end', 'lasted', 'cause', 'traffic'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`lineHistory.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions
            .slice(-ROWS)
            .toReversed()
            .map((session) => (
              <tr key={`${session.channelId} ${session.beginTime}`}>
                <td className="num">{showTime(session.beginTime)}</td>
                <td className="num">{session.endTime === null ? t('lineHistory.now') : showTime(session.endTime)}</td>
                <td>{durationText(secondsOf(session, toTime))}</td>
                <td>
                  <span className="row tight wrap">
                    <End of={session} toTime={toTime} />
                    {session.flapping && <Flapping />}
                  </span>
                </td>
                <td className="num">
                  {t('lineHistory.bytes', { in: bytesText(session.bytesIn), out: bytesText(session.bytesOut) })}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}

/** When a device was connected: its sessions on a time line, the gaps, and what share of the time that is. */
export function LineHistory({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const [days, setDays] = useState<Days>('1')
  const found = useAnswer(lineHistory, { deviceId, days }, { everyMs: EVERY_MS, keep: true })
  const beside = (
    <>
      {found.data && <b className="num">{t('lineHistory.share', { percent: found.data.onlineShare })}</b>}
      <div className="segments end" role="group" aria-label={t('lineHistory.days')}>
        {LINE_DAYS.map((one) => (
          <Segment key={one} on={one === days} onClick={() => setDays(one)}>
            {t(`lineHistory.days${one}`)}
          </Segment>
        ))}
      </div>
    </>
  )
  return (
    <Section className="line-history" title={t('lineHistory.title')} label={t('lineHistory.title')} beside={beside}>
      <Fetched query={found} rows={2}>
        {(history) =>
          history.sessions.length === 0 ? (
            <p className="hint">{t('lineHistory.none')}</p>
          ) : (
            <>
              <Track key={days} history={history} />
              {history.firstTime !== null && (
                <p className="hint">{t('lineHistory.beforeTime', { time: showTime(history.firstTime) })}</p>
              )}
              {history.more > 0 && <p className="hint">{t('lineHistory.more', { n: history.more })}</p>}
              <Sessions history={history} />
            </>
          )
        }
      </Fetched>
    </Section>
  )
}
