/**
 * Lengths of the drawing in its own units (docs/spec/look.md#6.3): the bore is the scale, 0 on the floor, 100 lifted
 * clear.
 */
export const W = 368
export const H = 188
export const PIPE = 270
export const TOP = 70
export const BORE = 82
export const FLOOR = TOP + BORE
export const GATE = PIPE * 0.515
export const SCALE = PIPE + 14

/** The least distance of labels on the scale. */
const APART = 15
/** An end label is hidden when a value is this near, percent. */
const YIELD = 18

export function levelOf(opening: number): number {
  return FLOOR - (BORE * Math.min(100, Math.max(0, opening))) / 100
}

/** The levels of the two labels: each at its value, moved apart when they would touch. */
export function labelLevels(reported: number | null, target: number | null): { reported: number; target: number } {
  const at = { reported: levelOf(reported ?? 0), target: levelOf(target ?? 0) }
  if (reported === null || target === null) return at
  const missing = APART - Math.abs(at.reported - at.target)
  if (missing <= 0) return at
  const up = target >= reported ? -1 : 1
  return { reported: at.reported - (up * missing) / 2, target: at.target + (up * missing) / 2 }
}

export function showsEnd(end: 0 | 100, values: readonly (number | null)[]): boolean {
  return values.every((value) => value === null || Math.abs(value - end) >= YIELD)
}

/** Five lines of flow that bend under the gate's edge. */
export function streamlines(edge: number): string[] {
  return [0, 1, 2, 3, 4].map((n) => {
    const free = TOP + BORE * (0.1 + 0.2 * n)
    const under = edge + 3.4 + ((FLOOR - edge) * (n + 0.1)) / 5
    const [left, right] = [GATE - 12, GATE + 14]
    const bend = `C${PIPE * 0.23} ${free} ${PIPE * 0.31} ${under} ${left} ${under}`
    return `M8 ${free}${bend}H${right}C${PIPE * 0.77} ${under} ${PIPE * 0.84} ${free} ${PIPE - 8} ${free}`
  })
}

/** Three speeds by flow; still at none. */
export function speedOf(flow: number | null): 0 | 1 | 2 | 3 {
  if (flow === null || flow <= 0) return 0
  return flow < 30 ? 1 : flow < 120 ? 2 : 3
}
