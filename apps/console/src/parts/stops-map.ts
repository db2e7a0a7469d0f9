import type { LngLat } from '@sluice/contract'
import { createContext, type ReactNode } from 'react'

/** A place on a way, by its number in it. */
export interface MapStop {
  id: string
  n: number
  place: LngLat
  name: string
  /** Drawn in the colour of this level. */
  level: number
}

export interface StopsMapProps {
  stops: readonly MapStop[]
  /** Where the way begins, when that is known. */
  from: LngLat | null
  chosen: string | null
  onChoose: (id: string) => void
}

/** The map beside a list of stops. The app gives it, because a map is a feature; without one there is the list alone. */
export const StopsMap = createContext<((props: StopsMapProps) => ReactNode) | null>(null)
