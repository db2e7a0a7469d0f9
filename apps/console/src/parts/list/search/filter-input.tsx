import type { Field } from '@sluice/contract'
import { Input, InputNumber, Switch } from 'antd'
import { useDictionary } from '../../../lib/text/dictionary.ts'
import { byName, textsUnder, useText } from '../../../lib/text/text.ts'
import { fenOf, WEEK_DAYS, yuanOf } from '../../../lib/text/value-text.ts'
import { shownUnit, shownValue, storedValue } from '../../../lib/text/units.ts'
import { type Instants, InstantRange } from '../../instant-range.tsx'
import { Icon } from '../../icon/icons.tsx'
import { RefsSelect } from '../../form/refs-select.tsx'
import { Select } from '../../control/select.tsx'

interface FilterProps {
  field: Field
  /** The text key of the field: `valveSlave.mode`. */
  textKey: string
  /** The values to choose from, when not all that have texts apply. */
  offered?: readonly string[] | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

interface InputProps extends Omit<FilterProps, 'textKey'> {
  label: string
}

/** The options of a field whose values have texts; null when the value is typed. */
function optionsOf(field: Field, offered?: readonly string[]): { value: string; label: string }[] | null {
  if (field.kind === 'enum' || field.kind === 'enums')
    return field.values.map((value) => ({ value, label: byName(`enum.${field.enumName}.${value}`, value) }))
  if (field.kind === 'weekMask')
    return WEEK_DAYS.map((day) => ({ value: String(day), label: byName(`weekDay.${day}`) }))
  if (!('named' in field) || !field.named) return null
  const prefix = `${field.named}.`
  if (offered) return offered.map((value) => ({ value, label: byName(prefix + value, value) }))
  return textsUnder(prefix).map(([key, label]) => ({ value: key.slice(prefix.length), label }))
}

/** Several values are separated by commas, in the address as in the call (`severalOf`). */
const apart = (value: string | undefined) => value?.split(',') ?? []
const together = (values: readonly string[]) => (values.length > 0 ? values.join(',') : undefined)

interface ChoiceProps {
  value: string[]
  onChange: (values: string[]) => void
  placeholder: string
  'aria-label': string
}

function ChooseSeveral({ options, ...rest }: ChoiceProps & { options: { value: string; label: string }[] }) {
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      maxTagCount="responsive"
      allowClear
      showSearch={options.length > 12 && { optionFilterProp: 'label' }}
      options={options}
      style={{ width: '100%' }}
    />
  )
}

/** Disabled entries are offered too: old rows hold them. */
function DictFilter({ dictType, ...rest }: ChoiceProps & { dictType: string }) {
  const state = useDictionary(dictType)
  const entries = 'entries' in state ? state.entries : []
  return (
    <ChooseSeveral
      {...rest}
      options={entries.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
    />
  )
}

function FilterInput({ field, label, offered, value, onChange }: InputProps) {
  const { t } = useText()
  const all = t('search.all')
  const several = { value: apart(value), onChange: (values: string[]) => onChange(together(values)) }
  if (field.kind === 'ref' || field.kind === 'refs')
    return <RefsSelect to={field.to} {...several} oneLine placeholder={all} aria-label={label} />
  const choice = { ...several, placeholder: all, 'aria-label': label }
  if (field.kind === 'dictionary') return <DictFilter dictType={field.type} {...choice} />
  const options = optionsOf(field, offered)
  if (options) return <ChooseSeveral options={options} {...choice} />
  // Rows hold a part of a text, and the whole of anything else.
  const isPart = field.kind === 'text' || field.kind === 'longText'
  return (
    <TypedInput
      value={value}
      onChange={onChange}
      placeholder={t(isPart ? 'search.contains' : 'search.equals')}
      aria-label={label}
    />
  )
}

interface TypedProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
  placeholder: string
  'aria-label'?: string
}

/** A filter that is typed: it reads as a field to write in, never as a choice of which all are taken. */
export function TypedInput({ value, onChange, ...rest }: TypedProps) {
  return (
    <Input
      {...rest}
      allowClear
      prefix={<Icon name="search" size={14} />}
      value={value ?? ''}
      maxLength={100}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  )
}

/** One filter with its label. Users filter a yes-or-no field for yes: a switch that is off means all rows. */
export function FilterField({ field, textKey, offered, value, onChange }: FilterProps) {
  useText()
  const label = byName(textKey)
  if (field.kind !== 'boolean')
    return (
      <label>
        <span>{label}</span>
        <FilterInput field={field} label={label} offered={offered} value={value} onChange={onChange} />
      </label>
    )
  return (
    <div className="search-field">
      <span>{label}</span>
      <span className="search-only">
        <Switch
          checked={value === 'true'}
          aria-label={label}
          onChange={(checked) => onChange(checked ? 'true' : undefined)}
        />
        <span className="t2">{byName(`only.${textKey}`, '')}</span>
      </span>
    </div>
  )
}

interface RangeProps {
  field: Field
  textKey: string
  from: string | undefined
  to: string | undefined
  /** An undefined bound is open. */
  onChange: (bounds: { from?: string | undefined; to?: string | undefined }) => void
}

/** Two instants; both or none. */
function TimeRange({ label, from, to, onChange }: Omit<RangeProps, 'field' | 'textKey'> & { label: string }) {
  const set = (bounds: Instants | null) => onChange({ from: bounds?.startTime, to: bounds?.endTime })
  return (
    <div className="search-field">
      <span>{label}</span>
      <InstantRange
        value={from && to ? { startTime: from, endTime: to } : null}
        onChange={set}
        onClear={() => set(null)}
      />
    </div>
  )
}

/** A range of numbers, in which an empty bound is open, or of instants. */
export function RangeField({ field, textKey, from, to, onChange }: RangeProps) {
  const { t } = useText()
  const label = byName(textKey)
  if (field.kind === 'time') return <TimeRange label={label} from={from} to={to} onChange={onChange} />
  const number = { min: undefined, max: undefined, unit: undefined, measured: undefined, ...field }
  const stored = number.measured ? number.unit : undefined
  const told = (bound: number | undefined) => (bound === undefined ? undefined : shownValue(bound, stored))
  const [min, max, unit] = [told(number.min), told(number.max), stored ? shownUnit(stored) : number.unit]
  const [shown, sent] =
    field.kind === 'money'
      ? [yuanOf, fenOf]
      : [(value: number) => shownValue(value, stored), (value: number) => storedValue(value, stored)]
  const input = (end: 'from' | 'to', value: string | undefined) => (
    <InputNumber<number>
      controls={false}
      {...(field.kind === 'money' ? { precision: 2 } : {})}
      value={value === undefined ? null : shown(Number(value))}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      placeholder={String((end === 'from' ? min : max) ?? '')}
      suffix={end === 'to' && unit ? <span className="t3">{unit}</span> : null}
      aria-label={t(`search.${end}`, { field: label })}
      onChange={(next) => onChange({ [end]: next === null ? undefined : String(sent(next)) })}
    />
  )
  return (
    <div className="search-field">
      <span>{label}</span>
      <span className="search-range num">
        {input('from', from)}
        <span className="t3" aria-hidden="true">
          –
        </span>
        {input('to', to)}
      </span>
    </div>
  )
}
