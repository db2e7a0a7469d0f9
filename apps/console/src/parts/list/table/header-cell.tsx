import { type KeyboardEvent, type PointerEvent, type ThHTMLAttributes, useRef, useState } from 'react'
import { t } from '../../../lib/text/text.ts'
import { boundedWidth, MAX_WIDTH, MIN_WIDTH } from '../layout/list-layout.ts'

export interface SizableProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** The column's name for screen readers; without it the width is fixed. */
  edgeLabel?: string
  onWidth?: (width: number) => void
  'data-column'?: string
  /** Drawn only to be measured. */
  plain?: boolean
}

const STEP = 16
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP }

/** The edge of a heading: dragged with the pointer, moved with the arrow keys. */
function Edge({ label, onWidth }: { label: string; onWidth: (width: number) => void }) {
  const edge = useRef<HTMLButtonElement>(null)
  const from = useRef({ x: 0, width: 0 })
  const [held, setHeld] = useState(false)
  const widthNow = () => edge.current?.parentElement?.getBoundingClientRect().width ?? MIN_WIDTH
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: widthNow() }
    setHeld(true)
  }
  const pull = (event: PointerEvent) => {
    if (held) onWidth(boundedWidth(from.current.width + event.clientX - from.current.x))
  }
  const keys = (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    // Otherwise the heading around it would sort.
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    onWidth(boundedWidth(widthNow() + step))
  }
  return (
    <button
      ref={edge}
      type="button"
      className={held ? 'column-edge held' : 'column-edge'}
      aria-label={t('columns.width', { name: label, min: MIN_WIDTH, max: MAX_WIDTH })}
      onPointerDown={grab}
      onPointerMove={pull}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={keys}
    />
  )
}

/** A heading whose right edge can be moved. */
export function HeaderCell({ edgeLabel, onWidth, plain = false, children, className, ...rest }: SizableProps) {
  if (plain || !edgeLabel || !onWidth) {
    return (
      <th className={className} {...rest}>
        {children}
      </th>
    )
  }
  return (
    <th className={`${className ?? ''} sizable`} {...rest}>
      {children}
      <Edge label={edgeLabel} onWidth={onWidth} />
    </th>
  )
}
