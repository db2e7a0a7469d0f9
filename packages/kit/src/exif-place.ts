/** Where a picture says it was taken, in degrees of WGS-84. */
export interface ExifPlace {
  lng: number
  lat: number
}

const JPEG = 0xffd8
const APP1 = 0xffe1
const SCAN = 0xffda
/** `Exif` and two zeros. */
const EXIF_BYTES = 6
const GPS_POINTER = 0x8825
const [LAT_REF, LAT, LNG_REF, LNG] = [1, 2, 3, 4]
const ENTRY_BYTES = 12
const RATIONAL_BYTES = 8
const DEGREE_PARTS = [1, 60, 3600]

const wordAt = (view: DataView, at: number) => (at + 2 <= view.byteLength ? view.getUint16(at) : 0)

/** The part of a JPEG that holds what the camera wrote: a TIFF of its own. */
function tiffOf(bytes: Uint8Array): DataView | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (wordAt(view, 0) !== JPEG) return null
  let at = 2
  while (at + 4 <= view.byteLength) {
    const [marker, length] = [wordAt(view, at), wordAt(view, at + 2)]
    if (marker >> 8 !== 0xff || marker === SCAN || length < 2) return null
    const from = at + 4
    const isExif = marker === APP1 && String.fromCharCode(...bytes.subarray(from, from + 4)) === 'Exif'
    const end = Math.min(at + 2 + length, view.byteLength)
    if (isExif && from + EXIF_BYTES < end)
      return new DataView(bytes.buffer, bytes.byteOffset + from + EXIF_BYTES, end - from - EXIF_BYTES)
    at += 2 + length
  }
  return null
}

/** The directory at this offset of a TIFF: where the value field of each tag is. */
function tagsAt(tiff: DataView, offset: number, little: boolean): Map<number, number> {
  const tags = new Map<number, number>()
  if (offset + 2 > tiff.byteLength) return tags
  const count = tiff.getUint16(offset, little)
  for (let n = 0; n < count; n += 1) {
    const at = offset + 2 + n * ENTRY_BYTES
    if (at + ENTRY_BYTES > tiff.byteLength) break
    tags.set(tiff.getUint16(at, little), at + 8)
  }
  return tags
}

/** Degrees, minutes and seconds as three fractions. */
function degreesAt(tiff: DataView, field: number, little: boolean): number {
  const at = tiff.getUint32(field, little)
  if (at + DEGREE_PARTS.length * RATIONAL_BYTES > tiff.byteLength) return Number.NaN
  const parts = DEGREE_PARTS.map((by, n) => {
    const fraction = at + n * RATIONAL_BYTES
    return tiff.getUint32(fraction, little) / tiff.getUint32(fraction + 4, little) / by
  })
  return parts.reduce((sum, part) => sum + part, 0)
}

/**
 * The place in the Exif part of a JPEG (Exif 2.32, 4.6.6); null where there is none, or it cannot be one. Longitude and latitude
 * of zero are what cameras write without a fix.
 */
export function exifPlace(bytes: Uint8Array): ExifPlace | null {
  const tiff = tiffOf(bytes)
  if (!tiff || tiff.byteLength < 8) return null
  const little = tiff.getUint16(0) === 0x4949
  const pointer = tagsAt(tiff, tiff.getUint32(4, little), little).get(GPS_POINTER)
  if (pointer === undefined) return null
  const tags = tagsAt(tiff, tiff.getUint32(pointer, little), little)
  const read = (value: number, ref: number, negative: string) => {
    const [field, side] = [tags.get(value), tags.get(ref)]
    if (field === undefined || side === undefined) return Number.NaN
    const degrees = degreesAt(tiff, field, little)
    return String.fromCharCode(tiff.getUint8(side)) === negative ? -degrees : degrees
  }
  const [lng, lat] = [read(LNG, LNG_REF, 'W'), read(LAT, LAT_REF, 'S')]
  const isPlace = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0)
  return isPlace ? { lng, lat } : null
}
