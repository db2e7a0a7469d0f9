import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { MapPort } from '../canvas/map-port.ts'
import { useMap } from '../map-state.ts'

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)')

function onStill(listener: () => void): () => void {
  const query = still()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether any of the element is within the window. */
function useInSight(element: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(true)
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return
    const watcher = new IntersectionObserver((seen) => setInSight(seen.at(-1)!.isIntersecting))
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [element])
  return inSight
}

/**
 * Whether marks of flow travel (docs/spec/look.md#2.7): not where the user wants no motion, in the past, out of sight, or
 * on a machine that draws by its processor. `giveUp` says that this machine draws too slowly.
 */
export function useFlowMotion(port: MapPort, element: RefObject<Element | null>) {
  const reduced = useSyncExternalStore(onStill, () => still().matches)
  const past = useMap((state) => state.past !== null)
  const inSight = useInSight(element)
  const [slow, setSlow] = useState(false)
  useEffect(() => setSlow(false), [port])
  const moves = port.hasGraphicsCard && !slow && !reduced && !past && inSight
  return { moves, giveUp: setSlow }
}
