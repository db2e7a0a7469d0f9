import { APPROVER_KINDS, type ApprovalStep, type FlowApprover, PROCESS_LIMITS, SEVERAL_KINDS } from '@sluice/contract'
import { Input, InputNumber } from 'antd'
import { useText } from '../../../../lib/text/text.ts'
import { CheckBox } from '../../../../parts/control/check-box.tsx'
import { useDesigner } from '../designer.ts'
import { approverBy, canBeSeveral, personFields } from '../new-step.ts'
import { Either, OneOf, PanelField } from './panel-field.tsx'
import { PeopleChoice } from './people-choice.tsx'

interface ApproverProps {
  approver: FlowApprover
  onChange: (approver: FlowApprover) => void
}

function Level({ value, onChange }: { value: number; onChange: (level: number) => void }) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  return (
    <PanelField name={t('flow.level')}>
      <InputNumber<number>
        aria-label={t('flow.level')}
        min={1}
        max={PROCESS_LIMITS.levels}
        precision={0}
        value={value}
        disabled={isFixed}
        onChange={(level) => level !== null && onChange(level)}
      />
    </PanelField>
  )
}

function ChosenFields({
  approver,
  onChange,
}: {
  approver: Extract<FlowApprover, { by: 'CHOSEN' }>
  onChange: ApproverProps['onChange']
}) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { from, several, of } = approver
  return (
    <>
      <Either
        name={t('flow.chosenFrom')}
        value={from}
        values={['ALL', 'USERS', 'ROLE'] as const}
        text={(one) => t(`flow.chosenFrom.${one}`)}
        disabled={isFixed}
        onChange={(next) => next !== from && onChange({ ...approver, from: next, of: [] })}
      />
      {from !== 'ALL' && (
        <PeopleChoice
          name={t(from === 'ROLE' ? 'flow.type.role' : 'flow.type.user')}
          flowType={from === 'ROLE' ? 'role' : 'user'}
          value={of}
          onChange={(ids) => onChange({ ...approver, of: ids })}
        />
      )}
      <CheckBox
        checked={several}
        disabled={isFixed}
        onChange={(checked) => onChange({ ...approver, several: checked })}
      >
        {t('flow.chosenSeveral')}
      </CheckBox>
    </>
  )
}

/** The details of the way of asking that is chosen. */
function ApproverDetails({ approver, onChange }: ApproverProps) {
  const { t } = useText()
  const { model, isFixed } = useDesigner()
  switch (approver.by) {
    case 'USERS':
      return (
        <PeopleChoice
          name={t('flow.type.user')}
          flowType="user"
          value={approver.users}
          onChange={(users) => onChange({ by: 'USERS', users })}
        />
      )
    case 'ROLE':
      return (
        <PeopleChoice
          name={t('flow.type.role')}
          flowType="role"
          value={approver.roles}
          onChange={(roles) => onChange({ by: 'ROLE', roles })}
        />
      )
    case 'DIRECTOR':
      return <Level value={approver.level} onChange={(level) => onChange({ by: 'DIRECTOR', level })} />
    case 'CHAIN':
      return (
        <>
          <CheckBox
            checked={approver.level === null}
            disabled={isFixed}
            onChange={(top) => onChange({ by: 'CHAIN', level: top ? null : 2 })}
          >
            {t('flow.toTheTop')}
          </CheckBox>
          {approver.level !== null && (
            <Level value={approver.level} onChange={(level) => onChange({ by: 'CHAIN', level })} />
          )}
        </>
      )
    case 'POSITION':
      return (
        <PanelField name={t('flow.position')}>
          <Input
            aria-label={t('flow.position')}
            value={approver.position}
            maxLength={30}
            disabled={isFixed}
            onChange={(event) => onChange({ by: 'POSITION', position: event.target.value })}
          />
        </PanelField>
      )
    case 'CHOSEN':
      return <ChosenFields approver={approver} onChange={onChange} />
    case 'FIELD': {
      const fields = personFields(model.form)
      const known = fields.some(({ formId }) => formId === approver.formId)
      return (
        <>
          <OneOf
            name={t('flow.personField')}
            value={known ? approver.formId : ''}
            values={fields.map(({ formId }) => formId)}
            text={(id) => fields.find(({ formId }) => formId === id)?.label ?? id}
            disabled={isFixed}
            onChange={(formId) => onChange({ by: 'FIELD', formId })}
          />
          {fields.length === 0 && <p className="hint">{t('flow.noPersonField')}</p>}
        </>
      )
    }
    default:
      return null
  }
}

interface StepProps {
  step: ApprovalStep
  onChange: (change: Partial<ApprovalStep>, about?: string) => void
}

/** Who is asked, and how several of them agree (WD-8, WD-9). */
export function ApproverFields({ step, onChange }: StepProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { approver, several } = step
  return (
    <>
      <OneOf
        name={t('flow.approver')}
        value={approver.by}
        values={APPROVER_KINDS}
        text={(by) => t(`flow.by.${by}`)}
        disabled={isFixed}
        onChange={(by) => by !== approver.by && onChange({ approver: approverBy(by) })}
      />
      <ApproverDetails approver={approver} onChange={(next) => onChange({ approver: next }, 'approver')} />
      {canBeSeveral(approver) && (
        <Either
          name={t('flow.several')}
          value={several}
          values={SEVERAL_KINDS}
          text={(kind) => t(`flow.several.${kind}`)}
          disabled={isFixed}
          onChange={(next) => onChange({ several: next })}
        />
      )}
    </>
  )
}
