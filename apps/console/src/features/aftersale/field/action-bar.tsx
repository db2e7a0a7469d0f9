import { inLanguage, REPAIR_LIFE, repairRecordResource, type RepairRow, transitionKey } from '@sluice/contract'
import { holdsOne } from '../../../lib/access/access.tsx'
import { moverNow } from '../../../lib/access/mover.ts'
import { useSession } from '../../../lib/access/session.ts'
import { useMobile } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { StopGlyph } from '../../../parts/icon/stop-glyph.tsx'
import type { Retest } from '../use-retest.ts'
import { isTestDue } from '../head-steps.rules.ts'
import { nextSteps } from './field.rules.ts'
import { enter } from './repair-outbox.ts'
import { clashPlace } from './waiting-entries.tsx'

/** The next step of the order, always at the thumb of whoever holds a phone. */
export function ActionBar({ row, retest, clashes }: { row: RepairRow; retest: Retest; clashes: number }) {
  const { t, language } = useText()
  const isMobile = useMobile()
  const held = useSession(({ roles }) => roles)
  const keyOf = (step: string) =>
    transitionKey(repairRecordResource, REPAIR_LIFE.transitions.find(({ name }) => name === step)!)
  const steps = nextSteps(row, moverNow()).filter(({ step }) => holdsOne(held, [keyOf(step)]))
  const [next, second] = steps
  if (!isMobile || !next) return null
  const isDue = isTestDue(row) && retest.may
  return (
    <footer className="repair-bar no-print" aria-label={t('repair.field.next')}>
      {clashes > 0 && (
        <Button
          className="repair-to-clash"
          onClick={() => document.getElementById(clashPlace(row.id))?.scrollIntoView({ block: 'center' })}
        >
          <Glyph name="unconfirmed" /> {t('repair.clash.see', { n: clashes })}
        </Button>
      )}
      {row.testState === 'RUNNING' && retest.may ? (
        <Button kind="stop" busy={retest.busy} onClick={() => void retest.stop()}>
          <StopGlyph /> {t('retest.stop')}
        </Button>
      ) : (
        <>
          {second && (
            <Button
              disabled={second.why !== null}
              onClick={() => void enter(row.id, { kind: 'STEP', step: second.step, from: row.status })}
            >
              {inLanguage(second.verb, language)}
            </Button>
          )}
          {isDue ? (
            <Button kind="command" disabled={!retest.canReach} busy={retest.busy} onClick={() => void retest.start()}>
              {retest.label}
            </Button>
          ) : (
            <Button
              kind="command"
              disabled={next.why !== null}
              onClick={() => void enter(row.id, { kind: 'STEP', step: next.step, from: row.status })}
            >
              {inLanguage(next.verb, language)}
            </Button>
          )}
        </>
      )}
      {next.why && (
        <p className="t2">{isDue && !retest.canReach ? t('retest.needsLine') : inLanguage(next.why, language)}</p>
      )}
    </footer>
  )
}
