import type { RepairRow, RepairTest } from '@sluice/contract'
import { beyondText } from '../../domain/limit/limit-text.ts'
import { useMetricCatalogue } from '../../domain/metric/metric-catalogue.ts'
import { useText } from '../../lib/text/text.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { showTime } from '../../lib/time/clock.ts'
import { Button } from '../../parts/button/button.tsx'
import { CheckBox } from '../../parts/control/check-box.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Glyph, type GlyphName } from '../../parts/icon/glyphs.tsx'
import { StopGlyph } from '../../parts/icon/stop-glyph.tsx'
import { Section } from '../../parts/section/section.tsx'
import type { Retest } from './use-retest.ts'

const GLYPHS: Readonly<Record<string, GlyphName>> = {
  WAITING: 'pending',
  RUNNING: 'moving',
  PASSED: 'done',
  FAILED: 'unconfirmed',
  STOPPED: 'failed',
}

type Step = RepairTest['steps'][number]

/** Why a step did not pass, with the values beyond their limits where it is these. */
function Why({ step: { reason, detail, beyond, startTime } }: { step: Step }) {
  const { t } = useText()
  const { metricOf } = useMetricCatalogue()
  if (!reason) return null
  const values = beyond.map(({ v, rule }) => beyondText(rule, v, metricOf(rule.key, null)))
  const said = {
    detail: values.length > 0 ? values.join(t('list.comma')) : (detail ?? ''),
    since: showTime(reason === 'SILENT' ? (detail ?? startTime) : null),
  }
  return <small className="retest-why"> {t(`retest.reason.${reason}`, said)}</small>
}

/** A step: filled by the proof of the device alone, with what it proved or why it did not. */
function TestStep({ step: one, holdS }: { step: Step; holdS: number }) {
  const { t } = useText()
  const { step, state, target, proved } = one
  const isMove = step === 'MOVE' || step === 'BACK'
  const name =
    isMove && target === null
      ? t(`retest.stepAhead.${step}`)
      : t(`retest.step.${step}`, { target: formatNumber(target ?? 0, 0), s: holdS })
  return (
    <li className={`retest-step ${state}`} aria-current={state === 'RUNNING' ? 'step' : undefined}>
      <Glyph name={GLYPHS[state]!} toned={state === 'FAILED' || state === 'RUNNING'} />
      <span>
        <b>{name}</b>
        {state === 'PASSED' && proved !== null && (
          <small className="t2 num"> {t('retest.proved', { value: formatNumber(proved, 1) })}</small>
        )}
        <Why step={one} />
      </span>
      <time className="t3 num">{one.endTime ? showTime(one.endTime, '{h}:{i}:{s}') : ''}</time>
    </li>
  )
}

interface PartProps {
  retest: Retest
  /** The way to stop it stands in the bar at the thumb. */
  inBar: boolean
}

function Begin({ retest: { clear, setClear }, canMove }: { retest: Retest; canMove: boolean }) {
  const { t } = useText()
  return (
    <div className="retest-begin">
      {canMove ? (
        <>
          <CheckBox checked={clear} onChange={setClear}>
            {t('retest.clear')}
          </CheckBox>
          <p className="t3">{t(clear ? 'retest.moves' : 'retest.agreed')}</p>
        </>
      ) : (
        <p className="t3">{t('retest.still')}</p>
      )}
    </div>
  )
}

function Running({ retest, inBar }: PartProps) {
  const { t } = useText()
  return (
    <div className="retest-begin">
      {!inBar && (
        <Button kind="stop" busy={retest.busy} onClick={() => void retest.stop()}>
          <StopGlyph /> {t('retest.stop')}
        </Button>
      )}
      <p className="t3">{t('retest.stopHint')}</p>
    </div>
  )
}

/** The re-test of an order: its steps as the server has them, and what can be done about it. */
export function RetestPanel({ row, retest, inBar }: PartProps & { row: RepairRow }) {
  const { t } = useText()
  const { answer, may, isRunning, canReach } = retest
  if (!canReach && !answer.data)
    return (
      <Section title={t('retest.title')} label={t('retest.title')} className="retest no-print">
        <p className="t3">{t('retest.needsLine')}</p>
      </Section>
    )
  return (
    <Section title={t('retest.title')} label={t('retest.title')} className="retest no-print">
      <Fetched query={answer}>
        {({ canMove, test }) => (
          <>
            {test && (
              <div role="status">
                <p>
                  <b>{t(`retest.state.${test.state === 'NONE' ? 'RUNNING' : test.state}`)}</b>{' '}
                  <span className="t3">{t('retest.by', { who: test.byName, time: showTime(test.startTime) })}</span>
                </p>
                {row.testState === 'NONE' && test.state !== 'RUNNING' && <p className="t2">{t('retest.before')}</p>}
                <ol className="retest-steps">
                  {test.steps.map((step) => (
                    <TestStep key={step.step} step={step} holdS={test.holdS} />
                  ))}
                </ol>
              </div>
            )}
            {row.status === 'REPAIRING' && may && isRunning && <Running retest={retest} inBar={inBar} />}
            {row.status === 'REPAIRING' && may && !isRunning && <Begin retest={retest} canMove={canMove} />}
            {row.status !== 'REPAIRING' && !test && <p className="t3">{t('retest.notYet')}</p>}
          </>
        )}
      </Fetched>
    </Section>
  )
}
