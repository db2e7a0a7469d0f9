interface RowBoxProps {
  /** Names the row for readers. */
  label: string
  checked: boolean
  disabled?: boolean
  onToggle: () => void
}

/** Chooses a row. A field of the browser: a drawn one per row is a seventh of what a long table costs. */
export function RowBox({ label, checked, disabled = false, onToggle }: RowBoxProps) {
  return (
    <input
      type="checkbox"
      className="row-box"
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onChange={onToggle}
    />
  )
}
