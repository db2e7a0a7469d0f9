import type { TypeColour } from '@sluice/contract'
import { useSyncExternalStore } from 'react'
import { DEVICE_ICONS } from './icon-paths.tsx'

/** How a kind of device is drawn: the name of its icon, and the ground behind it. */
interface DrawnType {
  icon: string
  colour: TypeColour
}

let known: ReadonlyMap<string, DrawnType> = new Map()
const listeners = new Set<() => void>()

/** From now on every icon of these types is drawn so; without any, types are drawn by their codes. */
export function setTypeFaces(faces: readonly (DrawnType & { code: string })[]): void {
  known = new Map(faces.map(({ code, icon, colour }) => [code, { icon, colour }]))
  for (const listener of listeners) listener()
}

/** The drawing of a type; one that nobody knows is a box with a question mark. */
export function typeIcon(code: string): keyof typeof DEVICE_ICONS {
  const name = known.get(code)?.icon ?? code
  return Object.hasOwn(DEVICE_ICONS, name) ? (name as keyof typeof DEVICE_ICONS) : 'UNKNOWN'
}

const colourOf = (code: string): TypeColour => known.get(code)?.colour ?? 'NONE'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTypeIcon(code: string): keyof typeof DEVICE_ICONS {
  return useSyncExternalStore(subscribe, () => typeIcon(code))
}

export function useTypeColour(code: string): TypeColour {
  return useSyncExternalStore(subscribe, () => colourOf(code))
}
