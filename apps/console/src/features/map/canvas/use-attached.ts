import { type RefObject, useLayoutEffect } from 'react'
import type { MapPort } from './map-port.ts'

/** Keeps a map in its place on the page, at its size. */
export function useAttached(port: MapPort | null, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = box.current
    if (!port || !place) return
    place.prepend(port.element)
    port.resize()
    const watcher = new ResizeObserver(() => port.resize())
    watcher.observe(place)
    return () => {
      watcher.disconnect()
      port.element.remove()
    }
  }, [port, box])
}
