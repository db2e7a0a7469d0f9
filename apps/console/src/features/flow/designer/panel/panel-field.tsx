import type { ReactNode } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { Segment } from '../../../../parts/button/segment.tsx'
import { Select } from '../../../../parts/control/select.tsx'

/** A setting with its name above it. */
export function PanelField({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flow-setting">
      <span className="flow-setting-name">{name}</span>
      {children}
    </div>
  )
}

interface OneOfProps<T extends string> {
  name: string
  value: T
  values: readonly T[]
  text: (value: T) => string
  disabled: boolean
  onChange: (value: T) => void
}

/** One of several settings, chosen from a list. */
export function OneOf<T extends string>({ name, value, values, text, disabled, onChange }: OneOfProps<T>) {
  return (
    <PanelField name={name}>
      <Select<T>
        aria-label={name}
        value={value}
        disabled={disabled}
        options={values.map((one) => ({ value: one, label: text(one) }))}
        onChange={onChange}
        style={{ width: '100%' }}
      />
    </PanelField>
  )
}

/** One of two or three settings beside each other. */
export function Either<T extends string | number>({
  name,
  value,
  values,
  text,
  disabled,
  onChange,
}: Omit<OneOfProps<string>, 'value' | 'values' | 'text' | 'onChange'> & {
  value: T
  values: readonly T[]
  text: (value: T) => string
  onChange: (value: T) => void
}) {
  useText()
  return (
    <PanelField name={name}>
      <div className="segments" role="group" aria-label={name}>
        {values.map((one) => (
          <Segment key={one} on={one === value} onClick={() => !disabled && onChange(one)}>
            {text(one)}
          </Segment>
        ))}
      </div>
    </PanelField>
  )
}
