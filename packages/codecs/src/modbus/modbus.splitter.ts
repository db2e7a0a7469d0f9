import type { SkippedBytes, SplitResult } from '../codec.ts'
import { RTU_CRC_BYTES, RTU_PLAIN_BYTES, rtuCrcHolds, rtuDamage, rtuLengths } from './modbus.rtu-frame.ts'
import { tcpLength } from './modbus.tcp-frame.ts'

/** Nothing that begins here is a frame. */
const NO_FRAME = 0
/** A frame may begin here; more bytes will tell. */
const INCOMPLETE = -1

/**
 * The first length that can be and whose CRC holds. A longer one is waited for only where no shorter one is right, with
 * one exception. A CRC that holds does so with a byte 00 behind it too: of the answers with two registers whose CRC ends
 * in 00, those that could be a request would be cut as one that is followed by noise. There the answer wins.
 */
function rtuFrameSize(buffer: Uint8Array, from: number, ended: boolean): number {
  const left = buffer.length - from
  const lengths = rtuLengths(buffer, from)
  let waits = false
  for (const length of lengths) {
    if (length === null || length > left) waits = true
    else if (rtuCrcHolds(buffer, from, from + length)) {
      if (length !== RTU_PLAIN_BYTES || !lengths.includes(length + 1)) return length
      if (length === left) return ended ? length : INCOMPLETE
      return buffer[from + length] === 0 ? length + 1 : length
    }
  }
  return waits && !ended ? INCOMPLETE : NO_FRAME
}

/** Bytes that are just one frame but for their CRC are that; what the end of the stream cut short is, too; else noise. */
function rtuFault(buffer: Uint8Array, from: number, to: number): SkippedBytes {
  const bytes = buffer.subarray(from, to)
  const damage = bytes.length > 1 ? rtuDamage(bytes) : undefined
  if (damage === 'checksum') return { fault: { kind: damage, at: to - RTU_CRC_BYTES }, bytes }
  if (damage === 'truncated' && to === buffer.length) return { fault: { kind: damage, at: to }, bytes }
  return { fault: { kind: 'invalid', at: from }, bytes }
}

/** Cuts from the first byte on, one byte further where no frame begins, until the buffer or what is known of it ends. */
function cut(
  buffer: Uint8Array,
  sizeAt: (from: number) => number,
  faultOf: (buffer: Uint8Array, from: number, to: number) => SkippedBytes,
): SplitResult {
  const frames: Uint8Array[] = []
  const faults: SkippedBytes[] = []
  let pos = 0
  let skippedFrom = 0
  while (pos < buffer.length) {
    const size = sizeAt(pos)
    if (size === INCOMPLETE) break
    if (size === NO_FRAME) {
      pos++
      continue
    }
    if (skippedFrom < pos) faults.push(faultOf(buffer, skippedFrom, pos))
    frames.push(buffer.subarray(pos, pos + size))
    pos += size
    skippedFrom = pos
  }
  if (skippedFrom < pos) faults.push(faultOf(buffer, skippedFrom, pos))
  return { frames, faults, consumed: pos }
}

/**
 * Cuts a stream of RTU frames, which nothing separates but silence: by the length that a request or a response would
 * have, and the CRC. Where neither holds one byte is left out and the next is tried, so that noise costs no frame behind
 * it. A frame that may still be coming is waited for; a caller that hears silence says that the stream has ended.
 */
export function splitRtu(buffer: Uint8Array, ended = false): SplitResult {
  return cut(buffer, (from) => rtuFrameSize(buffer, from, ended), rtuFault)
}

function tcpFrameSize(buffer: Uint8Array, from: number): number {
  const length = tcpLength(buffer, from)
  if (length === undefined) return NO_FRAME
  return length !== null && from + length <= buffer.length ? length : INCOMPLETE
}

function tcpFault(buffer: Uint8Array, from: number, to: number): SkippedBytes {
  return { fault: { kind: 'invalid', at: from }, bytes: buffer.subarray(from, to) }
}

/**
 * Cuts a stream of Modbus TCP by the length in the header. A header with another protocol or an impossible length is
 * none: the next byte is tried. What has begun when the stream ends is cut short as a whole: without a checksum a frame
 * found inside it would be a guess.
 */
export function splitTcp(buffer: Uint8Array, ended = false): SplitResult {
  const { frames, faults, consumed } = cut(buffer, (from) => tcpFrameSize(buffer, from), tcpFault)
  if (!ended || consumed === buffer.length) return { frames, faults, consumed }
  faults.push({ fault: { kind: 'truncated', at: buffer.length }, bytes: buffer.subarray(consumed) })
  return { frames, faults, consumed: buffer.length }
}
