import type { FormColumn, FormItem, FormTag, FormValue } from '@sluice/contract'
import { DatePicker, Input, InputNumber } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { MoneyInput } from '../../../parts/form/measure-inputs.tsx'
import { type FormNames, rangeIn } from './form-text.ts'
import { OptionSelect } from './option-select.tsx'

export interface ControlProps {
  item: FormItem | FormColumn
  value: FormValue
  onChange: (value: FormValue) => void
  names: FormNames
  /** Of the input, which its label names. */
  id: string
  /** In place of a label, in a table. */
  label?: string
  invalid: boolean
}

type Control = (props: ControlProps) => ReactNode

const DAY = 'YYYY-MM-DD'
const TIME = 'YYYY-MM-DDTHH:mm'
const textOf = (value: FormValue) => (typeof value === 'string' ? value : '')
const numberOf = (value: FormValue) => (typeof value === 'number' ? value : null)
const orNone = (text: string) => (text === '' ? null : text)

const said = ({ id, label, invalid }: ControlProps) => ({
  id,
  ...(label === undefined ? {} : { 'aria-label': label }),
  ...(invalid ? { 'aria-invalid': true, status: 'error' as const } : {}),
})

function Choices({ item, value, onChange, id, label }: ControlProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <div className="row wrap" role="group" id={id} aria-label={label ?? item.label}>
      {(item.options ?? []).map((option) => (
        <CheckBox
          key={option}
          checked={chosen.includes(option)}
          onChange={(checked) =>
            onChange((item.options ?? []).filter((one) => (one === option ? checked : chosen.includes(one))))
          }
        >
          {option}
        </CheckBox>
      ))}
    </div>
  )
}

/** One of a few, all of them in sight. */
function Radios({ item, value, onChange, id, label }: ControlProps) {
  return (
    <div className="flow-radios" role="radiogroup" id={id} aria-label={label ?? item.label}>
      {(item.options ?? []).map((option) => (
        <label key={option} className="check-line">
          <input type="radio" name={id} checked={value === option} onChange={() => onChange(option)} />
          <span className="check-words">{option}</span>
        </label>
      ))}
    </div>
  )
}

function OneOf(props: ControlProps) {
  const { t } = useText()
  const { item, value, onChange } = props
  return (
    <Select<string>
      {...said(props)}
      value={typeof value === 'string' ? value : null}
      options={(item.options ?? []).map((option) => ({ value: option, label: option }))}
      placeholder={t('form.choose')}
      allowClear
      showSearch={(item.options ?? []).length > 8}
      onChange={(next) => onChange(next ?? null)}
    />
  )
}

function Range(props: ControlProps) {
  const { t } = useText()
  const { item, value, onChange, id, label } = props
  const format = item.tag === 'TIME_RANGE' ? TIME : DAY
  const range = rangeIn(value)
  return (
    <DatePicker.RangePicker
      {...said(props)}
      id={{ start: id, end: `${id}-end` }}
      aria-label={label ?? item.label}
      showTime={item.tag === 'TIME_RANGE' ? { format: 'HH:mm' } : false}
      format={format.replace('T', ' ')}
      placeholder={[t('flow.form.from'), t('flow.form.to')]}
      value={range && [dayjs(range.from), dayjs(range.to)]}
      onChange={(picked) => {
        const [from, to] = picked ?? []
        onChange(from && to ? { from: from.format(format), to: to.format(format) } : null)
      }}
    />
  )
}

function Option(props: ControlProps & { flowType: 'user' | 'dept' }) {
  const { value, onChange, names, flowType } = props
  return (
    <OptionSelect
      {...said(props)}
      flowType={flowType}
      single
      names={names}
      value={typeof value === 'string' ? [value] : []}
      onChange={([id = null]) => onChange(id)}
    />
  )
}

const input: Control = (props) => (
  <Input
    {...said(props)}
    value={textOf(props.value)}
    maxLength={200}
    autoComplete="off"
    onChange={(event) => props.onChange(orNone(event.target.value))}
  />
)
const select: Control = (props) => <OneOf {...props} />
const range: Control = (props) => <Range {...props} />
const none: Control = () => null

/** The control of each kind of field (WD-6). */
const CONTROLS: Readonly<Record<FormTag, Control>> = {
  INPUT: input,
  TEXTAREA: (props) => (
    <Input.TextArea
      {...said(props)}
      value={textOf(props.value)}
      maxLength={2000}
      autoSize={{ minRows: 2, maxRows: 8 }}
      onChange={(event) => props.onChange(orNone(event.target.value))}
    />
  ),
  NUMBER: (props) => (
    <InputNumber<number>
      {...said(props)}
      value={numberOf(props.value)}
      controls={false}
      suffix={props.item.unit}
      onChange={props.onChange}
    />
  ),
  AMOUNT: (props) => <MoneyInput {...said(props)} value={numberOf(props.value)} onChange={props.onChange} />,
  RADIO: (props) => <Radios {...props} />,
  SELECT: select,
  CHECKBOX: (props) => <Choices {...props} />,
  DATE: (props) => (
    <DatePicker
      {...said(props)}
      value={typeof props.value === 'string' ? dayjs(props.value) : null}
      onChange={(day) => props.onChange(day && !Array.isArray(day) ? day.format(DAY) : null)}
    />
  ),
  DATE_RANGE: range,
  TIME_RANGE: range,
  USER: (props) => <Option {...props} flowType="user" />,
  DEPT: (props) => <Option {...props} flowType="dept" />,
  TABLE: none,
  NOTE: none,
}

/** What a value of this kind is typed or chosen with. */
export function FormControl(props: ControlProps) {
  return CONTROLS[props.item.tag](props)
}
