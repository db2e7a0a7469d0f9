import type { MouseEvent, ReactNode } from 'react'
import { t } from '../../../lib/text/text.ts'
import { Icon } from '../../icon/icons.tsx'
import type { FlatRow } from './tree-rows.ts'
import './table.css'

interface TreeCellProps<T> {
  flat: FlatRow<T>
  /** The display name of the row. */
  name: string
  onToggle: (id: string) => void
  children: ReactNode
}

const STEP_PX = 20

interface TurnButtonProps {
  name: string
  open: boolean
  onToggle: (event: MouseEvent<HTMLElement>) => void
}

/** Opens and closes the branch below a row. */
function TurnButton({ name, open, onToggle }: TurnButtonProps) {
  return (
    <button
      type="button"
      className="tree-turn"
      aria-expanded={open}
      aria-label={t(open ? 'list.closeRow' : 'list.openRow', { name })}
      onClick={onToggle}
    >
      <Icon name={open ? 'down' : 'right'} size={14} />
    </button>
  )
}

/** The first cell of a tree: indented by its depth, with a button that opens and closes the branch. */
export function TreeCell<T extends { id: string }>({
  flat: { row, depth, open },
  name,
  onToggle,
  children,
}: TreeCellProps<T>) {
  return (
    <span className="tree-cell" style={{ paddingInlineStart: depth * STEP_PX }}>
      {open === null ? (
        <span className="tree-gap" />
      ) : (
        <TurnButton name={name} open={open} onToggle={() => onToggle(row.id)} />
      )}
      <span className="clip">{children}</span>
    </span>
  )
}
