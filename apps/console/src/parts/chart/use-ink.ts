import { useEffect, useState } from 'react'
import { type ChartInk, readInk } from './chart-ink.ts'

/** The tokens change with the appearance; a canvas must be drawn again. */
export function useInk(): ChartInk {
  const [ink, setInk] = useState(readInk)
  useEffect(() => {
    const watcher = new MutationObserver(() => setInk(readInk()))
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-appearance'] })
    return () => watcher.disconnect()
  }, [])
  return ink
}
