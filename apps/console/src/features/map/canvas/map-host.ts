import { useSession } from '../../../lib/access/session.ts'
import { readLook } from './map-colours.ts'
import type { Camera, MapPort } from './map-port.ts'

/** All of China: where the map begins when nothing says where the operator's land is. */
const FIRST_CAMERA: Camera = { lng: 105, lat: 35, zoom: 3.4 }

/** How a map is made; tests put their own in its place. */
export type MapMaker = () => Promise<MapPort>

const makeReal: MapMaker = async () => {
  const { openMaplibre } = await import('./maplibre-port.ts')
  return openMaplibre(readLook(), FIRST_CAMERA)
}

let make: MapMaker = makeReal
let opened: Promise<MapPort> | null = null

/** Whether the map has already been led to the operator's land; a map that is shown again stays where it was. */
export const homing = { done: false }

/**
 * The one map of this browser tab. The screen is built anew on every visit, the map is not: making one takes seconds on
 * a weak machine, so it lives out here and is only put into the page (docs/decisions/0010-map.md).
 */
export function openMap(): Promise<MapPort> {
  opened ??= make().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

export async function closeMap(): Promise<void> {
  const map = opened
  opened = null
  homing.done = false
  if (map) (await map.catch(() => null))?.dispose()
}

/** @internal Where nothing draws, tests put a map of paper in its place. */
export function replaceMapMaker(maker: MapMaker): void {
  make = maker
}

// The next user may see other things.
useSession.subscribe((session, before) => {
  if (before.phase === 'ready' && session.phase === 'anonymous') void closeMap()
})
