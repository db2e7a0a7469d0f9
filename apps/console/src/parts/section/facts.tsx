import type { ReactNode } from 'react'

/** In columns with the name above the value, or one line each with the value at the end. */
const LOOKS = { columns: 'detail', lines: 'fact-lines' } as const

/** A list of names and values; each is a `Fact`. */
export function Facts({ look = 'columns', children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return <dl className={LOOKS[look]}>{children}</dl>
}

interface FactProps {
  name: ReactNode
  /** Of the value: figures of equal width, or a tool beside it. */
  className?: string
  children: ReactNode
}

/** One name and its value. */
export function Fact({ name, className, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
}
