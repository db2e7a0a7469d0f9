import { Icon } from './icons.tsx'

interface CaretProps {
  open: boolean
  /** A branch opens below its name and points at it while closed; a fold or a list of choices hangs from its head. */
  kind: 'branch' | 'fold'
  size?: 12 | 14
}

/** The one mark of whatever opens and closes; what it belongs to says so to screen readers (`aria-expanded`). */
export function Caret({ open, kind, size = 14 }: CaretProps) {
  const closed = kind === 'branch' ? 'right' : 'down'
  const opened = kind === 'branch' ? 'down' : 'up'
  return <Icon name={open ? opened : closed} size={size} />
}
