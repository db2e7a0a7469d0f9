import { type PushExplained, type PushVerdict, TELL_CHECKS } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Section } from '../../parts/section/section.tsx'

const TIME = '{m}-{d} {h}:{i}'

/** What was looked at, for and against; of those who are told nothing is left out. */
function Why({ verdict: { checks } }: { verdict: PushVerdict }) {
  const { t } = useText()
  const shown = TELL_CHECKS.flatMap((name) => checks.filter(({ check }) => check === name))
  return (
    <ul className="push-why">
      {shown.map(({ check, ok }) => (
        <li key={check} className={ok ? '' : 'no'}>
          <Glyph name={ok ? 'done' : 'disabled'} />
          {t(ok ? `push.for.${check}` : `push.against.${check}`)}
        </li>
      ))}
    </ul>
  )
}

/** Channels that a limit holds back, each with the reason and the time at which it is over. */
function Limits({ verdict: { limits } }: { verdict: PushVerdict }) {
  const { t } = useText()
  return limits.map(({ channel, reason, until }) => (
    <span key={channel} className="t2">
      {t(until === null ? 'push.limitSpent' : 'push.limitUntil', {
        channel: byName(`enum.channelKind.${channel}`),
        reason: byName(`enum.pushReason.${reason}`),
        time: showTime(until, TIME),
      })}
    </span>
  ))
}

/** Why somebody is not told at once: quiet hours, the limits that stand beside it, or a delay. */
function laterOf({ told, checks, limits }: PushVerdict) {
  if (told === 'ESCALATION') return 'push.ifUntaken'
  if (checks.some(({ check, ok }) => check === 'QUIET' && !ok)) return 'push.later'
  return limits.some(({ until }) => until !== null) ? 'push.laterByLimit' : 'push.laterByDelay'
}

function Told({ verdict }: { verdict: PushVerdict }) {
  const { t } = useText()
  const { name, told, at, channels } = verdict
  const by = channels.map((kind) => byName(`enum.channelKind.${kind}`)).join(t('list.comma'))
  return (
    <li>
      <div className="push-head">
        <b>{name}</b>
        <span className="t2">{by}</span>
        {told !== 'NOW' && <span className="t2">{t(laterOf(verdict))}</span>}
        <Limits verdict={verdict} />
        <time className="num" dateTime={at ?? undefined}>
          {showTime(at, TIME)}
        </time>
      </div>
      <Why verdict={verdict} />
    </li>
  )
}

function NotTold({ people }: { people: readonly PushVerdict[] }) {
  const { t } = useText()
  return (
    <Section title={t('push.notTold')}>
      <ul className="push-people">
        {people.map((verdict) => (
          <li key={verdict.noticeUserId}>
            <div className="push-head">
              <b>{verdict.name}</b>
              <span className="t2">
                {verdict.checks
                  .filter(({ ok }) => !ok)
                  .map(({ check }) => t(`push.against.${check}`))
                  .join(t('list.comma'))}
              </span>
              <Limits verdict={verdict} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Ladder({ ladder }: Pick<PushExplained, 'ladder'>) {
  const { t } = useText()
  return (
    <Section title={t('push.ladder')} beside={<span className="t2">{t('push.ladderHint')}</span>}>
      <ol className="push-ladder">
        {ladder.map(({ at, step, names, others }) => (
          <li key={`${at} ${step}`} className={step === 'FIRST' ? 'first' : ''}>
            <time className="num" dateTime={at}>
              {showTime(at, TIME)}
            </time>
            <span>{t(`push.step.${step}`)}</span>
            <span>{[...names, ...(others > 0 ? [t('push.others', { n: others })] : [])].join(t('list.comma'))}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Considered({ answer: { rule, rotaDeptName, checks } }: { answer: PushExplained }) {
  const { t } = useText()
  return (
    <Section title={t('push.considered')}>
      <ul className="push-why">
        <li>
          <Glyph name="done" />
          {rule
            ? t('push.rule', { name: rule.name, delay: rule.delayMin, window: rule.mergeWindowS })
            : t('push.noRule')}
        </li>
        <li>
          <Glyph name="done" />
          {rotaDeptName === null ? t('push.noRota') : t('push.rota', { dept: rotaDeptName })}
        </li>
        {checks.map(({ check, ok }) => (
          <li key={check} className={ok ? '' : 'no'}>
            <Glyph name={ok ? 'done' : 'disabled'} />
            {t(ok ? `push.faultFor.${check}` : `push.faultAgainst.${check}`)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** That nobody is told at once, and until when or why. */
function Nobody({ answer, later }: { answer: PushExplained; later: number }) {
  const { t } = useText()
  const { maintainedUntil, againAt, checks } = answer
  if (maintainedUntil) return t('push.nobodyUntil', { time: showTime(maintainedUntil, TIME) })
  if (againAt) return t('push.nobodyAgain', { time: showTime(againAt, TIME) })
  if (later > 0) return t('push.nobodyAtOnce', { n: later })
  return t(checks.some(({ ok }) => !ok) ? 'push.nobodyNow' : 'push.nobody')
}

/** The number who are told at once, then each person with the reasons, then what happens if nobody takes it. */
export function Explained({ answer }: { answer: PushExplained }) {
  const { t } = useText()
  const { people, outOfSight, ladder } = answer
  const told = people.filter(({ told: when }) => when !== 'NO')
  const rest = people.filter(({ told: when }) => when === 'NO')
  const now = told.filter(({ told: when }) => when === 'NOW').length
  const later = told.length - now
  return (
    <>
      <Section title={t('push.who')} beside={<span className="t2">{t('push.onlyComputed')}</span>}>
        <p className="push-number" role="status">
          {now + outOfSight === 0 ? (
            <strong>
              <Glyph name="level4" /> <Nobody answer={answer} later={later} />
            </strong>
          ) : (
            <>
              <b className="num">{now}</b>
              <span>{t('push.toldNow', { n: now })}</span>
            </>
          )}
          {outOfSight > 0 && <span className="t2">{t('push.outOfSight', { n: outOfSight })}</span>}
        </p>
        <ul className="push-people">
          {told.map((verdict) => (
            <Told key={verdict.noticeUserId} verdict={verdict} />
          ))}
        </ul>
      </Section>
      {ladder.length > 0 && <Ladder ladder={ladder} />}
      {rest.length > 0 && <NotTold people={rest} />}
      <Considered answer={answer} />
    </>
  )
}
