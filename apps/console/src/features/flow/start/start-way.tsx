import { type FlowWay, type FlowWayStep, type FormValues, previewFlow } from '@sluice/contract'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useSettled } from '../../../lib/page/settled.ts'
import { useText } from '../../../lib/text/text.ts'
import { Section } from '../../../parts/section/section.tsx'
import { StepMark } from '../instance/step-mark.tsx'
import type { Chosen } from './start-draft.ts'

/** After the last key: while somebody types, nothing is asked. */
const TYPING_MS = 300

function Step({ step: { kind, name, branchName, asked, nobody } }: { step: FlowWayStep }) {
  const { t } = useText()
  return (
    <li className="trace-step OPEN">
      <StepMark kind={kind} state="OPEN" />
      <div>
        <p className="trace-step-name">
          <b>{name}</b>
        </p>
        {branchName !== null && <p className="t3">{branchName}</p>}
        {asked.map((person) => (
          <p key={person.userId}>
            {person.name}
            <small>
              {[
                person.deptName,
                person.forName !== null && t('request.inPlaceOf', { name: person.forName }),
                person.agreed && t('request.agreed'),
              ]
                .filter(Boolean)
                .map((one) => ` ${one}`)}
            </small>
          </p>
        ))}
        {nobody !== null && <p className="t3">{t(`request.nobody.${nobody}`)}</p>}
      </div>
    </li>
  )
}

function Steps({ way: { steps, end } }: { way: FlowWay }) {
  const { t } = useText()
  return (
    <>
      <ol className="trace-way" aria-label={t('request.whoDecides')}>
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      {end === 'REJECTED' && <p role="alert">{t('request.wouldEnd')}</p>}
    </>
  )
}

interface StartWayProps {
  definitionId: string
  values: FormValues
  chosen: Chosen
}

/** Who would be asked, as the form stands: computed again a moment after the last key. */
export function StartWay({ definitionId, values, chosen }: StartWayProps) {
  const { t } = useText()
  const settled = useSettled(JSON.stringify({ values, chosen }), TYPING_MS)
  const asked = JSON.parse(settled) as Pick<StartWayProps, 'values' | 'chosen'>
  const { data, isError } = useAnswer(
    previewFlow,
    { definitionId, values: asked.values, chosen: asked.chosen },
    { keep: true, silent: true },
  )
  return (
    <Section title={t('request.whoDecides')} label={t('request.whoDecides')}>
      {data && !isError ? <Steps way={data} /> : <p className="t3">{t('request.noWayYet')}</p>}
    </Section>
  )
}
