/** Shades of the tint, strongest first; reading.css draws them. */
const SHADES = 3
const SHADE_MS = 200

/** Elements with a tint, and how many shades are left of it. */
const tinted = new Map<HTMLElement, number>()
let timer: ReturnType<typeof setInterval> | undefined

function fade(): void {
  for (const [element, left] of tinted) {
    if (left > 1) tint(element, left - 1)
    else {
      delete element.dataset['fresh']
      tinted.delete(element)
    }
  }
  if (tinted.size > 0) return
  clearInterval(timer)
  timer = undefined
}

function tint(element: HTMLElement, left: number): void {
  tinted.set(element, left)
  element.dataset['fresh'] = String(left)
}

/**
 * Tints the background of a changed value for 600 ms (docs/spec/look.md#2.7). In three shades that all values share:
 * an animation of each draws sixty frames a second for as long as anything reports.
 */
export function showFresh(element: HTMLElement): void {
  tint(element, SHADES)
  timer ??= setInterval(fade, SHADE_MS)
}
