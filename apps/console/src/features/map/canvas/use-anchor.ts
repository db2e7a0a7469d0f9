import { type RefObject, useLayoutEffect } from 'react'
import type { MapPort } from './map-port.ts'

/** Keeps an element over a place of the map during movements; outside React, so that it never lags behind. */
export function useAnchor(
  box: RefObject<HTMLElement | null>,
  port: MapPort,
  place: { lng: number; lat: number } | null,
): void {
  const lng = place?.lng
  const lat = place?.lat
  useLayoutEffect(() => {
    if (lng === undefined || lat === undefined) return
    const put = () => {
      const { x, y } = port.project(lng, lat)
      box.current?.style.setProperty('transform', `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`)
    }
    put()
    return port.on('move', put)
  }, [box, port, lng, lat])
}
