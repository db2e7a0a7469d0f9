import type { ReactNode } from 'react'

/** The mark stands after the label (docs/spec/look.md#3); readers are told by the field itself. */
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
