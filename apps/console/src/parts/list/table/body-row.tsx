import type { HTMLAttributes, ReactNode } from 'react'

interface BodyRowProps extends HTMLAttributes<HTMLTableRowElement> {
  /** The height of the rows that this one stands for; they are drawn when they become visible. */
  'data-space-px'?: number
  children?: ReactNode
}

/** A row of the table, or one empty row in place of rows out of view, which screen readers skip. */
export function BodyRow({ 'data-space-px': spacePx, ...props }: BodyRowProps) {
  if (spacePx === undefined) return <tr {...props} />
  return <tr className="row-space" aria-hidden="true" style={{ height: spacePx }} />
}
