import { BIN_ROWS, RING_STEPS, UNPROVEN } from '../colour/bins.rules.ts'
import { type Cell, clusterRadius } from './cluster.ts'
import type { MapLook } from '../canvas/style/map-colours.ts'
import { ringOf } from './marker-state.ts'

/** The least arc of a part of the ring, so that it stays visible. */
const LEAST_ARC = (17 / 180) * Math.PI
const GAP = 0.1
/** How far a badge reaches beyond its disc: its edge, and the dashed ring of an unproven command inside. */
export const CLUSTER_EDGE = 7

export type ClusterFace = Pick<Cell, 'count' | 'online' | 'offline' | 'fault' | 'marks'>

interface Arc {
  part: 'fault' | 'offline' | 'online'
  /** Radians, clockwise from 12. */
  from: number
  to: number
}

/** Fault, offline, online, clockwise from 12; small parts are widened at the cost of the large ones. */
function ringArcs({ fault, offline, online }: ClusterFace): Arc[] {
  const parts = (
    [
      ['fault', fault],
      ['offline', offline],
      ['online', online],
    ] as const
  ).filter(([, count]) => count > 0)
  const turn = Math.PI * 2
  const total = parts.reduce((sum, [, count]) => sum + count, 0)
  const wanted = parts.map(([part, count]) => ({ part, size: Math.max(LEAST_ARC, (turn * count) / total) }))
  const over = wanted.reduce((sum, { size }) => sum + size, 0) - turn
  const largest = wanted.reduce((best, one) => (one.size > best.size ? one : best), wanted[0]!)
  largest.size -= over
  let at = 0
  return wanted.map(({ part, size }) => {
    const from = at
    at += size
    return { part, from, to: at }
  })
}

/** The bins inside, clockwise from 12; what nothing proves is thin and grey. */
function drawShares(brush: CanvasRenderingContext2D, radius: number, shares: readonly number[], look: MapLook): void {
  const step = (Math.PI * 2) / RING_STEPS
  const gap = shares.filter((share) => share > 0).length > 1 ? GAP / 2 : 0
  let at = 0
  for (const [nth, share] of shares.entries()) {
    const [from, to] = [at * step, (at + share) * step]
    at += share
    if (share === 0) continue
    const row = BIN_ROWS[nth]!
    brush.beginPath()
    brush.arc(0, 0, radius - 2, from + gap - Math.PI / 2, to - gap - Math.PI / 2)
    brush.strokeStyle = row === UNPROVEN ? look.mark.offline : look.bins[row - 1]!
    brush.lineWidth = row === UNPROVEN ? WIDTHS.offline : BIN_WIDTH
    brush.stroke()
  }
}

const BIN_WIDTH = 5

/** `1,286` would be the widest element on the map: thousands are abbreviated. */
function countText(count: number): string {
  if (count < 10_000) return new Intl.NumberFormat('en-US').format(count)
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`
}

const WIDTHS = { fault: 6.5, offline: 2, online: 4 } as const

function drawClasses(brush: CanvasRenderingContext2D, radius: number, face: ClusterFace, mark: MapLook['mark']): void {
  const arcs = ringArcs(face)
  const gap = arcs.length > 1 ? GAP / 2 : 0
  for (const { part, from, to } of arcs) {
    brush.beginPath()
    brush.arc(0, 0, radius - 2, from + gap - Math.PI / 2, to - gap - Math.PI / 2)
    brush.strokeStyle = part === 'fault' ? mark.level4 : mark[part]
    brush.lineWidth = WIDTHS[part]
    brush.stroke()
  }
}

/** A cluster badge around the origin (docs/spec/look.md#5); its ring shows states, or the shares of the bins. */
export function drawCluster(
  brush: CanvasRenderingContext2D,
  face: ClusterFace,
  look: MapLook,
  shares: readonly number[] | null,
): void {
  const { mark, land, font } = look
  const radius = clusterRadius(face.count)
  const ring = ringOf(face.marks)
  if (ring) {
    brush.beginPath()
    brush.arc(0, 0, radius + 4.5, 0, Math.PI * 2)
    brush.fillStyle = mark.surface
    brush.fill()
    brush.setLineDash([5, 3.1])
    brush.lineWidth = 2
    brush.strokeStyle = ring === 'pending' ? mark.pending : mark.level2
    brush.stroke()
    brush.setLineDash([])
  }
  brush.beginPath()
  brush.arc(0, 0, radius + 2, 0, Math.PI * 2)
  brush.fillStyle = mark.surface
  brush.globalAlpha = 0.96
  brush.fill()
  brush.globalAlpha = 0.35
  brush.strokeStyle = land.edge
  brush.lineWidth = 0.8
  brush.stroke()
  brush.globalAlpha = 1
  if (shares === null) drawClasses(brush, radius, face, mark)
  else drawShares(brush, radius, shares, look)
  brush.textAlign = 'center'
  brush.fillStyle = mark.ink
  const text = countText(face.count)
  brush.font = `600 ${text.length > 3 ? 11.5 : 13}px ${font}`
  brush.fillText(text, 0, face.fault > 0 ? 1.5 : 4.8)
  if (face.fault === 0) return
  brush.fillStyle = mark.level4Text
  brush.font = `600 9.5px ${font}`
  brush.fillText(`! ${countText(face.fault)}`, 0, 12)
}
