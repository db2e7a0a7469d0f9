import type { Map as LibreMap } from 'maplibre-gl'
import { clusterRadius } from './cluster.ts'
import { CLUSTER_EDGE, type ClusterFace, drawCluster } from './cluster-drawing.ts'
import type { MapLook } from '../canvas/map-colours.ts'
import { FLOW_ARROW } from '../canvas/flow-layers.ts'
import { DOT_REACH, drawDot, drawMarker, MARKER_REACH } from './marker-drawing.ts'
import { RING_BITS } from './marker-state.ts'

/** Images are drawn at twice their size, so that dense screens stay sharp. */
const PIXEL_RATIO = 2
/** Cluster images differ with every count: beyond this many the oldest are dropped. */
const KEPT = 500

function markerName(look: MapLook, type: string, state: number): string {
  return `${look.key}|m|${type}|${state}`
}

function clusterName(look: MapLook, { online, offline, fault, marks }: ClusterFace): string {
  return `${look.key}|c|${fault}|${offline}|${online}|${marks & RING_BITS}`
}

/** Draws the images that the map's symbols name, each once. */
export class MarkerImages {
  readonly #map: LibreMap
  readonly #made = new Map<string, true>()

  constructor(map: LibreMap) {
    this.#map = map
  }

  marker(look: MapLook, type: string, state: number): string {
    const name = markerName(look, type, state)
    this.#make(name, MARKER_REACH, (brush) => drawMarker(brush, type, state, look.mark))
    return name
  }

  cluster(look: MapLook, face: ClusterFace): string {
    const name = clusterName(look, face)
    this.#make(name, clusterRadius(face.count) + CLUSTER_EDGE, (brush) => drawCluster(brush, face, look))
    return name
  }

  /** A device that nobody has to look at: a point of colour, hollow when it is silent. */
  dot(look: MapLook, silent: boolean): string {
    const name = `${look.key}|d|${silent}`
    this.#make(name, DOT_REACH, (brush) => drawDot(brush, silent, look))
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

  /** One arrow for all themes: its layer colours it. */
  arrow(): void {
    const draw = (brush: CanvasRenderingContext2D) => {
      brush.lineWidth = 2
      brush.lineCap = 'round'
      brush.lineJoin = 'round'
      brush.stroke(new Path2D('M-2.5-4 2 0-2.5 4'))
    }
    this.#make(FLOW_ARROW, 7, draw, { sdf: true })
  }

  #make(name: string, reach: number, draw: (brush: CanvasRenderingContext2D) => void, how = {}): void {
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
    this.#map.addImage(name, brush.getImageData(0, 0, size, size), { pixelRatio: PIXEL_RATIO, ...how })
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
