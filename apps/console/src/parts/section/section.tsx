import type { ReactNode } from 'react'

interface SectionProps {
  title: ReactNode
  /** Beside the title. */
  beside?: ReactNode
  /** Makes it a landmark with this name for screen readers; without a label it is only drawn. */
  label?: string
  className?: string
  children?: ReactNode
}

/** A card of a page with its title. */
export function Section({ title, beside, label, className, children }: SectionProps) {
  return (
    <section className={className ? `card panel ${className}` : 'card panel'} aria-label={label}>
      <div className="panel-head">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
