import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useText } from '../../lib/text/text.ts'
import { keyedRange } from './chart-keys.ts'
import { LEFT_PX, RIGHT_PX } from './history-option.ts'

/** A shorter drag is a click. */
const LEAST_PX = 8

interface ChartDragProps {
  from: number
  to: number
  /** The range before any zoom: the keys stay inside it. */
  whole: readonly [from: number, to: number]
  onZoom(from: number, to: number): void
  /** Back to the whole; null where it is shown. */
  onWhole: (() => void) | null
  children: ReactNode
}

/** The part of a range between two places of the frames, each from 0 to 1, in order of time. */
export function draggedRange([one, other]: readonly [number, number], from: number, to: number): [number, number] {
  const at = (part: number) => Math.round(from + Math.min(1, Math.max(0, part)) * (to - from))
  return one < other ? [at(one), at(other)] : [at(other), at(one)]
}

/**
 * Dragging with a mouse or pen across the frames chooses a part of the range; a finger scrolls. The keys do the same:
 * `+` and `-` zoom, the arrows move along, Escape goes back.
 */
export function ChartDrag({ from, to, whole, onZoom, onWhole, children }: ChartDragProps) {
  const { t } = useText()
  const [drag, setDrag] = useState<readonly [begun: number, now: number] | null>(null)
  const widthOf = (box: Element) => box.clientWidth - LEFT_PX - RIGHT_PX
  const placeOf = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT_PX
  const end = (event: PointerEvent) => {
    setDrag(null)
    if (!drag || Math.abs(placeOf(event) - drag[0]) < LEAST_PX) return
    const width = widthOf(event.currentTarget)
    onZoom(...draggedRange([drag[0] / width, placeOf(event) / width], from, to))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && onWhole) onWhole()
    else {
      const next = keyedRange(event.key, [from, to], whole)
      if (!next) return
      onZoom(...next)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // A tab stop: the keys zoom it, as a drag does.
    <div
      className="chart-drag"
      role="group"
      tabIndex={0}
      aria-label={t('history.zoomKeys')}
      aria-keyshortcuts="+ - ArrowLeft ArrowRight Escape"
      onKeyDown={onKeyDown}
      data-testid="chart-drag"
      onPointerDown={(event) => {
        if (event.pointerType === 'touch' || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag([placeOf(event), placeOf(event)])
      }}
      onPointerMove={(event) => drag && setDrag([drag[0], placeOf(event)])}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      {children}
      <small className="chart-hint" aria-hidden="true">
        {t('history.zoomKeys')}
      </small>
      {drag && (
        <div
          className="chart-selection"
          aria-hidden="true"
          style={{ left: LEFT_PX + Math.min(...drag), width: Math.abs(drag[1] - drag[0]) }}
        />
      )}
    </div>
  )
}
