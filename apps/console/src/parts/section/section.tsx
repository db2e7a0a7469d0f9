import type { ReactNode } from 'react'

interface CardProps {
  as?: 'section' | 'aside' | 'header'
  /** Makes it a landmark with this name for screen readers; without a label it is only drawn. */
  label?: string | undefined
  className?: string | undefined
  busy?: boolean | undefined
  children?: ReactNode
}

/** A card of a page. */
export function Card({ as: Part = 'section', label, className, busy, children }: CardProps) {
  return (
    <Part className={className ? `card panel ${className}` : 'card panel'} aria-label={label} aria-busy={busy}>
      {children}
    </Part>
  )
}

interface SectionProps extends Pick<CardProps, 'label' | 'className' | 'children'> {
  title: ReactNode
  /** Beside the title. */
  beside?: ReactNode
}

/** A card of a page with its title. */
export function Section({ title, beside, label, className, children }: SectionProps) {
  return (
    <Card label={label} className={className}>
      <div className="panel-head">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </Card>
  )
}
