import {
  type ConditionGroup,
  type ConditionOperator,
  type FlowBranch,
  type FlowCondition,
  GROUP_LETTERS,
  OPERATORS_OF,
  parseExpression,
  STARTER_FIELD,
  steeringOf,
} from '@sluice/contract'
import { Input } from 'antd'
import { useText } from '../../../../lib/text/text.ts'
import { Button } from '../../../../parts/button/button.tsx'
import { ToolButton } from '../../../../parts/button/tool-button.tsx'
import { Select } from '../../../../parts/control/select.tsx'
import { useDesigner } from '../designer.ts'
import { fieldName } from '../flow-words.ts'
import { ConditionValues } from './condition-values.tsx'
import { Either, PanelField } from './panel-field.tsx'

interface ConditionProps {
  condition: FlowCondition
  onChange: (condition: FlowCondition) => void
  onRemove: () => void
}

/** What is compared with is kept where the other operator takes the same. */
function withOperator(condition: FlowCondition, operator: ConditionOperator): FlowCondition {
  const { formId, values } = condition
  const isSame = (one: ConditionOperator) => (one === 'UNDER' || one === 'IN' ? one : 'one')
  const keeps = operator === 'BETWEEN' || isSame(operator) === isSame(condition.operator) || operator === 'IN'
  const isPeople = condition.operator === 'UNDER' || operator === 'UNDER'
  return {
    formId,
    operator,
    values: keeps && !isPeople ? values.slice(0, operator === 'IN' ? 50 : operator === 'BETWEEN' ? 2 : 1) : [],
  }
}

function ConditionLine({ condition, onChange, onRemove }: ConditionProps) {
  const { t } = useText()
  const { model, conditions, isFixed } = useDesigner()
  const { formId, operator } = condition
  const offered = [STARTER_FIELD, ...conditions.map((one) => String(one.formId))]
  const steering = steeringOf(formId, model.form)
  const item = model.form.find((one) => one.formId === formId)
  return (
    <li className="flow-condition">
      <div className="row">
        <Select<string>
          aria-label={t('flow.condition.field')}
          className="grow"
          value={formId}
          disabled={isFixed}
          options={[...new Set([...offered, formId])].map((id) => ({ value: id, label: fieldName(id, model.form) }))}
          onChange={(next) => {
            const [first] = OPERATORS_OF[steeringOf(next, model.form) ?? 'text']
            onChange({ formId: next, operator: first ?? 'EQ', values: [] })
          }}
        />
        {!isFixed && <ToolButton icon="cross" label={t('flow.condition.remove')} onClick={onRemove} />}
      </div>
      {steering && (
        <>
          <Select<ConditionOperator>
            aria-label={t('flow.condition.operator')}
            value={operator}
            disabled={isFixed}
            options={OPERATORS_OF[steering].map((one) => ({ value: one, label: t(`flow.operator.${one}`) }))}
            onChange={(next) => onChange(withOperator(condition, next))}
            style={{ width: '100%' }}
          />
          <ConditionValues condition={condition} item={item} onChange={onChange} />
        </>
      )}
    </li>
  )
}

interface GroupProps {
  letter: string
  group: ConditionGroup
  onChange: (group: ConditionGroup) => void
  onRemove: () => void
}

function GroupFields({ letter, group, onChange, onRemove }: GroupProps) {
  const { t } = useText()
  const { isFixed, conditions } = useDesigner()
  const { logic, conditions: held } = group
  const add = () => {
    const formId = String(conditions[0]?.formId ?? STARTER_FIELD)
    const item = conditions[0]?.item
    const [operator = 'EQ'] = OPERATORS_OF[(item && steeringOf(formId, [item])) ?? 'person']
    onChange({ ...group, conditions: [...held, { formId, operator, values: [] }] })
  }
  return (
    <fieldset className="flow-group">
      <legend>{t('flow.group', { letter })}</legend>
      {held.length > 1 && (
        <Either
          name={t('flow.groupLogic')}
          value={logic}
          values={['AND', 'OR'] as const}
          text={(one) => t(`flow.logic.${one}`)}
          disabled={isFixed}
          onChange={(next) => onChange({ ...group, logic: next })}
        />
      )}
      <ul>
        {held.map((condition, n) => (
          <ConditionLine
            key={n}
            condition={condition}
            onChange={(next) => onChange({ ...group, conditions: held.with(n, next) })}
            onRemove={() => onChange({ ...group, conditions: held.toSpliced(n, 1) })}
          />
        ))}
      </ul>
      {!isFixed && (
        <div className="row between">
          <Button icon="plus" disabled={held.length >= 20} onClick={add}>
            {t('flow.condition.add')}
          </Button>
          <Button kind="link" onClick={onRemove}>
            {t('flow.groupRemove')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface BranchProps {
  branch: FlowBranch
  onChange: (change: Partial<FlowBranch>, about?: string) => void
}

type Together = 'AND' | 'OR' | 'EXPRESSION'

/** How several groups hang together: all, one, or as an expression of their letters says (WD-16). */
function GroupsTogether({ branch, onChange }: BranchProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { logic, groups } = branch
  const kind: Together = typeof logic === 'object' ? 'EXPRESSION' : logic
  const letters = GROUP_LETTERS.slice(0, groups.length).split('')
  return (
    <>
      <Either
        name={t('flow.together')}
        value={kind}
        values={['AND', 'OR', 'EXPRESSION'] as const}
        text={(one) => t(`flow.together.${one}`)}
        disabled={isFixed}
        onChange={(next) => onChange({ logic: next === 'EXPRESSION' ? { expression: letters.join(' and ') } : next })}
      />
      {typeof logic === 'object' && (
        <PanelField name={t('flow.expression')}>
          <Input
            className="mono"
            aria-label={t('flow.expression')}
            value={logic.expression}
            maxLength={200}
            disabled={isFixed}
            aria-invalid={parseExpression(logic.expression, groups.length) === null}
            placeholder="A and (B or C)"
            onChange={({ target }) => onChange({ logic: { expression: target.value } }, 'expression')}
          />
          <small className="t3">{t('flow.expressionHint', { letters: letters.join(t('list.comma')) })}</small>
        </PanelField>
      )}
    </>
  )
}

/** When a branch of a choice is taken. */
export function BranchFields({ branch, onChange }: BranchProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { groups } = branch
  const set = (next: FlowBranch['groups']) => onChange({ groups: next })
  return (
    <>
      {groups.map((group, n) => (
        <GroupFields
          key={n}
          letter={GROUP_LETTERS[n] ?? ''}
          group={group}
          onChange={(next) => onChange({ groups: groups.with(n, next) }, `group${n}`)}
          onRemove={() => set(groups.toSpliced(n, 1))}
        />
      ))}
      {groups.length > 1 && <GroupsTogether branch={branch} onChange={onChange} />}
      {!isFixed && groups.length < GROUP_LETTERS.length && (
        <Button icon="plus" onClick={() => set([...groups, { logic: 'AND', conditions: [] }])}>
          {t('flow.groupAdd')}
        </Button>
      )}
    </>
  )
}
