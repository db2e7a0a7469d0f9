/** TB-15: the scroll position of the bar when a tab becomes active; null when it does not scroll. */
export interface Box {
  left: number
  width: number
}

const PADDING = 4

export function scrollTarget(boxes: readonly Box[], active: number, view: Box, contentWidth: number): number | null {
  if (active === 0) return 0
  if (active === boxes.length - 1) return Math.max(0, contentWidth - view.width)
  const next = boxes[active + 1]
  const before = boxes[active - 1]
  if (!next || !before) return null
  const right = next.left + next.width + PADDING
  if (right > view.left + view.width) return right - view.width
  const left = before.left - PADDING
  return left < view.left ? left : null
}
