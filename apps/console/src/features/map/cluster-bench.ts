import { Clusterer, drawnCells, type Points } from './cluster.ts'
import { worldX, worldY } from './mercator.ts'

/** Devices strewn over a county, most of them in towns; `random` gives numbers from 0 to 1. */
export function scatter(count: number, random: () => number): Points {
  const [x, y, state] = [new Float64Array(count), new Float64Array(count), new Uint8Array(count)]
  for (let at = 0; at < count; at++) {
    const town = Math.floor(random() * 12)
    const spread = random() < 0.7 ? 0.03 : 0.5
    x[at] = worldX(116.2 + (town % 4) * 0.15 + (random() - 0.5) * spread)
    y[at] = worldY(36.9 + Math.floor(town / 4) * 0.15 + (random() - 0.5) * spread)
    state[at] = random() < 0.9 ? 0 : Math.floor(random() * 8)
  }
  return { count, x, y, state }
}

export interface ClusterTimes {
  count: number
  cells: number
  /** Median and worst of the runs, ms. */
  medianMs: number
  worstMs: number
}

/** Times one flush: sorting all devices into the cells of a view that shows them all. For `npm run bench`. */
export function measureClustering(count: number, now: () => number, random: () => number, runs = 60): ClusterTimes {
  const points = scatter(count, random)
  const mask = new Uint8Array(count).fill(1)
  const view = { west: worldX(115.8), east: worldX(117.2), north: worldY(37.7), south: worldY(36.5), zoom: 10 }
  const clusterer = new Clusterer()
  const times: number[] = []
  let cells = 0
  // The first runs are the compiler's.
  for (let run = -20; run < runs; run++) {
    const begun = now()
    cells = drawnCells(clusterer, points, mask, view).length
    if (run >= 0) times.push(now() - begun)
  }
  times.sort((a, b) => a - b)
  return { count, cells, medianMs: times[times.length >> 1]!, worstMs: times.at(-1)! }
}
