import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { openMap } from './map-host.ts'
import type { MapPort } from './map-port.ts'

export interface MapPlace {
  port: MapPort | null
  error: Error | null
  /** The parent element of the map. */
  box: RefObject<HTMLDivElement | null>
}

/** The one map, attached to the page while this component is mounted. */
export function useMapPort(): MapPlace {
  const box = useRef<HTMLDivElement>(null)
  const [port, setPort] = useState<MapPort | null>(null)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    let here = true
    openMap().then(
      (opened) => here && setPort(opened),
      (failure: Error) => here && setError(failure),
    )
    return () => {
      here = false
    }
  }, [])
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
  }, [port])
  return { port, error, box }
}
