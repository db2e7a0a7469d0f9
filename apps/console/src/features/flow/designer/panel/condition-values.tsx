import { type ConditionOperator, type FlowCondition, type FormItem, steeringOf } from '@sluice/contract'
import { Input, InputNumber } from 'antd'
import { useText } from '../../../../lib/text/text.ts'
import { Select } from '../../../../parts/control/select.tsx'
import { MoneyInput } from '../../../../parts/form/measure-inputs.tsx'
import { useDesigner } from '../designer.ts'
import { PeopleChoice } from './people-choice.tsx'

interface ValuesProps {
  condition: FlowCondition
  item: FormItem | undefined
  onChange: (condition: FlowCondition) => void
}

/** One number, in the unit of its field: money in yuan, the length of a range in days or hours. */
function OneNumber({
  item,
  value,
  label,
  onChange,
}: {
  item: FormItem | undefined
  value: number | undefined
  label: string
  onChange: (value: number | null) => void
}) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  if (item?.tag === 'AMOUNT') return <MoneyInput value={value ?? null} onChange={onChange} />
  const unit =
    item?.tag === 'DATE_RANGE' ? t('flow.unit.day') : item?.tag === 'TIME_RANGE' ? t('flow.unit.hour') : item?.unit
  return (
    <InputNumber<number>
      aria-label={label}
      controls={false}
      suffix={unit}
      value={value ?? null}
      disabled={isFixed}
      onChange={onChange}
    />
  )
}

/** The two ends, each of them counted or not. */
function Between({ condition, item, onChange }: ValuesProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { values, open = [] } = condition
  const set = (at: 0 | 1, value: number | null) => {
    const next = [Number(values[0] ?? 0), Number(values[1] ?? values[0] ?? 0)]
    onChange({ ...condition, values: next.with(at, value ?? 0) })
  }
  const end = (at: 0 | 1, of: 'from' | 'to') => (
    <div className="row">
      <Select<string>
        aria-label={t(`flow.end.${of}`)}
        value={open.includes(of) ? 'open' : 'closed'}
        disabled={isFixed}
        options={[
          { value: 'closed', label: of === 'from' ? '≥' : '≤' },
          { value: 'open', label: of === 'from' ? '>' : '<' },
        ]}
        onChange={(next) => {
          const others = open.filter((one) => one !== of)
          onChange({ ...condition, open: next === 'open' ? [...others, of] : others })
        }}
      />
      <OneNumber
        item={item}
        label={t(`flow.end.${of}`)}
        value={values[at] === undefined ? undefined : Number(values[at])}
        onChange={(value) => set(at, value)}
      />
    </div>
  )
  return (
    <>
      {end(0, 'from')}
      {end(1, 'to')}
    </>
  )
}

function NumberValues(props: ValuesProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { condition, item, onChange } = props
  if (condition.operator === 'BETWEEN') return <Between {...props} />
  if (condition.operator === 'IN') {
    const scale = item?.tag === 'AMOUNT' ? 100 : 1
    return (
      <Select<string[]>
        mode="tags"
        aria-label={t('flow.values')}
        disabled={isFixed}
        value={condition.values.map((value) => String(Number(value) / scale))}
        placeholder={t('flow.typeNumbers')}
        onChange={(next) => {
          const numbers = next.map(Number).filter(Number.isFinite)
          onChange({ ...condition, values: numbers.map((one) => (scale === 1 ? one : Math.round(one * scale))) })
        }}
        style={{ width: '100%' }}
      />
    )
  }
  const [value] = condition.values
  return (
    <OneNumber
      item={item}
      label={t('flow.values')}
      value={typeof value === 'number' ? value : undefined}
      onChange={(next) => onChange({ ...condition, values: next === null ? [] : [next] })}
    />
  )
}

function TextValues({ condition, item, onChange }: ValuesProps) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const texts = condition.values.map(String)
  const options = item?.options?.map((option) => ({ value: option, label: option }))
  if (condition.operator === 'IN')
    return (
      <Select<string[]>
        mode={options ? 'multiple' : 'tags'}
        aria-label={t('flow.values')}
        disabled={isFixed}
        value={texts}
        {...(options ? { options } : {})}
        onChange={(values) => onChange({ ...condition, values })}
        style={{ width: '100%' }}
      />
    )
  if (!options)
    return (
      <Input
        aria-label={t('flow.values')}
        value={texts[0] ?? ''}
        disabled={isFixed}
        maxLength={100}
        onChange={({ target }) => onChange({ ...condition, values: target.value === '' ? [] : [target.value] })}
      />
    )
  return (
    <Select<string>
      aria-label={t('flow.values')}
      value={texts[0] ?? null}
      disabled={isFixed}
      options={options}
      onChange={(value) => onChange({ ...condition, values: [value] })}
      style={{ width: '100%' }}
    />
  )
}

const isPerson = (operator: ConditionOperator, steering: string) => steering === 'person' && operator === 'IN'

/** What a condition compares with, by how its field steers (WD-12). */
export function ConditionValues(props: ValuesProps) {
  const { t } = useText()
  const { model } = useDesigner()
  const { condition, onChange } = props
  const steering = steeringOf(condition.formId, model.form)
  if (steering === 'number') return <NumberValues {...props} />
  if (steering === 'text') return <TextValues {...props} />
  if (!steering) return null
  const flowType = isPerson(condition.operator, steering) ? 'user' : 'dept'
  return (
    <PeopleChoice
      name={t(`flow.type.${flowType}`)}
      flowType={flowType}
      single={condition.operator === 'EQ'}
      value={condition.values.map(String)}
      onChange={(values) => onChange({ ...condition, values })}
    />
  )
}
