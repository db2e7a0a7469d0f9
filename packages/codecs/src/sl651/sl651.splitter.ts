import type { CodecFault, SkippedBytes, SplitResult } from '../codec.ts'
import { ASCII_CHECKSUM_BYTES, asciiChecksumHolds, asciiFrameSize } from './sl651.ascii-frame.ts'
import {
  HEX_HEAD_BYTES,
  HEX_OVERHEAD_BYTES,
  hexBodyLength,
  hexChecksumHolds,
  INCOMPLETE,
  isHexHead,
  NO_FRAME,
  SOH_ASCII,
  SOH_HEX,
} from './sl651.frame.ts'

function hexFrameSize(buffer: Uint8Array, from: number): number {
  if (from + 1 >= buffer.length) return INCOMPLETE
  if (buffer[from + 1] !== SOH_HEX) return NO_FRAME
  if (from + HEX_HEAD_BYTES > buffer.length) return INCOMPLETE
  if (!isHexHead(buffer, from)) return NO_FRAME
  const size = HEX_OVERHEAD_BYTES + hexBodyLength(buffer, from)
  return from + size <= buffer.length ? size : INCOMPLETE
}

function frameSize(buffer: Uint8Array, from: number): number {
  const first = buffer[from]
  if (first === SOH_HEX) return hexFrameSize(buffer, from)
  return first === SOH_ASCII ? asciiFrameSize(buffer, from) : NO_FRAME
}

function checksumHolds(buffer: Uint8Array, from: number, to: number): boolean {
  return buffer[from] === SOH_HEX ? hexChecksumHolds(buffer, from, to) : asciiChecksumHolds(buffer, from, to)
}

/** The fault of a frame that is truncated or whose checksum, its last field, is wrong. */
function faultOf(buffer: Uint8Array, from: number, size: number): CodecFault {
  if (size === INCOMPLETE) return { kind: 'truncated', at: buffer.length }
  return { kind: 'checksum', at: from + size - (buffer[from] === SOH_HEX ? 2 : ASCII_CHECKSUM_BYTES) }
}

/** Bytes left out so far: where they start, the fault of the frame they began as, and where that would have ended. */
interface Skipped {
  from: number
  fault: CodecFault | null
  extent: number
}

/** Lone 7E bytes between frames are a habit of one device family, not a fault. */
function isFiller(buffer: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (buffer[i] !== SOH_HEX) return false
  return true
}

function close(buffer: Uint8Array, skipped: Skipped, to: number, faults: SkippedBytes[]): void {
  const { from, fault } = skipped
  skipped.fault = null
  skipped.from = to
  skipped.extent = to
  if (from === to || (fault?.kind !== 'checksum' && isFiller(buffer, from, to))) return
  faults.push({ fault: fault ?? { kind: 'invalid', at: from }, bytes: buffer.subarray(from, to) })
}

/**
 * Cuts a stream that may hold HEX and ASCII frames. After a frame that fails its checksum it looks for the next start
 * inside that frame, so that a valid frame is never lost to a damaged length before it.
 */
export function splitSl651(buffer: Uint8Array, ended = false): SplitResult {
  const frames: Uint8Array[] = []
  const faults: SkippedBytes[] = []
  const skipped: Skipped = { from: 0, fault: null, extent: 0 }
  let pos = 0
  while (pos < buffer.length) {
    const size = frameSize(buffer, pos)
    if (size === INCOMPLETE && !ended) break
    if (size > 0 && checksumHolds(buffer, pos, pos + size)) {
      close(buffer, skipped, pos, faults)
      frames.push(buffer.subarray(pos, pos + size))
      pos += size
      skipped.from = pos
      continue
    }
    if (size !== NO_FRAME && (skipped.fault === null || pos >= skipped.extent)) {
      close(buffer, skipped, pos, faults)
      skipped.fault = faultOf(buffer, pos, size)
      skipped.extent = size > 0 ? pos + size : buffer.length
    }
    pos++
  }
  close(buffer, skipped, pos, faults)
  return { frames, faults, consumed: pos }
}
