import { timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that tells only whether they are equally long. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
