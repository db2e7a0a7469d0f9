import type { Field, FieldKind, FieldOf } from '@sluice/contract'
import { DatePicker, Input, InputNumber, Switch } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import type { FilePlace } from '../../lib/api/files.ts'
import { toInstant, toPicked } from '../../lib/time/picked-time.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { shownDecimals, shownUnit, shownValue, storedValue, wayFrom } from '../../lib/text/units.ts'
import { FilesInput } from '../files/files-input.tsx'
import { DictSelect } from './dict-select.tsx'
import { DurationInput, MoneyInput, PointInput, WeekInput } from './measure-inputs.tsx'
import { RefSelect } from './ref-select.tsx'
import { RefsSelect } from './refs-select.tsx'
import { Select } from '../control/select.tsx'

interface FieldInputProps {
  field: Field
  /** Set by the form item. */
  id?: string
  value?: never
  onChange?: (value: never) => void
  chosenName?: string | undefined
  /** Where the files of the row are stored. */
  place?: FilePlace | undefined
}

type Given = Record<string, never>
type NumericField = Extract<Field, { kind: 'integer' | 'decimal' }>

/** What rounds to nothing has no sign; other numbers stay as precise as they are typed. */
function unsigned(value: number, decimals: number | undefined): number {
  return value < 0 && Number(value.toFixed(decimals)) === 0 ? 0 : value
}

/** A measured quantity is typed in the unit of whoever types it, and held and sent in its own. */
function NumberInput({ field, given }: { field: NumericField; given: Given }) {
  const stored = field.measured ? field.unit : undefined
  const told = (value: number | undefined) => (value === undefined ? undefined : shownValue(value, stored))
  const limits = { min: told(field.min), max: told(field.max) }
  const own = field.kind === 'decimal' ? field.decimals : 0
  const decimals = shownDecimals({ unit: stored, decimals: own })
  const { value, onChange } = given as { value?: number | null; onChange?: (value: number | null) => void }
  const way = wayFrom(stored)
  const typed = way && {
    value: typeof value === 'number' ? unsigned(shownValue(value, stored), decimals) : (value ?? null),
    onChange: (next: number | null) => onChange?.(next === null ? null : storedValue(next, stored)),
  }
  return (
    <InputNumber<number>
      {...given}
      {...typed}
      {...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))}
      {...(decimals !== undefined ? { precision: decimals } : {})}
      suffix={field.measured ? shownUnit(field.unit) : field.unit}
      controls={false}
    />
  )
}

function EnumInput({ field, given }: { field: FieldOf<'enum' | 'enums'>; given: Given }) {
  const { t } = useText()
  return (
    <Select
      {...given}
      {...(field.kind === 'enums' ? { mode: 'multiple' as const } : {})}
      options={field.values.map((value) => ({ value, label: byName(`enum.${field.enumName}.${value}`, value) }))}
      allowClear={!field.required}
      placeholder={t('form.choose')}
    />
  )
}

/** The value of a day is `YYYY-MM-DD`, of an instant ISO text; the picker uses dayjs. */
function TimeInput({ field, value, onChange, id }: FieldInputProps) {
  const isDay = field.kind === 'date'
  const change = onChange as ((value: string | null) => void) | undefined
  return (
    <DatePicker
      {...(id ? { id } : {})}
      showTime={!isDay}
      value={value ? (isDay ? dayjs(value as string) : toPicked(value as string)) : null}
      onChange={(picked) => {
        const day = Array.isArray(picked) ? picked[0] : picked
        change?.(day ? (isDay ? day.format('YYYY-MM-DD') : toInstant(day)) : null)
      }}
    />
  )
}

type Control<F extends Field> = (props: {
  field: F
  given: Given
  chosenName: string | undefined
  place: FilePlace | undefined
}) => ReactNode

const number: Control<NumericField> = ({ field, given }) => <NumberInput field={field} given={given} />
const time: Control<Field> = ({ field, given }) => <TimeInput field={field} {...given} />
const none = () => null

/** The control of each field kind. */
const CONTROLS: { readonly [K in FieldKind]: Control<FieldOf<K>> } = {
  text: ({ field, given }) => <Input {...given} maxLength={field.max ?? 100} autoComplete="off" />,
  longText: ({ field, given }) => (
    <Input.TextArea {...given} maxLength={field.max ?? 2000} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
  ),
  integer: number,
  decimal: number,
  money: ({ given }) => <MoneyInput {...given} />,
  boolean: ({ given }) => <Switch {...given} />,
  enum: ({ field, given }) => <EnumInput field={field} given={given} />,
  enums: ({ field, given }) => <EnumInput field={field} given={given} />,
  dictionary: ({ field, given }) => <DictSelect dictType={field.type} clearable={!field.required} {...given} />,
  time,
  date: time,
  ref: ({ field, given, chosenName }) => <RefSelect to={field.to} chosenName={chosenName} {...given} />,
  refs: ({ field, given }) => <RefsSelect to={field.to} {...given} />,
  password: ({ given }) => <Input.Password {...given} maxLength={64} autoComplete="new-password" />,
  image: none,
  json: none,
  lines: none,
  duration: ({ given }) => <DurationInput {...given} />,
  weekMask: ({ given }) => <WeekInput {...given} />,
  files: ({ field, given, place }) => <FilesInput field={field} place={place} {...given} />,
  point: ({ given }) => <PointInput {...given} />,
}

/** The control of a field, by its kind. */
export function FieldInput({ field, chosenName, place, ...given }: FieldInputProps) {
  useText()
  return CONTROLS[field.kind]({ field: field as never, given: given as Given, chosenName, place })
}
