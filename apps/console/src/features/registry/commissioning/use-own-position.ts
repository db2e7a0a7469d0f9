import type { LngLat } from '@sluice/contract'
import { useEffect, useState } from 'react'

export interface OwnPosition {
  at: LngLat
  accuracyM: number
}

/** Where the telephone is, the best of what it said recently; `refused` where it may not say. */
export function useOwnPosition(): { own: OwnPosition | null; isRefused: boolean } {
  const [own, setOwn] = useState<OwnPosition | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    const places = navigator.geolocation as Geolocation | undefined
    if (!places) return setRefused(true)
    const watch = places.watchPosition(
      ({ coords }) => {
        setRefused(false)
        setOwn({
          at: [Number(coords.longitude.toFixed(6)), Number(coords.latitude.toFixed(6))],
          accuracyM: coords.accuracy,
        })
      },
      () => setRefused(true),
      { enableHighAccuracy: true, maximumAge: 5000 },
    )
    return () => places.clearWatch(watch)
  }, [])
  return { own, isRefused }
}
