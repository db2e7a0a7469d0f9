import type { Map as LibreMap } from 'maplibre-gl'
import { ringShares } from '../colour/bins.rules.ts'
import { clusterRadius } from './cluster.ts'
import { CLUSTER_EDGE, type ClusterFace, drawCluster } from './cluster-drawing.ts'
import type { MapLook } from '../canvas/style/map-colours.ts'
import { type BinFace, DOT_REACH, drawDot, drawMarker, MARKER_REACH } from './marker-drawing.ts'
import { RING_BITS } from './marker-state.ts'
import { typeIcon } from '../../../parts/icon/type-faces.ts'

/** Images are drawn at twice their size, so that dense screens stay sharp. */
const PIXEL_RATIO = 2
/** Cluster images differ with every count: beyond this many the oldest are dropped. */
const KEPT = 500

function markerName(look: MapLook, type: string, state: number, bin: number | undefined): string {
  return `${look.key}|m|${typeIcon(type)}|${state}|${bin ?? ''}`
}

/** A ring of bins does not depend on the states inside, but for the number of faults. */
function clusterName(look: MapLook, face: ClusterFace, shares: readonly number[] | null): string {
  const { online, offline, fault, marks, count } = face
  const inside = shares === null ? `${offline}|${online}` : `${count}|${shares.join()}`
  return `${look.key}|c|${fault}|${inside}|${marks & RING_BITS}`
}

function binFace(look: MapLook, bin: number | undefined): BinFace | null {
  return bin === undefined ? null : { colour: look.bins[bin - 1] ?? null }
}

/** Draws the images that the map's symbols name, each once. */
export class MarkerImages {
  readonly #map: LibreMap
  readonly #made = new Map<string, true>()

  constructor(map: LibreMap) {
    this.#map = map
  }

  marker(look: MapLook, type: string, state: number, bin?: number): string {
    const name = markerName(look, type, state, bin)
    this.#make(name, MARKER_REACH, (brush) => drawMarker(brush, type, state, look.mark, binFace(look, bin)))
    return name
  }

  /** `bins` are the numbers of its devices by bin, where the map shows them. */
  cluster(look: MapLook, face: ClusterFace, bins?: ArrayLike<number>): string {
    const shares = bins === undefined ? null : ringShares(bins)
    const name = clusterName(look, face, shares)
    this.#make(name, clusterRadius(face.count) + CLUSTER_EDGE, (brush) => drawCluster(brush, face, look, shares))
    return name
  }

  /** A device that nobody has to look at: a point of colour, hollow when it is silent. */
  dot(look: MapLook, silent: boolean, bin?: number): string {
    const name = `${look.key}|d|${bin ?? silent}`
    this.#make(name, DOT_REACH, (brush) => drawDot(brush, silent, look, binFace(look, bin)))
    return name
  }

  /** Paths between parcels, in three directions, so that fields do not all look the same. */
  parcels(look: MapLook): void {
    for (const [turn, [stepX, stepY]] of PARCELS.entries()) {
      this.#make(`${look.land.parcel}|${turn}`, PARCEL_PX / 2, (brush) => {
        brush.strokeStyle = look.land.parcel
        brush.lineWidth = 1
        brush.translate(-PARCEL_PX / 2, -PARCEL_PX / 2)
        // Slopes of one step per tile: lines continue on the other side.
        for (let at = -PARCEL_PX; at <= PARCEL_PX * 2; at += stepY)
          line(brush, -1, at, PARCEL_PX + 1, at + PARCEL_TILT[turn]! * stepY)
        for (let at = -PARCEL_PX; at <= PARCEL_PX * 2; at += stepX)
          line(brush, at, -1, at - PARCEL_TILT[turn]! * stepX, PARCEL_PX + 1)
      })
    }
  }

  #make(name: string, reach: number, draw: (brush: CanvasRenderingContext2D) => void): void {
    if (this.#made.has(name)) return
    const size = Math.ceil(reach * 2 * PIXEL_RATIO)
    const canvas = document.createElement('canvas')
    canvas.width = size
    canvas.height = size
    const brush = canvas.getContext('2d', { willReadFrequently: true })
    if (!brush) return
    brush.scale(PIXEL_RATIO, PIXEL_RATIO)
    brush.translate(size / PIXEL_RATIO / 2, size / PIXEL_RATIO / 2)
    draw(brush)
    this.#map.addImage(name, brush.getImageData(0, 0, size, size), { pixelRatio: PIXEL_RATIO })
    this.#made.set(name, true)
  }

  /** Drops images of counts that are no longer used. */
  forgetAllBut(used: ReadonlySet<string>): void {
    if (this.#made.size <= KEPT) return
    for (const name of this.#made.keys()) {
      if (!name.includes('|c|') || used.has(name)) continue
      this.#made.delete(name)
      this.#map.removeImage(name)
      if (this.#made.size <= KEPT / 2) return
    }
  }
}

const PARCEL_PX = 88
const PARCELS = [
  [22, 22],
  [44, 22],
  [22, 44],
] as const
const PARCEL_TILT = [1, -1, 0]

function line(brush: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  brush.beginPath()
  brush.moveTo(fromX, fromY)
  brush.lineTo(toX, toY)
  brush.stroke()
}
