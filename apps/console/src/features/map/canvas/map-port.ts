import type { GeoFeature, TileSource } from '@sluice/contract'
import type { Cell } from '../markers/cluster.ts'
import type { MapLook } from './map-colours.ts'
import type { WorldView } from './mercator.ts'

export interface ScreenPoint {
  x: number
  y: number
}

/** A device or a cluster as it is to be drawn, at a place of the map's own coordinates. */
export interface DrawnDevice {
  id: string
  lng: number
  lat: number
  type: string
  state: number
  label: string
  /** Its ring turns and is drawn over the map, not with the marker. */
  turning?: boolean
}

export interface DrawnCluster {
  cell: Cell
  lng: number
  lat: number
}

export interface Drawn {
  devices: readonly DrawnDevice[]
  clusters: readonly DrawnCluster[]
}

export interface Camera {
  lng: number
  lat: number
  zoom: number
}

/** West, south, east, north. */
export type Box = readonly [number, number, number, number]
export interface Padding {
  top: number
  right: number
  bottom: number
  left: number
}

export interface MapEvents {
  /** The view changes; comes with every frame of a movement. */
  move: () => void
  /** The view came to rest. */
  rest: () => void
  click: (at: ScreenPoint) => void
  pointer: (at: ScreenPoint | null) => void
}

/**
 * The map as the screen knows it: a picture of land, devices and clusters that can be moved and pointed at. Places are
 * in the coordinates of the base map (see coordinate-shift.ts). Tests put a paper map behind it.
 */
export interface MapPort {
  /** Belongs into the page while the screen is shown. */
  readonly element: HTMLElement
  resize(): void
  /** So many times larger is it shown than it is laid out: the picture stays sharp. */
  magnify(times: number): void
  setLook(look: MapLook): void
  setLand(features: readonly GeoFeature[]): void
  /** Arrows on these lines of the land: 1 along the drawing, -1 against it. */
  setFlows(senses: ReadonlyMap<string, 1 | -1>): void
  setTiles(tiles: TileSource | null): void
  draw(drawn: Drawn): void
  view(): WorldView
  camera(): Camera
  /** Flies, or jumps when it is near or the person wants no motion. */
  moveTo(camera: Camera, how?: { jump?: boolean; padding?: Partial<Padding> }): void
  fit(box: Box, how: { padding: Padding; maxZoom: number; jump?: boolean }): void
  zoomBy(levels: number): void
  project(lng: number, lat: number): ScreenPoint
  unproject(at: ScreenPoint): { lng: number; lat: number }
  /** Id of the topmost drawn thing of the land, names and fields included. */
  landAt(at: ScreenPoint): string | null
  /** While somebody draws, a double click ends a line instead of zooming. */
  setDrawing(on: boolean): void
  on<Name extends keyof MapEvents>(name: Name, listener: MapEvents[Name]): () => void
  dispose(): void
}
