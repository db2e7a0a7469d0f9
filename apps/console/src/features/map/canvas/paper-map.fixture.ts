import type { Camera, Drawn, MapEvents, MapPort } from './map-port.ts'
import type { Stretch } from './style/stretch-layers.ts'
import { latOf, lngOf, WORLD_PX, worldX, worldY } from './mercator.ts'

/** A map without an image: it records what it is given to draw and answers with the geometry of the real one. */
export interface PaperMap extends MapPort {
  drawn: Drawn
  /** How often something was drawn: on the real map each is a repaint. */
  draws: number
  hasGraphicsCard: boolean
  land: number
  around: number
  notes: ReadonlyMap<string, string>
  stretches: readonly Stretch[]
  /** The bin that everything else gives way to. */
  bright: number | null
  tap(at: { x: number; y: number }): void
}

const SIZE = { width: 1000, height: 800 }

function listening() {
  const listeners = new Map<keyof MapEvents, Set<(...args: never[]) => void>>()
  const tell = (name: keyof MapEvents, ...args: unknown[]) => {
    for (const listener of listeners.get(name) ?? []) (listener as (...given: unknown[]) => void)(...args)
  }
  const on: MapPort['on'] = (name, listener) => {
    const set = listeners.get(name) ?? new Set()
    listeners.set(name, set)
    set.add(listener as never)
    return () => set.delete(listener as never)
  }
  return { tell, on }
}

const nothingDrawn = () => ({
  drawn: { devices: [], clusters: [] },
  land: 0,
  around: 0,
  draws: 0,
  hasGraphicsCard: true,
  notes: new Map(),
  stretches: [],
  bright: null,
})

export function paperMap(): PaperMap {
  const { tell, on } = listening()
  const element = document.createElement('div')
  let camera: Camera = { lng: 116.4, lat: 37, zoom: 9 }
  const scale = () => WORLD_PX * 2 ** camera.zoom
  const goTo = (to: Camera) => {
    camera = to
    tell('move')
    tell('rest')
  }
  const map: PaperMap = {
    element,
    ...nothingDrawn(),
    tap: (at) => tell('click', at),
    resize() {},
    magnify() {},
    setLook() {},
    setLand: (features) => void (map.land = features.length),
    setAround: (features) => void (map.around = features.length),
    setNotes: (notes) => void (map.notes = notes),
    setStretches: (stretches) => void (map.stretches = stretches),
    dimAllBut: (bin) => void (map.bright = bin),
    setTiles() {},
    draw: (drawn) => {
      map.drawn = drawn
      map.draws++
    },
    view: () => {
      const [x, y] = [worldX(camera.lng), worldY(camera.lat)]
      const [w, h] = [SIZE.width / scale() / 2, SIZE.height / scale() / 2]
      return { west: x - w, east: x + w, north: y - h, south: y + h, zoom: camera.zoom }
    },
    camera: () => camera,
    moveTo: (to) => goTo(to),
    fit: ([west, south, east, north], { maxZoom }) => {
      const span = Math.max(worldX(east) - worldX(west), worldY(south) - worldY(north), 1e-9)
      const zoom = Math.min(maxZoom, Math.log2((SIZE.height * 0.7) / WORLD_PX / span))
      const y = (worldY(south) + worldY(north)) / 2
      goTo({ lng: lngOf((worldX(west) + worldX(east)) / 2), lat: latOf(y), zoom })
    },
    zoomBy: (levels) => goTo({ ...camera, zoom: camera.zoom + levels }),
    project: (lng, lat) => ({
      x: SIZE.width / 2 + (worldX(lng) - worldX(camera.lng)) * scale(),
      y: SIZE.height / 2 + (worldY(lat) - worldY(camera.lat)) * scale(),
    }),
    unproject: ({ x, y }) => ({
      lng: lngOf(worldX(camera.lng) + (x - SIZE.width / 2) / scale()),
      lat: latOf(worldY(camera.lat) + (y - SIZE.height / 2) / scale()),
    }),
    landAt: () => null,
    zoomAtCentre() {},
    setDrawing() {},
    on,
    dispose() {},
  }
  return map
}
