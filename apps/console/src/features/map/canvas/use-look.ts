import { useEffect } from 'react'
import { readLook } from './style/map-colours.ts'
import type { MapPort } from './map-port.ts'

/** Draws the map in the appearance of the page, also when it changes. */
export function useLook(port: MapPort | null): void {
  useEffect(() => {
    if (!port) return
    const watcher = new MutationObserver(() => port.setLook(readLook()))
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-appearance'] })
    port.setLook(readLook())
    return () => watcher.disconnect()
  }, [port])
}
