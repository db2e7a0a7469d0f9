import type { GeoFeature } from '@sluice/contract'
import { useEffect, useRef } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { shiftFeatures, shiftFor } from './coordinate-shift.ts'
import { countBins, worstFirst } from '../side/device-filter.ts'
import { drawDevices } from '../markers/device-layer.ts'
import { countInside } from './style/label-place.rules.ts'
import type { Drawn, MapPort } from './map-port.ts'
import { probeOf } from './map-probe.ts'
import { currentMask, devices, useMap } from '../map-state.ts'
import { BODY_MASK, type Body, BODIES } from '../markers/marker-state.ts'
import { useLook } from './use-look.ts'
import type { WorldView } from './mercator.ts'

/** The least interval of redraws while the map moves. */
const MOVE_MS = 120
/** Most rows of the list beside the map. */
export const LIST_ROWS = 200

/** What the list and the legend need to know of the view. */
function lookIntoView(view: WorldView) {
  const { x, y, state, count } = devices.points
  const mask = currentMask()
  const inside = (at: number) =>
    x[at]! >= view.west && x[at]! <= view.east && y[at]! >= view.north && y[at]! <= view.south
  const seen = new Uint8Array(BODIES.length)
  let marks = 0
  for (let at = 0; at < count; at++) {
    if (!inside(at)) continue
    // The legend still names states that are switched off.
    seen[state[at]! & BODY_MASK] = 1
    marks |= state[at]!
  }
  const bodies = new Set<Body>(BODIES.filter((_body, at) => seen[at] === 1))
  const bins = countBins(devices, useMap.getState().filter, inside)
  return { ...worstFirst(devices, mask, inside, LIST_ROWS), bodies, marks, bins }
}

const isDistrict = ({ kind, name }: GeoFeature) => name !== null && (kind === 'FIELD' || kind === 'AREA')

/** The name of a district carries the number of devices that stand in it. */
function useDistrictCounts(port: MapPort | null): void {
  const { t, language } = useText()
  const land = useMap((state) => state.land)
  // Only devices that came, went or moved change a count.
  const placing = useMap(() => devices.placing)
  useEffect(() => {
    const counts = countInside(land.filter(isDistrict), devices.columns)
    port?.setNotes(new Map([...counts].map(([id, count]) => [id, t('map.deviceCount', { n: count })])))
  }, [port, land, placing, t, language])
}

/** Draws the land around the own, unless it is switched off. */
function useAroundDrawing(port: MapPort | null): void {
  const around = useMap((state) => state.around)
  const aroundShown = useMap((state) => state.aroundShown)
  const hiddenKinds = useMap((state) => state.hiddenKinds)
  const tiles = useMap((state) => state.tiles)
  useEffect(() => {
    const shown = aroundShown ? around.filter(({ kind }) => !hiddenKinds.has(kind)) : []
    port?.setAround(shiftFeatures(shown, shiftFor(tiles).toMap))
  }, [port, around, aroundShown, hiddenKinds, tiles])
}

/** Colours the network, where its lines are shown. */
function useStretchDrawing(port: MapPort | null): void {
  const stretches = useMap((state) => state.stretches)
  const hiddenKinds = useMap((state) => state.hiddenKinds)
  const tiles = useMap((state) => state.tiles)
  useEffect(() => {
    const { toMap } = shiftFor(tiles)
    const shown = stretches.filter(({ kind }) => !hiddenKinds.has(kind))
    port?.setStretches(
      shown.map(({ line, rank, bin }) => ({ line: line.map(([lng, lat]) => toMap(lng, lat)), rank, bin })),
    )
  }, [port, stretches, hiddenKinds, tiles])
}

/** Draws devices and land whenever they, the filter or the view change. Returns what is drawn now. */
export function useMapDrawing(
  port: MapPort | null,
  probe: { current: HTMLElement | null },
): { readonly current: Drawn } {
  const drawn = useRef<Drawn>({ devices: [], clusters: [] })
  const version = useMap((state) => state.version)
  const filter = useMap((state) => state.filter)
  const land = useMap((state) => state.land)
  const hiddenKinds = useMap((state) => state.hiddenKinds)
  const tiles = useMap((state) => state.tiles)
  useDistrictCounts(port)
  const selectedId = useMap((state) => state.selectedId)

  useEffect(() => {
    if (!port) return
    const { toMap } = shiftFor(tiles)
    devices.shiftBy(toMap)
    port.setTiles(tiles)
    useMap.setState({ version: devices.version })
  }, [port, tiles])

  useEffect(() => {
    const shown = land.filter(({ kind }) => !hiddenKinds.has(kind))
    port?.setLand(shiftFeatures(shown, shiftFor(tiles).toMap))
  }, [port, land, hiddenKinds, tiles])

  useAroundDrawing(port)
  useStretchDrawing(port)

  useLook(port)

  useEffect(() => {
    if (!port) return
    let last = 0
    let later: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      later = undefined
      last = performance.now()
      drawn.current = drawDevices(port.view())
      port.draw(drawn.current)
      if (probe.current) probe.current.textContent = JSON.stringify(probeOf(port, drawn.current))
    }
    const rest = () => {
      draw()
      useMap.setState({ inView: lookIntoView(port.view()) })
    }
    const move = () => {
      later ??= setTimeout(draw, Math.max(0, MOVE_MS - (performance.now() - last)))
    }
    rest()
    const stops = [port.on('move', move), port.on('rest', rest)]
    return () => {
      clearTimeout(later)
      for (const stop of stops) stop()
    }
  }, [port, version, filter, selectedId, probe])
  return drawn
}
