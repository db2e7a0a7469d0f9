import { Input } from 'antd'
import { Icon } from '../../icon/icons.tsx'

interface SearchFieldProps {
  /** What is searched for, also the placeholder of the empty field. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Filters the rows below while the user types. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <Input
      allowClear
      className="tool-search"
      prefix={<Icon name="search" size={16} />}
      value={value}
      placeholder={label}
      aria-label={label}
      maxLength={100}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
