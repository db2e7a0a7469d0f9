import { type RefObject, useEffect, useRef, useState } from 'react'
import { makeMap } from '../canvas/map-host.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { useAttached } from '../canvas/use-attached.ts'
import { useLook } from '../canvas/use-look.ts'

interface OwnMap {
  port: MapPort | null
  error: Error | null
  retry: () => void
  box: RefObject<HTMLDivElement | null>
}

/** A map beside the one of the screen, which keeps its camera; it ends with the component. */
export function useOwnMap(): OwnMap {
  const box = useRef<HTMLDivElement>(null)
  const [port, setPort] = useState<MapPort | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let here = true
    const made = makeMap()
    made.then(
      (map) => {
        if (!here) return
        map.zoomAtCentre()
        // Its place in the form takes the keys; one stop for Tab is enough.
        map.element.querySelector('canvas')?.setAttribute('tabindex', '-1')
        setPort(map)
      },
      (failure: Error) => here && setError(failure),
    )
    return () => {
      here = false
      setPort(null)
      void made.then((map) => map.dispose()).catch(() => undefined)
    }
  }, [tries])
  useAttached(port, box)
  useLook(port)
  const retry = () => {
    setError(null)
    setTries((before) => before + 1)
  }
  return { port, error, retry, box }
}
