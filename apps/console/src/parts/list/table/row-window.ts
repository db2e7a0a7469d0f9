import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** A table this long draws only the visible rows; shorter ones are drawn whole. */
const WINDOW_FROM = 100
/** Rows drawn beyond both edges, so that a turn of the wheel never shows a gap. */
const BEYOND = 12
/** The window moves by this many rows at once, so that most scrolling draws nothing. */
const STEP = 8
const USUAL_ROW_PX = 40

/** The rows drawn: `first` included, `end` not. */
export interface RowSpan {
  first: number
  end: number
}

/** The rows that a view of `viewPx` needs when the first row begins `topPx` below (or, negative, above) its upper edge. */
export function spanOf(topPx: number, viewPx: number, rowPx: number, count: number): RowSpan {
  const first = Math.floor((-topPx / rowPx - BEYOND) / STEP) * STEP
  const end = Math.ceil(((viewPx - topPx) / rowPx + BEYOND) / STEP) * STEP
  const most = Math.max(0, count - 1)
  return { first: Math.min(Math.max(0, first), most), end: Math.max(Math.min(count, end), Math.min(1, count)) }
}

/** A run of rows that are drawn, or that are replaced by space. */
export interface Piece {
  drawn: boolean
  first: number
  end: number
}

/** The span and the focused row, with the spaces before, between and after them. */
export function piecesOf(count: number, span: RowSpan, kept: number): Piece[] {
  const runs = [span]
  if (kept >= 0 && kept < span.first) runs.unshift({ first: kept, end: kept + 1 })
  if (kept >= span.end && kept < count) runs.push({ first: kept, end: kept + 1 })
  const pieces: Piece[] = []
  let at = 0
  for (const run of runs) {
    if (run.first > at) pieces.push({ drawn: false, first: at, end: run.first })
    pieces.push({ drawn: true, ...run })
    at = run.end
  }
  if (at < count) pieces.push({ drawn: false, first: at, end: count })
  return pieces
}

const same = (one: RowSpan, other: RowSpan) => one.first === other.first && one.end === other.end

interface RowWindow {
  /** Null when the table is short and drawn whole. */
  span: RowSpan | null
  rowPx: number
  /** Moves the window to a row and focuses it. */
  reveal: (at: number, id: string) => void
}

const bodyOf = (place: HTMLElement | null) => place?.querySelector<HTMLElement>('tbody') ?? null
const rowOf = (place: HTMLElement | null, id: string) =>
  place?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(id)}"]`)

/** Follows the scroll position, of the page or of the element around the table, and the measured row height. */
export function useRowWindow(place: RefObject<HTMLElement | null>, count: number): RowWindow {
  const long = count >= WINDOW_FROM
  const [span, setSpan] = useState<RowSpan>(() => spanOf(0, window.innerHeight, USUAL_ROW_PX, count))
  const [rowPx, setRowPx] = useState(USUAL_ROW_PX)
  const waiting = useRef<string | null>(null)

  const look = useEffectEvent(() => {
    const body = bodyOf(place.current)
    if (!body || !long) return
    const next = spanOf(body.getBoundingClientRect().top, window.innerHeight, rowPx, count)
    setSpan((now) => (same(now, next) ? now : next))
  })

  useEffect(() => {
    if (!long) return
    const onMove = () => look()
    document.addEventListener('scroll', onMove, { capture: true, passive: true })
    window.addEventListener('resize', onMove)
    return () => {
      document.removeEventListener('scroll', onMove, { capture: true })
      window.removeEventListener('resize', onMove)
    }
  }, [long])

  useLayoutEffect(() => {
    if (!long) return
    const rows = [...(bodyOf(place.current)?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])]
    const mean = rows.reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length
    // Half a pixel over thousands of rows would move the scroll bar, not the rows, so smaller differences are ignored.
    if (mean > 0 && Math.abs(mean - rowPx) > 0.5) setRowPx(mean)
    look()
  }, [long, place, rowPx, count])

  useLayoutEffect(() => {
    const row = waiting.current && rowOf(place.current, waiting.current)
    if (!row) return
    waiting.current = null
    row.focus()
  })

  const reveal = (at: number, id: string) => {
    const drawn = rowOf(place.current, id)
    if (drawn) {
      drawn.focus()
      return
    }
    const top = bodyOf(place.current)?.getBoundingClientRect().top ?? 0
    waiting.current = id
    window.scrollBy({ top: top + at * rowPx - window.innerHeight / 2, behavior: 'instant' })
  }
  return { span: long ? span : null, rowPx, reveal }
}
