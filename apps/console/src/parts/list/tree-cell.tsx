import type { ReactNode } from 'react'
import { t } from '../../lib/text.ts'
import { Icon } from '../icons.tsx'
import type { FlatRow } from './tree-rows.ts'

interface TreeCellProps {
  flat: FlatRow
  /** What the row is called. */
  name: string
  onTurn: (id: string) => void
  children: ReactNode
}

const STEP_PX = 20

/** The first cell of a tree: set in by its depth, with a button that opens and closes what is below. */
export function TreeCell({ flat: { row, depth, open }, name, onTurn, children }: TreeCellProps) {
  return (
    <span className="tree-cell" style={{ paddingInlineStart: depth * STEP_PX }}>
      {open === null ? (
        <span className="tree-gap" />
      ) : (
        <button
          type="button"
          className="tree-turn"
          aria-expanded={open}
          aria-label={t(open ? 'list.closeRow' : 'list.openRow', { name })}
          onClick={() => onTurn(row.id)}
        >
          <Icon name={open ? 'down' : 'right'} size={14} />
        </button>
      )}
      <span className="clip">{children}</span>
    </span>
  )
}
