const PATHS = {
  undo: 'M9 8H4V3M4.5 8A8.5 8.5 0 1 1 4 15.5',
  redo: 'M15 8h5V3M19.5 8A8.5 8.5 0 1 0 20 15.5',
  minus: 'M5 12h14',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.5 10.5v6M13.5 10.5v6',
  play: 'M7 4.5v15l12-7.5z',
} as const

/** Icons that only the designer has: those of the shell are loaded with every page. */
export function DesignerIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      className="icon"
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

interface IconToolProps {
  name: keyof typeof PATHS
  label: string
  disabled?: boolean
  onClick: () => void
}

export function IconTool({ name, label, disabled = false, onClick }: IconToolProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <DesignerIcon name={name} />
    </button>
  )
}
