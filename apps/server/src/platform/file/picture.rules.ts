/** First bytes. */
export const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
export const JPEG = [0xff, 0xd8, 0xff]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

export const beginsWith = (bytes: Uint8Array, mark: readonly number[], at = 0) =>
  mark.every((byte, index) => bytes[at + index] === byte)

/**
 * Whether the bytes begin like a PNG, a JPEG or a WebP, whatever the file's name (SEC-19). Nothing else reaches the
 * picture library, which would also read drawings, documents and film.
 */
export function isPicture(bytes: Uint8Array): boolean {
  return beginsWith(bytes, PNG) || beginsWith(bytes, JPEG) || (beginsWith(bytes, RIFF) && beginsWith(bytes, WEBP, 8))
}
