import { type Spot, within } from './smooth.ts'

const STEP = 13
/** A place that is drawn this near to a channel would stand in its water. */
const CLEAR = 4

/** Places inside a field, scattered as farmers' plots are, clear of every channel. `random` gives numbers from 0 to 1. */
export function plotsIn(ring: readonly Spot[], channels: readonly (readonly Spot[])[], random: () => number): Spot[] {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const plots: Spot[] = []
  for (let x = Math.min(...xs) + STEP; x < Math.max(...xs); x += STEP * 2) {
    for (let y = Math.min(...ys) + STEP; y < Math.max(...ys); y += STEP * 2) {
      const spot: Spot = [x + (random() - 0.5) * STEP * 1.4, y + (random() - 0.5) * STEP * 1.4]
      const isClear = channels.every((line) => line.every(([a, b]) => Math.hypot(a - spot[0], b - spot[1]) > CLEAR))
      if (isClear && within(ring, spot)) plots.push(spot)
    }
  }
  return plots
}
