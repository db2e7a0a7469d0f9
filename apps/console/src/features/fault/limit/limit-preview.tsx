import { type InputOf, type OutputOf, PREVIEW_DAYS, previewLimit } from '@sluice/contract'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useSettled } from '../../../lib/page/settled.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { useLimitValues } from './limit-controls.tsx'
import { contradiction, isTooOften, previewOf } from './limit-values.rules.ts'
import './limit.css'

/** Stored reports are counted, which takes a while: not before typing has paused. */
const PAUSE_MS = 500
const TIMEOUT_MS = 30_000
const STALE_MS = 60_000
const DAY_MS = 86_400_000

type Counted = OutputOf<typeof previewLimit>

/** Alarms by day, today at the right. */
function Days({ days }: Pick<Counted, 'days'>) {
  const { t: text } = useText()
  const now = useNow(DAY_MS / 24)
  const most = Math.max(...days)
  return (
    <figure className="limit-days">
      <div role="img" aria-label={text('limit.perDay', { most: formatNumber(most) })}>
        {days.map((n, at) => (
          <i
            key={at}
            title={text('limit.onDay', { day: showTime(now - (days.length - 1 - at) * DAY_MS, '{m}-{d}'), n })}
            style={{ height: `${most > 0 ? (n / most) * 100 : 0}%` }}
          />
        ))}
      </div>
      <figcaption className="t3">
        <span>{text('limit.daysAgo')}</span>
        <span>{text('limit.today')}</span>
      </figcaption>
    </figure>
  )
}

/** The answer in one sentence. */
function answerText({ devices, reporting, alarms, ringing }: Counted): string {
  if (devices === 0) return t('limit.noDevices')
  if (reporting === 0) return t('limit.notReported')
  if (alarms === 0) return t('limit.wouldNotRing')
  return t('limit.wouldRing', { n: formatNumber(alarms), devices: t('limit.onDevices', { n: formatNumber(ringing) }) })
}

function Answer({ counted }: { counted: Counted }) {
  const { t: text } = useText()
  const { devices, examined, alarms, days, worst } = counted
  return (
    <>
      <p className="limit-answer">
        <b className="num">{answerText(counted)}</b>
        {examined < devices && (
          <small className="t3 num">
            {text('limit.examined', { examined: formatNumber(examined), devices: formatNumber(devices) })}
          </small>
        )}
      </p>
      {isTooOften(counted) && (
        <p className="notice">
          <Glyph name="level2" toned /> {text('limit.tooOften')}
        </p>
      )}
      {alarms > 0 && <Days days={days} />}
      {worst.length > 0 && (
        <div className="limit-worst">
          <h4 className="t3">{text('limit.worst')}</h4>
          <Facts look="lines">
            {worst.map(({ deviceId, deviceName, alarms: n }) => (
              <Fact key={deviceId} name={deviceName} className="num">
                {text('limit.times', { n: formatNumber(n) })}
              </Fact>
            ))}
          </Facts>
        </div>
      )}
    </>
  )
}

/** What the limit would have done in the past days, counted again after each pause of typing. */
export function LimitPreview() {
  const { t: text } = useText()
  const values = useLimitValues()
  const asked = previewOf(values)
  const wrong = contradiction(values)
  const now = asked && JSON.stringify(asked)
  const settled = useSettled(now, PAUSE_MS)
  // A request that a newer one replaces is cancelled, so that one is under way.
  const { data, isError, isFetching, refetch } = useAnswer(
    previewLimit,
    settled === null ? null : (JSON.parse(settled) as InputOf<typeof previewLimit>),
    { silent: true, keep: true, staleMs: STALE_MS, timeoutMs: TIMEOUT_MS },
  )
  const isOld = isFetching || settled !== now
  return (
    <Section label={text('limit.preview')} title={text('limit.preview')} className="limit-preview">
      {wrong !== null ? (
        <p role="alert" className="notice">
          {byName(`limit.wrong.${wrong}`)}
        </p>
      ) : asked === null ? (
        <p className="hint">{text('limit.previewHint')}</p>
      ) : isError && !isOld ? (
        <p className="limit-answer" role="alert">
          {text('limit.countFailed')}
          <Button kind="link" onClick={() => void refetch()}>
            {text('action.retry')}
          </Button>
        </p>
      ) : (
        <div className={isOld ? 'limit-old' : ''} aria-live="polite" aria-busy={isOld}>
          {data && data.days.length === PREVIEW_DAYS ? (
            <Answer counted={data} />
          ) : (
            <p className="hint">{text('limit.counting')}</p>
          )}
        </div>
      )}
    </Section>
  )
}
