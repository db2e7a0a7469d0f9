import { z } from 'zod'
import { defineOperation } from './operation.ts'
import { FILE_ACCEPTS, type FileAccept, type PhotoPlace, PLACE_SOURCES } from './field.ts'

const MB = 1024 * 1024
/** Largest file that may be uploaded, by what it is for. */
export const FILE_MAX_MB: Readonly<Record<FileAccept, number>> = { photo: 10, any: 8, firmware: 16 }
export const fileMaxBytes = (accept: FileAccept): number => FILE_MAX_MB[accept] * MB
const LARGEST = Math.max(...FILE_ACCEPTS.map(fileMaxBytes))
/** The most letters of a file in base64. */
export const FILE_MAX_LETTERS = Math.ceil(LARGEST / 3) * 4
/** What one person, and all together, may upload within 24 hours. */
export const FILE_DAY_BYTES = { person: 200 * MB, all: 4096 * MB }
/** A small file counts as much: its row and its place cost too. */
export const FILE_LEAST_BYTES = 16 * 1024

export const photoPlaceSchema = z.strictObject({
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-90).max(90),
  accuracyM: z.number().min(0).max(1_000_000).nullable(),
  by: z.enum(PLACE_SOURCES),
})

/**
 * The place that a camera wrote into a photo (Exif 2.32, 4.6.6), in degrees of WGS-84; null where it wrote none, or one that
 * cannot be. Longitude and latitude of zero are what cameras write without a fix.
 */
export function cameraPlace(lng: number | undefined, lat: number | undefined): PhotoPlace | null {
  if (lng === undefined || lat === undefined) return null
  const isPlace = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0)
  return isPlace ? { lng, lat, accuracyM: null, by: 'CAMERA' } : null
}

/** A file's description; its content is a separate call. */
export const fileFactsSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  place: photoPlaceSchema.optional(),
})

/**
 * One file as base64; the server detects its type from the bytes. A photo is re-encoded, and so has another size and
 * type. It belongs to the caller until a row that refers to it is saved, and is deleted after a day without one.
 */
export const uploadFile = defineOperation({
  title: ['上传文件', 'Upload a file'],
  method: 'POST',
  path: '/security/v1/file/upload',
  access: 'session',
  callers: 'people',
  tenant: 'caller',
  audit: 'file.upload',
  input: z.strictObject({
    name: z.string().trim().min(1).max(200),
    accept: z.enum(FILE_ACCEPTS),
    content: z.base64().min(1).max(FILE_MAX_LETTERS),
  }),
  output: fileFactsSchema,
})
