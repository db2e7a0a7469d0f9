import type { Result } from '@sluice/kit'

/** Why bytes are not a message. `at` is the offset, in the bytes that were passed in, where it went wrong. */
export type CodecFault = { kind: 'truncated' | 'checksum' | 'unsupported' | 'invalid'; at: number }

/** Bytes the cutter had to leave out: line noise (`invalid`) or a frame that was cut short or is damaged. */
export type SkippedBytes = { fault: CodecFault; bytes: Uint8Array }

/**
 * The result of cutting. `frames` and `faults[].bytes` are views into the given buffer: copy what must outlive it.
 * `consumed` bytes are processed; the caller keeps the rest, appends the next bytes and calls again. Frames whose
 * checksum is wrong never appear in `frames`.
 */
export type SplitResult = { frames: Uint8Array[]; faults: SkippedBytes[]; consumed: number }

/** What bytes of a frame are for; `missing` is a value that the device marks as absent, `unread` has no meaning yet. */
export type FieldKind = 'frame' | 'address' | 'time' | 'mark' | 'value' | 'missing' | 'unread' | 'checksum'

/** Bytes `from` up to, not including, `to`. */
export interface FramePart {
  from: number
  to: number
  kind: FieldKind
  /** The definition of an element: five bits of bytes, three of decimals. */
  role?: 'guide' | 'definition' | 'value'
}

/**
 * One field of a frame. Fields follow each other without a gap and cover the whole frame; `parts` do the same with one
 * field. `name` is a name of the decode command, or `element` with the `id` of the element.
 */
export interface FrameField extends FramePart {
  /** Around the message, in its head, or among its values. */
  group: 'head' | 'body' | 'values' | 'tail'
  name: string
  id?: string
  /** Its reading, as text; null where there is none. */
  value: string | null
  unit?: string
  /** Where the standard says so. */
  clause?: string
  /** What the value had to be, where it is wrong. */
  expected?: string
  parts: readonly FramePart[]
}

/**
 * Bytes to messages and back, for one protocol. No method throws, keeps state or reads a clock. M is a plain
 * JSON-serialisable value.
 */
export interface Codec<M> {
  /** The protocol's name in the decode command and the product data. */
  readonly protocol: string
  /**
   * Cuts a stream into frames. Bounded: the unconsumed rest is never longer than one frame. `ended` means that nothing
   * follows (a datagram, a closed or idle connection), so that an incomplete frame is a fault instead of something to
   * wait for.
   */
  split(buffer: Uint8Array, ended?: boolean): SplitResult
  /** Reads exactly one frame. */
  decode(frame: Uint8Array): Result<M, CodecFault>
  /** Writes one frame; `invalid` when the message cannot be expressed. `at` is then an offset in the output. */
  encode(message: M): Result<Uint8Array, CodecFault>
  /** The decode command's output for a message read from `frame`: plain values under the documented names. */
  describe(message: M, frame: Uint8Array): Record<string, unknown>
  /** The meaning of each byte, also of a frame that `decode` refuses: as far as it can be read. */
  fields(frame: Uint8Array): FrameField[]
}
