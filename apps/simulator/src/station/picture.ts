import { createRandom } from '../random.ts'

const START = [0xff, 0xd8]
const JFIF = [
  0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00, 0x01, 0x01, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x00,
]
const END = [0xff, 0xd9]
const COMMENT_BYTES = 1400

/**
 * Bytes with the frame of a JPEG file around a comment segment of noise: enough for what carries pictures, which never
 * looks inside.
 */
export function madeUpJpeg(seed: number): Uint8Array {
  const random = createRandom(seed)
  const length = COMMENT_BYTES + 2
  // FF would start a marker.
  const noise = Array.from({ length: COMMENT_BYTES }, () => random.whole(0xff))
  return Uint8Array.from([...START, ...JFIF, 0xff, 0xfe, length >> 8, length & 0xff, ...noise, ...END])
}
