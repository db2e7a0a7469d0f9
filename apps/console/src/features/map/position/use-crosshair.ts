import type { GeoAround, LngLat } from '@sluice/contract'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { CoordinateShift } from '../canvas/coordinate-shift.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { centreOn, positionAtCentre, showLand } from './position-view.ts'

interface Crosshair {
  port: MapPort | null
  shift: CoordinateShift
  value: LngLat | null
  /** Null until they are known. */
  lands: readonly (readonly GeoAround[])[] | null
  onPick: (position: LngLat) => void
}

const isAt = (a: LngLat | null, b: LngLat | null) => a?.[0] === b?.[0] && a?.[1] === b?.[1]
/** Over shifted tiles a position comes back within this, in degrees: half a metre. */
const ALIKE = 5e-6
const isNear = (a: LngLat, b: LngLat) => Math.abs(a[0] - b[0]) < ALIKE && Math.abs(a[1] - b[1]) < ALIKE

/**
 * Keeps the cross of the map and the value at one position: whoever moves the map moves the value, a value from elsewhere
 * moves the map. Where the map goes by itself, nothing was picked.
 */
export function useCrosshair({ port, shift, value, lands, onPick }: Crosshair): void {
  /** The map is moving by itself. */
  const own = useRef(false)
  const centre = useRef<LngLat | null>(null)
  const homed = useRef(false)
  /** The map once went to a value: from then on its zoom is the person's. */
  const shown = useRef(false)
  const pick = useRef(onPick)
  useLayoutEffect(() => {
    pick.current = onPick
  })

  useEffect(() => {
    if (!port) return
    own.current = true
    if (value) {
      if (!isNear(value, positionAtCentre(port, shift))) {
        centreOn(port, shift, value, !shown.current)
        shown.current = true
      }
      homed.current = true
    } else if (!homed.current && lands) homed.current = showLand(port, shift, ...lands)
    own.current = false
    centre.current = positionAtCentre(port, shift)
  }, [port, shift, value, lands])

  useEffect(() => {
    if (!port) return
    const stops = [
      port.on('rest', () => {
        const here = positionAtCentre(port, shift)
        // A new size and a zoom leave the cross where it was.
        if (own.current || isAt(here, centre.current)) return
        centre.current = here
        pick.current(here)
      }),
      port.on('click', (at) => {
        const { lng, lat } = port.unproject(at)
        port.moveTo({ lng, lat, zoom: port.camera().zoom })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [port, shift])
}
