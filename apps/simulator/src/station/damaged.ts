/** What a frame may begin with (SL651 6.2.3). */
const BEGINNINGS: ReadonlySet<number> = new Set([0x01, 0x7e])

/**
 * The frame with a last byte that makes its checksum wrong. It looks like no beginning of another frame: a receiver would
 * find two faults in one.
 */
export function damaged(frame: Uint8Array): Uint8Array {
  const wrong = frame.slice()
  const at = wrong.length - 1
  const last = wrong[at]!
  wrong[at] = BEGINNINGS.has(last ^ 0xff) ? last ^ 0x7f : last ^ 0xff
  return wrong
}
