import type { ReactNode } from 'react'
import './check-box.css'

interface CheckBoxProps {
  checked: boolean
  /** Some of what it stands for is chosen, but not all. */
  indeterminate?: boolean
  disabled?: boolean
  /** Beside the box; without it the box is named by `aria-label`. */
  children?: ReactNode
  className?: string
  'aria-label'?: string
  'data-testid'?: string
  onChange: (checked: boolean) => void
}

/**
 * The one box to tick. A native one: a box drawn by antd takes a seventh of a long table's drawing time, and the keys
 * and the names of a native one are those that screen readers know.
 */
export function CheckBox({ children, className, indeterminate = false, onChange, ...given }: CheckBoxProps) {
  const box = (
    <input
      {...given}
      type="checkbox"
      className="check-box"
      ref={(input) => {
        if (input) input.indeterminate = indeterminate
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
  if (children === undefined) return box
  return (
    <label className={className ? `check-line ${className}` : 'check-line'}>
      {box}
      <span className="check-words">{children}</span>
    </label>
  )
}
