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
}
