import { codecByName, sl651 } from '@sluice/codecs'
import { crc16Modbus } from '@sluice/kit'
import { answer } from '../child.ts'
import { addressOf, frameOf, reportOf } from '../load/reports.ts'

const FRAMES = 2000
const frames = Array.from({ length: FRAMES }, (_, n) =>
  frameOf(reportOf(addressOf(n + 1), n, Date.UTC(2026, 5), n / 100)),
)
const stream = Buffer.concat(frames)

/** ns per frame of one way over all frames, repeated for a while. */
function nsPerFrame(work: () => void, ms: number): number {
  const started = performance.now()
  let rounds = 0
  for (; performance.now() - started < ms; rounds++) work()
  return ((performance.now() - started) * 1e6) / (rounds * FRAMES)
}

let sink = 0
const ways = {
  // Every reader must look at each byte at least once, for the checksum.
  checksum: () => {
    for (const frame of frames) sink ^= crc16Modbus(frame)
  },
  split: () => {
    sink ^= sl651.split(stream).frames.length
  },
  decode: () => {
    for (const frame of frames) if (sl651.decode(frame).ok) sink++
  },
  encode: () => {
    for (const message of messages) if (sl651.encode(message).ok) sink++
  },
}
const messages = frames.flatMap((frame) => {
  const decoded = sl651.decode(frame)
  return decoded.ok ? [decoded.value] : []
})

/** Repeatable random numbers (mulberry32), so that a frame that throws can be rebuilt from its number. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * A valid frame with flipped, lost or foreign bytes; half of them with a correct checksum, to reach the code behind it.
 */
function damaged(seed: number): Uint8Array {
  const random = chance(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const good = frames[below(FRAMES)]!
  const bytes = Uint8Array.from(random() < 0.2 ? good.subarray(0, below(good.length)) : good)
  for (let flips = 1 + below(4); flips > 0 && bytes.length > 0; flips--) {
    bytes[below(bytes.length)] = random() < 0.5 ? below(256) : [0x7e, 0xf1, 0xf0, 0xff, 0x03][below(5)]!
  }
  if (bytes.length > 4 && random() < 0.5) {
    const crc = crc16Modbus(bytes.subarray(0, bytes.length - 2))
    bytes[bytes.length - 2] = crc >> 8
    bytes[bytes.length - 1] = crc & 0xff
  }
  return bytes
}

export const calls = {
  /** One interleaved round: ns per frame by way. */
  round({ ms }: { ms: number }): Record<keyof typeof ways, number> {
    const { checksum, split, decode, encode } = ways
    return {
      checksum: nsPerFrame(checksum, ms),
      split: nsPerFrame(split, ms),
      decode: nsPerFrame(decode, ms),
      encode: nsPerFrame(encode, ms),
    }
  },

  /** Every codec reads every damaged frame as a frame and as a stream; returns the seeds that made one throw. */
  fuzz({ from, count }: { from: number; count: number }): { threw: number[]; decoded: number } {
    const threw: number[] = []
    let decoded = 0
    for (let seed = from; seed < from + count; seed++) {
      const bytes = damaged(seed)
      try {
        for (const codec of codecByName.values()) {
          const message = codec.decode(bytes)
          if (message.ok) decoded++
          if (message.ok) codec.describe(message.value, bytes)
          codec.split(bytes, true)
        }
      } catch {
        threw.push(seed)
      }
    }
    return { threw, decoded }
  },

  frameBytes: (_: null): number => stream.length / FRAMES,
}

answer(calls)
