export const ZOOM = { least: 50, most: 300, step: 10 } as const

/** The next zoom in steps of ten from 50 to 300 % (WD-15). */
export function zoomed(now: number, by: 1 | -1): number {
  const next = Math.round(now / ZOOM.step + by) * ZOOM.step
  return Math.max(ZOOM.least, Math.min(ZOOM.most, next))
}
