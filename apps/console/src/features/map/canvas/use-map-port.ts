import { type RefObject, useEffect, useRef, useState } from 'react'
import { openMap } from './map-host.ts'
import type { MapPort } from './map-port.ts'
import { useAttached } from './use-attached.ts'

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
  useAttached(port, box)
  return { port, error, box }
}
