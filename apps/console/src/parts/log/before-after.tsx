import type { ReactNode } from 'react'
import './log.css'

interface BeforeAfterProps {
  before: ReactNode
  after: ReactNode
  /** What is after is known; else it is only what was asked for, drawn dashed. */
  proven: boolean
}

/** What was, and what became of it: solid when it is proven (docs/spec/look.md#2.4). */
export function BeforeAfter({ before, after, proven }: BeforeAfterProps) {
  return (
    <span className={proven ? 'before-after' : 'before-after asked'}>
      <span className="before">{before}</span>
      {after !== null && (
        <>
          <span className="arrow" aria-hidden="true">
            {proven ? '→' : '⇢'}
          </span>
          <span className="after">{after}</span>
        </>
      )}
    </span>
  )
}
