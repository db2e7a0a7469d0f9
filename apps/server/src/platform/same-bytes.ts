import { timingSafeEqual } from 'node:crypto'

/** Compares two secrets in constant time; only a difference in length shows in the time taken. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
