import type { HTMLAttributes, ReactNode } from 'react'

interface BodyRowProps extends HTMLAttributes<HTMLTableRowElement> {
  /** Height of the rows whose place this one keeps; they are drawn when they come into sight. */
  'data-space-px'?: number
  children?: ReactNode
}

/** A row of the table, or the place of rows out of sight: one empty row, passed over by readers. */
export function BodyRow({ 'data-space-px': spacePx, ...props }: BodyRowProps) {
  if (spacePx === undefined) return <tr {...props} />
  return <tr className="row-space" aria-hidden="true" style={{ height: spacePx }} />
}
