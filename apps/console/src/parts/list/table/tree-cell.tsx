import type { MouseEvent, ReactNode } from 'react'
import { t } from '../../../lib/text/text.ts'
import type { FlatRow } from './tree-rows.ts'
import { Caret } from '../../icon/caret.tsx'
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

/** Opens and closes what is below a row. */
export function TurnButton({ name, open, onToggle }: TurnButtonProps) {
  return (
    <button
      type="button"
      className="tree-turn"
      aria-expanded={open}
      aria-label={t(open ? 'list.closeRow' : 'list.openRow', { name })}
      onClick={onToggle}
    >
      <Caret kind="branch" open={open} />
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
