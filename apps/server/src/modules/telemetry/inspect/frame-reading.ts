import type { Codec } from '@sluice/codecs'
import type { CutFrame, InspectedFrame } from '@sluice/contract'
import type { Catalogue } from '@sluice/devices'
import { toHex } from '@sluice/kit'

/** How much of the bytes a codec makes messages of; where it makes none, how many it has a meaning for. */
function rankOf(codec: Codec<unknown>, bytes: Uint8Array): number {
  const frames = codec.split(bytes, true).frames.filter((frame) => codec.decode(frame).ok)
  if (frames.length > 0) return bytes.length + frames.reduce((sum, frame) => sum + frame.length, 0)
  return codec.fields(bytes).reduce((sum, { kind, from, to }) => sum + (kind === 'unread' ? 0 : to - from), 0)
}

/** The codec of that name, or the one that reads most of the bytes: a frame, or a stream of them. */
export function codecFor(
  { protocols }: Pick<Catalogue, 'protocols'>,
  bytes: Uint8Array,
  name?: string,
): Codec<unknown> | undefined {
  if (name !== undefined) return protocols.find(({ protocol }) => protocol === name)?.codec
  const ranked = protocols.map(({ codec }) => ({ codec, rank: rankOf(codec, bytes) }))
  return ranked.toSorted((a, b) => b.rank - a.rank)[0]?.codec
}

function member(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : undefined
}

/** The direction in a decoded message that says one. */
export function directionOf(message: unknown): InspectedFrame['direction'] {
  const told = member(message, 'direction')
  return told === 'up' ? 'UP' : told === 'down' ? 'DOWN' : null
}

/** Its function code, or the kind of a message that has none. */
export function funcOf(message: unknown): string | null {
  const told = member(message, 'func') ?? member(message, 'kind')
  return typeof told === 'string' ? told : null
}

/** Cuts streams into frames, at most `most`; `left` are those that there was no room for. */
export function cut(
  catalogue: Pick<Catalogue, 'protocols'>,
  streams: readonly Uint8Array[],
  { protocol, most }: { protocol?: string | undefined; most: number },
): { frames: CutFrame[]; left: number } {
  const frames: CutFrame[] = []
  let left = 0
  for (const [stream, bytes] of streams.entries()) {
    const codec = codecFor(catalogue, bytes, protocol)
    if (!codec) continue
    const found = codec.split(bytes, true)
    const pieces = [
      ...found.frames.map((frame) => ({ bytes: frame, fault: null as string | null })),
      ...found.faults.map(({ fault, bytes: skipped }) => ({ bytes: skipped, fault: fault.kind as string })),
    ].toSorted((a, b) => a.bytes.byteOffset - b.bytes.byteOffset)
    left += Math.max(0, frames.length + pieces.length - most)
    for (const piece of pieces.slice(0, most - frames.length)) frames.push(toldOf(codec, stream, piece))
  }
  return { frames, left }
}

function toldOf(codec: Codec<unknown>, stream: number, piece: { bytes: Uint8Array; fault: string | null }): CutFrame {
  const decoded = codec.decode(piece.bytes)
  const message = decoded.ok ? decoded.value : null
  const station = member(message, 'station')
  return {
    protocol: codec.protocol,
    hex: toHex(piece.bytes),
    stream,
    fault: piece.fault ?? (decoded.ok ? null : decoded.error.kind),
    direction: directionOf(message),
    func: funcOf(message),
    station: typeof station === 'string' ? station : null,
  }
}
