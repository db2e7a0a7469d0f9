import { type ApprovalStep, OVERDUE_KINDS, placesOf, PROCESS_LIMITS, type FlowProcess } from '@sluice/contract'
import { InputNumber } from 'antd'
import { useText } from '../../../../lib/text/text.ts'
import { CheckBox } from '../../../../parts/control/check-box.tsx'
import { useDesigner } from '../designer.ts'
import { ApproverFields } from './approver-fields.tsx'
import { OneOf, PanelField } from './panel-field.tsx'
import { PeopleChoice } from './people-choice.tsx'

interface StepProps {
  step: ApprovalStep
  onChange: (change: Partial<ApprovalStep>, about?: string) => void
}

/** The approvals before a step whose way leads to it: it can be sent back to them. */
function stepsBefore(process: FlowProcess, id: string): ApprovalStep[] {
  const places = [...placesOf(process.steps)]
  const place = places.find(({ step }) => step.id === id)
  if (!place) return []
  const { list, index, around } = place
  const outer = around.flatMap(({ fork }) => {
    const of = places.find(({ step }) => step.id === fork.id)!
    return of.list.slice(0, of.index)
  })
  return [...outer, ...list.slice(0, index)].filter((step): step is ApprovalStep => step.kind === 'APPROVAL')
}

function Nobody({ step, onChange }: StepProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { nobody } = step
  return (
    <>
      <OneOf
        name={t('flow.whenNobody')}
        value={nobody.do}
        values={['PASS', 'REFUSE', 'ADMIN', 'USERS'] as const}
        text={(one) => t(`flow.nobodyDo.${one}`)}
        disabled={isFixed}
        onChange={(next) => onChange({ nobody: next === 'USERS' ? { do: next, users: [] } : { do: next } })}
      />
      {nobody.do === 'USERS' && (
        <PeopleChoice
          name={t('flow.nobodyUsers')}
          flowType="user"
          value={nobody.users}
          onChange={(users) => onChange({ nobody: { do: 'USERS', users } })}
        />
      )}
    </>
  )
}

function Refusal({ step, onChange }: StepProps) {
  const { t } = useText()
  const { model, isFixed } = useDesigner()
  const { refusal } = step
  const before = stepsBefore(model.process, step.id)
  return (
    <>
      <OneOf
        name={t('flow.whenRefused')}
        value={refusal.do}
        values={['END', 'PREVIOUS', 'STEP'] as const}
        text={(one) => t(`flow.refusal.${one}`)}
        disabled={isFixed}
        onChange={(next) =>
          onChange({ refusal: next === 'STEP' ? { do: next, step: before.at(-1)?.id ?? step.id } : { do: next } })
        }
      />
      {refusal.do === 'STEP' && (
        <OneOf
          name={t('flow.refusalStep')}
          value={before.some(({ id }) => id === refusal.step) ? refusal.step : ''}
          values={before.map(({ id }) => id)}
          text={(id) => before.find((one) => one.id === id)?.name ?? ''}
          disabled={isFixed}
          onChange={(next) => onChange({ refusal: { do: 'STEP', step: next } })}
        />
      )}
    </>
  )
}

function TimeLimit({ step, onChange }: StepProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { limit } = step
  return (
    <>
      <CheckBox
        checked={limit !== null}
        disabled={isFixed}
        onChange={(checked) => onChange({ limit: checked ? { hours: 24, then: 'REMIND' } : null })}
      >
        {t('flow.hasLimit')}
      </CheckBox>
      {limit && (
        <div className="flow-two">
          <PanelField name={t('flow.limitHours')}>
            <InputNumber<number>
              aria-label={t('flow.limitHours')}
              min={1}
              max={PROCESS_LIMITS.limitH}
              precision={0}
              value={limit.hours}
              disabled={isFixed}
              onChange={(hours) => hours !== null && onChange({ limit: { ...limit, hours } }, 'limit')}
            />
          </PanelField>
          <OneOf
            name={t('flow.limitThen')}
            value={limit.then}
            values={OVERDUE_KINDS}
            text={(kind) => t(`flow.then.${kind}`)}
            disabled={isFixed}
            onChange={(then) => onChange({ limit: { ...limit, then } })}
          />
        </div>
      )}
    </>
  )
}

/** All settings of an approval but its name and the rights of its fields (WD-7 to WD-10). */
export function ApprovalFields(props: StepProps) {
  return (
    <>
      <ApproverFields {...props} />
      <Nobody {...props} />
      <Refusal {...props} />
      <TimeLimit {...props} />
    </>
  )
}
