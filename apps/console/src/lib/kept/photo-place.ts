import { cameraPlace, type PhotoPlace } from '@sluice/contract'
import { loadView } from 'exifreader'

/** What a camera writes about a photo stands at its beginning. */
const HEAD_BYTES = 256 * 1024
/** Whoever stands beside a device does not wait longer for a position. */
const WAIT_MS = 8_000
const OLDEST_MS = 60_000

function phonePlace(): Promise<PhotoPlace | null> {
  const places = navigator.geolocation as Geolocation | undefined
  if (!places) return Promise.resolve(null)
  return new Promise((resolve) => {
    places.getCurrentPosition(
      ({ coords: { longitude: lng, latitude: lat, accuracy } }) =>
        resolve({ lng, lat, accuracyM: Math.round(accuracy), by: 'PHONE' }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: OLDEST_MS },
    )
  })
}

/** A photo that is cut or spoiled says nothing. */
async function placeIn(file: Blob): Promise<PhotoPlace | null> {
  try {
    const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer())
    const { gps } = loadView(head, { expanded: true, includeTags: { gps: true } })
    return cameraPlace(gps?.Longitude, gps?.Latitude)
  } catch {
    return null
  }
}

/**
 * Where a photo was taken: what its camera wrote into it, else where the telephone is, if its owner agreed to that (`asks`);
 * null where neither is known.
 */
export async function photoPlace(file: Blob, asks: boolean): Promise<PhotoPlace | null> {
  return (await placeIn(file)) ?? (asks ? phonePlace() : null)
}
