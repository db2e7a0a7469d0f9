import { faultResource, type FaultRow, type FaultStory, tickRemedy } from '@sluice/contract'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { Section } from '../../../parts/section/section.tsx'

const MAY_TICK = ['fault:ack']

/** The lines of a remedy with their places, which is how its steps are counted. */
function stepsOf(remedy: string | null): { step: number; words: string }[] {
  const lines = (remedy ?? '').split('\n').map((line, step) => ({ step, words: line.trim() }))
  return lines.filter(({ words }) => words !== '')
}

/** What to check, one step after the other; who has done a step ticks it by name. */
export function FaultRemedy({ fault, ticked }: { fault: FaultRow; ticked: FaultStory['steps'] }) {
  const { t } = useText()
  const mayTick = usePermission(MAY_TICK)
  const { busy, mutate } = useMutation(faultResource.name)
  const steps = stepsOf(fault.remedy)
  const done = new Map(ticked.map((one) => [one.step, one]))
  const n = steps.filter(({ step }) => done.has(step)).length
  // What was just clicked is shown at once, and as it is stored when that is known.
  const [asked, setAsked] = useState<{ step: number; isDone: boolean } | null>(null)
  const tick = async (step: number, isDone: boolean) => {
    setAsked({ step, isDone })
    await mutate(() => call(tickRemedy, { id: fault.id, step, done: isDone }))
    setAsked(null)
  }
  return (
    <Section
      className="fault-remedy"
      label={t('faultPage.remedy')}
      title={t('faultPage.remedy')}
      beside={
        steps.length > 0 && (
          <>
            <span className="t3 num grow">{t('faultPage.remedyDone', { n, of: steps.length })}</span>
            {mayTick && <small className="t3">{t('faultPage.remedyHint')}</small>}
          </>
        )
      }
    >
      {steps.length === 0 && <p className="t3">{t('faultPage.noRemedy')}</p>}
      <ol className="remedy-steps">
        {steps.map(({ step, words }) => {
          const by = done.get(step)
          const told = by && t('faultPage.remedyBy', { name: by.userName, time: showTime(by.ts, '{m}-{d} {h}:{i}') })
          return (
            <li key={step} title={told}>
              <CheckBox
                checked={asked?.step === step ? asked.isDone : by !== undefined}
                disabled={!mayTick || busy}
                onChange={(next) => void tick(step, next)}
              >
                {words}
              </CheckBox>
              {by && <time className="t3 num">{showTime(by.ts, '{h}:{i}')}</time>}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
