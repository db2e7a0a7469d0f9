import { cameraPlace, type PhotoPlace } from '@sluice/contract'
import exif from 'exifreader'

/** What the camera wrote about the place: drawn anew the photo no longer says it. One that is cut or spoiled says nothing. */
export function placeIn({ buffer, byteOffset, byteLength }: Uint8Array): PhotoPlace | null {
  try {
    const view = new DataView(buffer, byteOffset, byteLength)
    const { gps } = exif.loadView(view, { expanded: true, includeTags: { gps: true } })
    return cameraPlace(gps?.Longitude, gps?.Latitude)
  } catch {
    return null
  }
}
