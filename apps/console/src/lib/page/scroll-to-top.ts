/** PG-3. */
const WAY_MS = 800

/** Slow at both ends. */
const ease = (share: number) => (share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2)

const jump = (top: number) => window.scrollTo({ top, behavior: 'instant' })

/** Scrolls smoothly to the top of the page; at once with reduced motion. Stops when the user scrolls down meanwhile. */
export function scrollToTop(): void {
  const from = window.scrollY
  if (from <= 0) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    jump(0)
    return
  }
  const began = performance.now()
  let last = from
  const step = () => {
    // A lower position is a page that became shorter; a higher one is the user.
    if (window.scrollY > last + 1) return
    const share = Math.min(1, (performance.now() - began) / WAY_MS)
    last = Math.round(from * (1 - ease(share)))
    jump(last)
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
