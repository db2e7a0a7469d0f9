import type { Field } from '@sluice/contract'
import { DatePicker, Input, InputNumber, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { toInstant, toPicked } from '../../lib/picked-time.ts'
import { byName, useText } from '../../lib/text.ts'
import { RefSelect } from './ref-select.tsx'
import { RefsSelect } from './refs-select.tsx'

interface FieldInputProps {
  field: Field
  /** Given by the form item. */
  id?: string
  value?: never
  onChange?: (value: never) => void
  chosenName?: string | undefined
}

type Given = Record<string, never>
type NumericField = Extract<Field, { kind: 'integer' | 'decimal' | 'money' }>

function NumberInput({ field, given }: { field: NumericField; given: Given }) {
  const limits = field.kind === 'money' ? {} : { min: field.min, max: field.max }
  const decimals = field.kind === 'decimal' ? field.decimals : 0
  const unit = field.kind === 'money' ? undefined : field.unit
  return (
    <InputNumber
      {...given}
      {...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))}
      {...(decimals !== undefined ? { precision: decimals } : {})}
      suffix={unit}
      controls={false}
    />
  )
}

/** A day travels as `YYYY-MM-DD`, an instant as ISO text; the picker speaks dayjs. */
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

/** The control of a field kind (about 14 kinds, and no conditions in a descriptor). */
export function FieldInput({ field, chosenName, ...rest }: FieldInputProps) {
  const { t } = useText()
  const given = rest as Given
  switch (field.kind) {
    case 'text':
      return <Input {...given} maxLength={field.max ?? 100} autoComplete="off" />
    case 'longText':
      return <Input.TextArea {...given} maxLength={field.max ?? 2000} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
    case 'integer':
    case 'decimal':
    case 'money':
      return <NumberInput field={field} given={given} />
    case 'boolean':
      return <Switch {...given} />
    case 'enum':
      return (
        <Select
          {...given}
          options={field.values.map((value) => ({ value, label: byName(`enum.${field.enumName}.${value}`, value) }))}
          allowClear={!field.required}
          placeholder={t('form.choose')}
        />
      )
    case 'time':
    case 'date':
      return <TimeInput field={field} {...rest} />
    case 'ref':
      return <RefSelect to={field.to} chosenName={chosenName} {...given} />
    case 'refs':
      return <RefsSelect to={field.to} {...given} />
    case 'password':
      return <Input.Password {...given} maxLength={64} autoComplete="new-password" />
    case 'image':
    case 'json':
      return null
  }
}
