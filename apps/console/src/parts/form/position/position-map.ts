import type { LngLat } from '@sluice/contract'
import { createContext, type ReactNode } from 'react'

export interface PositionMapProps {
  value: LngLat | null
  onChange: (value: LngLat | null) => void
}

/**
 * The map on which a form picks a position. The app gives it, because a map is a feature; without one a position is
 * typed.
 */
export const PositionMap = createContext<((props: PositionMapProps) => ReactNode) | null>(null)
