import type { GeoAround, GeoFeature } from '@sluice/contract'
import { useMemo } from 'react'
import { aroundIn, useLandAnswer } from '../use-map-data.ts'

export interface Lands {
  features: readonly GeoFeature[]
  around: readonly GeoAround[]
}

/** The land as on the map of the dashboard; null until it is answered, nothing where it cannot be. */
export function useLands(): Lands | null {
  const { data, isError, fetchStatus } = useLandAnswer()
  const hopeless = isError || (fetchStatus === 'idle' && !data)
  return useMemo(() => {
    if (data) return { features: data.features, around: aroundIn(data) }
    return hopeless ? { features: [], around: [] } : null
  }, [data, hopeless])
}
