import type { GeoAround, GeoFeature, TileSource } from '@sluice/contract'
import type { Cell } from '../markers/cluster.ts'
import type { MapLook } from './style/map-colours.ts'
import type { WorldView } from './mercator.ts'
import type { Stretch } from './style/stretch-layers.ts'

export interface ScreenPoint {
  x: number
  y: number
}

/** A device or a cluster to draw, in the map's own coordinates. */
export interface DrawnDevice {
  id: string
  lng: number
  lat: number
  type: string
  state: number
  label: string
  /** Its ring rotates and is drawn over the map, not with the marker. */
  turning?: boolean
  /** Drawn as a dot that gives way to names. */
  dot?: boolean
  /** Its label is shown at every zoom. */
  named?: boolean
  /** Where the map is coloured by a quantity: the bin of its value. */
  bin?: number
}

export interface DrawnCluster {
  cell: Cell
  lng: number
  lat: number
  /** Drawn as one dot without a number. */
  dot?: boolean
  /** The bin of such a dot, and how many devices of a cluster have each bin. */
  bin?: number
  shares?: ArrayLike<number>
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
  /** The view changes; called for every frame of a movement. */
  move: () => void
  /** The view stopped moving. */
  rest: () => void
  click: (at: ScreenPoint) => void
  pointer: (at: ScreenPoint | null) => void
}

/**
 * The map as the screen sees it: land, devices and clusters, with a camera and hit tests. Places are in the coordinates
 * of the base map (see coordinate-shift.ts). Tests use a fake map.
 */
export interface MapPort {
  /** Attached to the page while the screen is shown. */
  readonly element: HTMLElement
  /** Without one each frame of the map costs the processor a tenth of a second. */
  readonly hasGraphicsCard: boolean
  resize(): void
  /** The factor by which the map is shown larger than its layout, so that the image stays sharp. */
  magnify(times: number): void
  setLook(look: MapLook): void
  setLand(features: readonly GeoFeature[]): void
  /** Land of others around the own: drawn pale, never hit. */
  setAround(features: readonly GeoAround[]): void
  /** Shows a quiet second line below the names of these areas. */
  setNotes(notes: ReadonlyMap<string, string>): void
  /** Draws these stretches of the network in the colours of their values, over its lines. */
  setStretches(stretches: readonly Stretch[]): void
  /** Everything without a device of this bin is drawn faintly; null for nothing. */
  dimAllBut(bin: number | null): void
  setTiles(tiles: TileSource | null): void
  draw(drawn: Drawn): void
  view(): WorldView
  camera(): Camera
  /** Flies, or jumps when the target is near or motion is reduced. */
  moveTo(camera: Camera, how?: { jump?: boolean; padding?: Partial<Padding> }): void
  fit(box: Box, how: { padding: Padding; maxZoom: number; jump?: boolean }): void
  zoomBy(levels: number): void
  project(lng: number, lat: number): ScreenPoint
  unproject(at: ScreenPoint): { lng: number; lat: number }
  /** The id of the topmost drawn land feature, names and fields included. */
  landAt(at: ScreenPoint): string | null
  /** From now on the wheel and two fingers zoom around the middle, and a double click does not zoom. */
  zoomAtCentre(): void
  /** While the user draws, a double click ends a line instead of zooming. */
  setDrawing(on: boolean): void
  on<Name extends keyof MapEvents>(name: Name, listener: MapEvents[Name]): () => void
  dispose(): void
}
