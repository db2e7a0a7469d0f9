import { Input } from 'antd'
import { type CSSProperties, useState } from 'react'
import { byName, t } from '../../../lib/text/text.ts'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Select } from '../../../parts/control/select.tsx'

interface CellProps {
  label: string
  /** Why the value is refused. */
  problem?: string | undefined
  readOnly: boolean
}

interface TextCellProps extends CellProps {
  value: string
  onChange: (value: string) => void
  maxLength?: number
}

/** A text in a table of rules: typed, it is taken with Enter or when the cell is left; Escape takes it back. */
export function TextCell({ value, onChange, label, problem, readOnly, maxLength = 64 }: TextCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed !== null && typed !== value) onChange(typed)
    setTyped(null)
  }
  if (readOnly) return <span className="mono">{value}</span>
  return (
    <>
      <Input
        size="small"
        className="mono"
        aria-label={label}
        value={typed ?? value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        {...(problem ? { status: 'error' as const } : {})}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onPressEnter={take}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      />
      <Problem reason={problem} />
    </>
  )
}

interface NumberCellProps extends CellProps {
  value: number | undefined
  /** Undefined: the field was emptied. */
  onChange: (value: number | undefined) => void
}

/** The same for a number; what is none stays as it was. */
export function NumberCell({ value, onChange, ...cell }: NumberCellProps) {
  return (
    <TextCell
      {...cell}
      maxLength={20}
      value={value === undefined ? '' : String(value)}
      onChange={(typed) => {
        const read = typed.trim() === '' ? undefined : Number(typed)
        if (read === undefined || Number.isFinite(read)) onChange(read)
      }}
    />
  )
}

interface ChoiceCellProps extends CellProps {
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

export function ChoiceCell({ value, options, onChange, label, problem, readOnly }: ChoiceCellProps) {
  if (readOnly) return <>{options.find((one) => one.value === value)?.label ?? value}</>
  return (
    <>
      <Select
        size="small"
        aria-label={label}
        value={value}
        options={[...options]}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        onChange={(chosen) => onChange(String(chosen))}
        {...(problem ? { status: 'error' as const } : {})}
      />
      <Problem reason={problem} />
    </>
  )
}

interface MetricCellProps extends Omit<ChoiceCellProps, 'label'> {
  value: string
  /** The colour of the metric on this page. */
  tint: string
}

/** The metric that a rule fills, in its colour. */
export function MetricCell({ tint, ...cell }: MetricCellProps) {
  return (
    <div className="tinted">
      <i className="tint" style={{ '--tint': tint } as CSSProperties} />
      <div>
        <ChoiceCell label={t('productEdit.metric')} {...cell} />
      </div>
    </div>
  )
}

/** Why a value is refused, in words. */
export function Problem({ reason }: { reason: string | undefined }) {
  if (!reason) return null
  return (
    <small className="rule-problem" role="alert">
      {byName(`reason.${reason}`, reason)}
    </small>
  )
}

/** A fault by its code, with the name it has. */
export function FaultCell({ value, onChange, ...cell }: Omit<TextCellProps, 'label' | 'maxLength'>) {
  const name = byName(`fault.${value}`, '')
  return (
    <>
      <TextCell
        {...cell}
        label={t('productEdit.faultCode')}
        value={value}
        maxLength={6}
        onChange={(next) => onChange(next.trim().toUpperCase())}
      />
      {name && <small className="t3">{name}</small>}
    </>
  )
}

export function RemoveCell({ label, readOnly, onClick }: { label: string; readOnly: boolean; onClick: () => void }) {
  return <td className="rule-remove">{!readOnly && <ToolButton icon="cross" label={label} onClick={onClick} />}</td>
}
