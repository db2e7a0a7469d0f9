import type { ReactNode } from 'react'

/** Puts the mark after the label (docs/spec/look.md#3); screen readers get it from the field itself. */
export function requiredMark(label: ReactNode, { required }: { required: boolean }): ReactNode {
  return (
    <>
      {label}
      {required && (
        <span className="required" aria-hidden="true">
          *
        </span>
      )}
    </>
  )
}
