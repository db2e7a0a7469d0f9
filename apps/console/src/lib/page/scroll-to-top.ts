/** PG-3. */
const WAY_MS = 800

/** Slow at both ends. */
const ease = (share: number) => (share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2)

const jump = (top: number) => window.scrollTo({ top, behavior: 'instant' })

/** The page glides to its top; at once for those who asked for less motion. Whoever scrolls down meanwhile stays. */
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
    // Less than asked for is a page that became shorter; more is a person.
    if (window.scrollY > last + 1) return
    const share = Math.min(1, (performance.now() - began) / WAY_MS)
    last = Math.round(from * (1 - ease(share)))
    jump(last)
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
