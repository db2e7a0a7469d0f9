import { type RefObject, useLayoutEffect, useState } from 'react'
import type { RowSpan } from './row-window.ts'

const NO_WIDTHS: Readonly<Record<string, number>> = {}

/** In a long table a column keeps its greatest width so far, so that scrolling does not move the others. */
export function useSeenWidths(
  place: RefObject<HTMLElement | null>,
  span: RowSpan | null,
  columns: readonly string[],
): Readonly<Record<string, number>> {
  const key = columns.join(',')
  const [seen, setSeen] = useState({ key, widths: NO_WIDTHS })
  useLayoutEffect(() => {
    if (!span) return
    setSeen((now) => {
      const before = now.key === key ? now.widths : NO_WIDTHS
      const heads = [...(place.current?.querySelectorAll<HTMLElement>('thead [data-column]') ?? [])]
      const wider = heads
        .map((head) => [head.dataset['column']!, Math.ceil(head.getBoundingClientRect().width)] as const)
        .filter(([name, width]) => width > (before[name] ?? 0) + 1)
      if (wider.length === 0) return now
      return { key, widths: { ...before, ...Object.fromEntries(wider) } }
    })
  }, [place, span, key])
  return span && seen.key === key ? seen.widths : NO_WIDTHS
}
