import 'maplibre-gl/dist/maplibre-gl.css'
import type { GeoAround, GeoFeature, TileSource } from '@sluice/contract'
import { type GeoJSONSource, LngLat, Map as LibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { aroundFeatures } from './around-features.ts'
import { AROUND_GROUND } from './style/around-layers.ts'
import { binsInside, binsOf, dimAllBut } from './style/bin-dimming.ts'
import { type CalmFrames, calmFrames } from './style/calm-frames.ts'
import { hasGraphicsCard } from './graphics-card.ts'
import { gridLines } from './grid.ts'
import type { MapLook } from './style/map-colours.ts'
import type { Box, Camera, Drawn, MapEvents, MapPort, Padding, ScreenPoint } from './map-port.ts'
import { BELOW_TILES, layersOf, type SourceName, styleOf, TILES } from './style/map-style.ts'
import { MarkerImages } from '../markers/marker-images.ts'
import { worldX, worldY, type WorldView } from './mercator.ts'
import { labelPlace } from './style/label-place.rules.ts'
import { drawStretches, type Stretch } from './style/stretch-layers.ts'
import { BODY_MASK, bodyOf, RING_BITS, URGENCY } from '../markers/marker-state.ts'
import { onlyChanged } from './only-changed.ts'
import { loadWorldLand } from './style/world-land.ts'

setWorkerUrl(workerUrl)

const FLY_MS = 500
/** Below this distance the map jumps instead of flying (docs/spec/look.md#2.7). */
const JUMP_BELOW_M = 200
const MAX_ZOOM = 20
/** The world's land is drawn at 1:50 million: from this zoom on the operator's own land replaces it. */
const OWN_LAND_FROM = 7

type Listeners = { [Name in keyof MapEvents]: Set<MapEvents[Name]> }

interface Parts {
  element: HTMLElement
  map: LibreMap
  images: MarkerImages
  listeners: Listeners
  look: MapLook
  drawn: Drawn
  land: readonly GeoFeature[]
  around: readonly GeoAround[]
  notes: ReadonlyMap<string, string>
  stretches: readonly Stretch[]
  /** Gives features to a source, unless it has the same. */
  put: (name: SourceName, features: readonly object[]) => void
  /** Null with a graphics card, where frames cost nothing. */
  calm: CalmFrames | null
}

const wantsNoMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Starts MapLibre in its own element, which outlives the screens that show it. */
export async function openMaplibre(look: MapLook, camera: Camera): Promise<MapPort> {
  const element = document.createElement('div')
  element.className = 'map-canvas'
  const map = new LibreMap({
    container: element,
    style: styleOf(look.land, look.mark.ink),
    center: [camera.lng, camera.lat],
    zoom: camera.zoom,
    maxZoom: MAX_ZOOM,
    minZoom: 1.5,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    // A fade is a dozen repaints for each change.
    fadeDuration: 0,
    trackResize: false,
    // Dragging with the shift key selects devices.
    boxZoom: false,
    // The map has its own keys; the list beside it is its keyboard equivalent.
    keyboard: false,
  })
  map.touchZoomRotate.disableRotation()
  const listeners: Listeners = { move: new Set(), rest: new Set(), click: new Set(), pointer: new Set() }
  const parts: Parts = {
    element,
    map,
    images: new MarkerImages(map),
    listeners,
    look,
    drawn: { devices: [], clusters: [] },
    land: [],
    around: [],
    notes: new Map(),
    stretches: [],
    put: onlyChanged((name, features) => void source(map, name)?.setData(collection(features))),
    calm: hasGraphicsCard(map.getCanvas()) ? null : calmFrames(map),
  }
  await new Promise<void>((resolve) => map.once('style.load', () => resolve()))
  listen(parts)
  parts.images.parcels(look)
  drawGrid(parts)
  return portOf(
    parts,
    drawWorld(map, listeners, () => [...parts.land, ...parts.around]),
  )
}

/** By then the operator's own land is loaded, if there is any. */
const WORLD_AFTER_MS = 1500

/**
 * Loads the continents WORLD_AFTER_MS later, and over drawn areas only once the user zooms out: they are half a
 * megabyte to read and to cut into tiles, which would delay everything else.
 */
function drawWorld(map: LibreMap, listeners: Listeners, land: () => readonly GeoAround[]): () => void {
  const draw = () => {
    if (isBounded(land()) && map.getZoom() >= OWN_LAND_FROM) return
    listeners.rest.delete(draw)
    loadWorldLand().then(
      (world) => source(map, 'world')?.setData(world as never),
      // There was no line to load it by: the next view asks again.
      () => void listeners.rest.add(draw),
    )
  }
  const timer = setTimeout(() => {
    listeners.rest.add(draw)
    draw()
  }, WORLD_AFTER_MS)
  return () => clearTimeout(timer)
}

const isBounded = (land: readonly GeoAround[]) => land.some(({ kind }) => kind === 'AREA')

function source(map: LibreMap, name: SourceName): GeoJSONSource | undefined {
  return map.getSource(name)
}

function listen({ map, element, listeners, calm }: Parts): void {
  const hurry = () => calm?.hurry()
  for (const act of ['pointerdown', 'wheel', 'touchstart'] as const)
    element.addEventListener(act, hurry, { capture: true, passive: true })
  for (const change of ['movestart', 'move', 'moveend', 'resize'] as const) map.on(change, hurry)
  const tell = <Name extends keyof MapEvents>(name: Name, ...args: Parameters<MapEvents[Name]>) => {
    for (const listener of listeners[name]) (listener as (...given: typeof args) => void)(...args)
  }
  map.on('move', () => tell('move'))
  // For tests: from the start of a movement until its end has been handled.
  map.on('movestart', () => element.setAttribute('data-moving', 'true'))
  map.on('moveend', () => {
    tell('rest')
    element.removeAttribute('data-moving')
  })
  // For tests: how often the map was drawn.
  let repaints = 0
  map.on('render', () => element.setAttribute('data-repaints', String(++repaints)))
  // For tests: whether everything requested is drawn.
  map.on('idle', () => element.setAttribute('data-complete', 'true'))
  map.on('dataloading', () => element.removeAttribute('data-complete'))
  map.on('click', ({ point }) => tell('click', { x: point.x, y: point.y }))
  map.on('mousemove', ({ point }) => tell('pointer', { x: point.x, y: point.y }))
  element.addEventListener('mouseleave', () => tell('pointer', null))
}

function drawGrid({ map, listeners }: Parts): void {
  const draw = () => {
    const bounds = map.getBounds()
    const box = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() }
    void source(map, 'grid')?.setData({ type: 'FeatureCollection', features: gridLines(box) } as never)
  }
  listeners.rest.add(draw)
  draw()
}

function collection(features: readonly object[]): never {
  return { type: 'FeatureCollection', features } as never
}

function point(lng: number, lat: number, properties: object): object {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lng, lat] } }
}

/** A moving valve is well: in the calm picture it is smaller than trouble. */
const CALM_MOVING = 0.82

/** Images first, then the symbols that name them. */
function draw({ put, images, look, drawn, calm }: Parts): void {
  const used = new Set<string>()
  const dots: object[] = []
  const devices: object[] = []
  const clusters: object[] = []
  for (const { id, lng, lat, type, state, label, turning, dot, named, bin } of drawn.devices) {
    const bins = binsOf(bin)
    if (dot) {
      dots.push(point(lng, lat, { icon: images.dot(look, (state & BODY_MASK) !== 0, bin), bins }))
      continue
    }
    const sort = 100 - URGENCY[state & BODY_MASK]!
    const size = named && bodyOf(state) === 'moving' ? CALM_MOVING : 1
    const icon = images.marker(look, type, turning ? state & ~RING_BITS : state, bin)
    devices.push(point(lng, lat, { id, label, calmLabel: named ? label : '', icon, sort, size, bins }))
  }
  for (const { cell, lng, lat, dot, bin, shares } of drawn.clusters) {
    if (dot) {
      dots.push(point(lng, lat, { icon: images.dot(look, cell.offline > 0, bin), bins: binsOf(bin) }))
      continue
    }
    const icon = images.cluster(look, cell, shares)
    used.add(icon)
    const bins = binsInside(shares)
    clusters.push(point(lng, lat, { icon, sort: cell.fault * 1e6 + cell.count, size: 1, bins }))
  }
  calm?.gather()
  put('dots', dots)
  put('devices', devices)
  put('clusters', clusters)
  images.forgetAllBut(used)
}

function drawLand(parts: Parts): void {
  const features = parts.land.map(({ id, kind, name, rank, widthM, geometry }, seq) => ({
    type: 'Feature',
    properties: { id, kind, name, rank, widthM, seq },
    geometry,
  }))
  void source(parts.map, 'land')?.setData(collection(features))
  fadeWorld(parts)
}

/** Where a boundary is drawn, the world's coarse land gives way to it. */
function fadeWorld({ map, land, around }: Parts): void {
  const fading = ['interpolate', ['linear'], ['zoom'], OWN_LAND_FROM - 1.5, 1, OWN_LAND_FROM, 0]
  map.setPaintProperty('world', 'fill-opacity', (isBounded([...land, ...around]) ? fading : 1) as never)
}

function drawAround(parts: Parts): void {
  void source(parts.map, 'around')?.setData(collection(aroundFeatures(parts.around)))
  fadeWorld(parts)
}

function drawNames({ put, land, notes }: Parts): void {
  const names = land.flatMap(({ id, kind, name, rank, geometry }) => {
    const place = name ? labelPlace(geometry) : null
    return place ? [point(place.lng, place.lat, { kind, name, rank, note: notes.get(id) ?? '' })] : []
  })
  put('names', names)
}

/** Looks differ only in paint: the layers stay, so nothing is loaded or laid out again. */
function repaint(parts: Parts): void {
  const { map, images, look, calm } = parts
  calm?.hurry()
  images.parcels(look)
  for (const layer of layersOf(look.land, look.mark.ink)) {
    for (const [name, value] of Object.entries(layer.paint ?? {})) {
      if (name !== 'fill-opacity') map.setPaintProperty(layer.id, name as never, value as never)
    }
  }
  drawStretches(map, look, parts.stretches)
  draw(parts)
}

function setTiles({ map }: Parts, tiles: TileSource | null): void {
  if (map.getLayer(TILES)) map.removeLayer(TILES)
  if (map.getSource(TILES)) map.removeSource(TILES)
  for (const layer of ['world', 'grid', 'area', AROUND_GROUND])
    map.setLayoutProperty(layer, 'visibility', tiles ? 'none' : 'visible')
  if (!tiles) return
  const above = map.getStyle().layers.find((_layer, at, all) => all[at - 1]?.id === BELOW_TILES)?.id
  map.addSource(TILES, { type: 'raster', tiles: [tiles.url], tileSize: 256, attribution: tiles.attribution ?? '' })
  map.addLayer({ id: TILES, type: 'raster', source: TILES }, above)
}

function moveTo({ map }: Parts, camera: Camera, how: { jump?: boolean; padding?: Partial<Padding> }): void {
  const target = { center: [camera.lng, camera.lat] as [number, number], zoom: camera.zoom }
  const padding = { top: 0, right: 0, bottom: 0, left: 0, ...how.padding }
  const near = map.getCenter().distanceTo(new LngLat(camera.lng, camera.lat)) < JUMP_BELOW_M
  const still = how.jump || wantsNoMotion() || (near && Math.abs(map.getZoom() - camera.zoom) < 0.5)
  // An offset instead of a padding: a padding would remain on the map.
  const offset: [number, number] = [(padding.left - padding.right) / 2, (padding.top - padding.bottom) / 2]
  map.easeTo({ ...target, offset, duration: still ? 0 : FLY_MS, essential: true })
}

function viewOf({ map }: Parts): WorldView {
  const bounds = map.getBounds()
  return {
    west: worldX(bounds.getWest()),
    east: worldX(bounds.getEast()),
    north: worldY(bounds.getNorth()),
    south: worldY(bounds.getSouth()),
    zoom: map.getZoom(),
  }
}

const LAND_LAYERS = ['canal', 'river', 'lake', 'road', 'built', 'field', 'name-place', 'name-town', 'area-edge']
const NEAR_PX = 5

function landAt({ map }: Parts, { x, y }: ScreenPoint): string | null {
  const box: [[number, number], [number, number]] = [
    [x - NEAR_PX, y - NEAR_PX],
    [x + NEAR_PX, y + NEAR_PX],
  ]
  const found = map.queryRenderedFeatures(box, { layers: LAND_LAYERS })
  const id: unknown = found[0]?.properties['id']
  return id === undefined ? null : String(id)
}

function zoomAtCentre({ map }: Parts): void {
  // Those that are on keep the way they were turned on.
  map.scrollZoom.disable()
  map.touchZoomRotate.disable()
  map.scrollZoom.enable({ around: 'center' })
  map.touchZoomRotate.enable({ around: 'center' })
  map.touchZoomRotate.disableRotation()
  map.doubleClickZoom.disable()
}

/** What is drawn of the land. */
function landOf(parts: Parts): Pick<MapPort, 'setLand' | 'setNotes' | 'setAround'> {
  return {
    setLand(features) {
      parts.land = features
      drawLand(parts)
      drawNames(parts)
    },
    setNotes(notes) {
      parts.notes = notes
      drawNames(parts)
    },
    setAround(features) {
      parts.around = features
      drawAround(parts)
    },
  }
}

function portOf(parts: Parts, stop: () => void): MapPort {
  const { map, element, listeners } = parts
  return {
    element,
    hasGraphicsCard: parts.calm === null,
    resize: () => map.resize(),
    magnify: (times) => map.setPixelRatio(window.devicePixelRatio * times),
    setLook(look) {
      if (look.key === parts.look.key) return
      parts.look = look
      repaint(parts)
    },
    ...landOf(parts),
    setStretches(stretches) {
      parts.stretches = stretches
      drawStretches(map, parts.look, stretches)
    },
    dimAllBut: (bin) => dimAllBut(map, bin),
    setTiles: (tiles) => setTiles(parts, tiles),
    draw(drawn) {
      parts.drawn = drawn
      draw(parts)
    },
    view: () => viewOf(parts),
    camera: () => {
      const { lng, lat } = map.getCenter()
      return { lng, lat, zoom: map.getZoom() }
    },
    moveTo: (camera, how = {}) => moveTo(parts, camera, how),
    fit: (box: Box, { padding, maxZoom, jump }) => {
      const duration = jump || wantsNoMotion() ? 0 : FLY_MS
      map.fitBounds([box[0], box[1], box[2], box[3]], { padding, maxZoom, duration, essential: true })
    },
    zoomBy: (levels) => map.zoomTo(map.getZoom() + levels, { duration: wantsNoMotion() ? 0 : 200 }),
    project: (lng, lat) => {
      const { x, y } = map.project([lng, lat])
      return { x, y }
    },
    unproject: ({ x, y }) => {
      const { lng, lat } = map.unproject([x, y])
      return { lng, lat }
    },
    landAt: (at) => landAt(parts, at),
    zoomAtCentre: () => zoomAtCentre(parts),
    setDrawing: (on) => (on ? map.doubleClickZoom.disable() : map.doubleClickZoom.enable()),
    on: (name, listener) => {
      listeners[name].add(listener)
      return () => listeners[name].delete(listener)
    },
    dispose() {
      stop()
      for (const set of Object.values(listeners)) set.clear()
      map.remove()
      element.remove()
    },
  }
}
