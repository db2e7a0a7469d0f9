interface RowBoxProps {
  /** Names the row for readers. */
  label: string
  checked: boolean
  disabled?: boolean
  onTurn: () => void
}

/** Chooses a row. A field of the browser: a drawn one per row is a seventh of what a long table costs. */
export function RowBox({ label, checked, disabled = false, onTurn }: RowBoxProps) {
  return (
    <input
      type="checkbox"
      className="row-box"
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onChange={onTurn}
    />
  )
}
