import { useSession } from '../../../lib/access/session.ts'
import { readLook } from './style/map-colours.ts'
import type { Camera, MapPort } from './map-port.ts'

/** All of China: where the map starts when the operator's area is unknown. */
const FIRST_CAMERA: Camera = { lng: 105, lat: 35, zoom: 3.4 }

/** Creates a map; tests replace it. */
export type MapMaker = () => Promise<MapPort>

const makeReal: MapMaker = async () => {
  const { openMaplibre } = await import('./maplibre-port.ts')
  return openMaplibre(readLook(), FIRST_CAMERA)
}

let make: MapMaker = makeReal
let opened: Promise<MapPort> | null = null

/** Whether the map has already been moved to the operator's area; a map that is shown again stays where it was. */
export const homing = { done: false }

/**
 * The one map of this browser tab. The screen is built anew on every visit, but the map lives outside React and is only
 * attached to the page: creating one takes seconds on a weak machine (docs/decisions/0010-map.md).
 */
export function openMap(): Promise<MapPort> {
  opened ??= make().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

/** A further map, which whoever asked for it ends. */
export function makeMap(): Promise<MapPort> {
  return make()
}

export async function closeMap(): Promise<void> {
  const map = opened
  opened = null
  homing.done = false
  if (map) (await map.catch(() => null))?.dispose()
}

/** @internal Tests without a canvas use a fake map. */
export function replaceMapMaker(maker: MapMaker): void {
  make = maker
}

// The next user has their own permissions.
useSession.subscribe((session, before) => {
  if (before.phase === 'ready' && session.phase === 'anonymous') void closeMap()
})
