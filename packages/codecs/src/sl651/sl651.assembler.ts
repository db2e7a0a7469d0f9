import { ByteReader, fromHex } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import { readAsciiBody } from './sl651.ascii.ts'
import { decodeAsciiFrame } from './sl651.ascii-frame.ts'
import { readBody } from './sl651.body.ts'
import { decodeHexFrame, SOH_ASCII } from './sl651.frame.ts'
import { functionForm } from './sl651.functions.ts'
import type { Sl651Message } from './sl651.messages.ts'

/** Limits of an assembler's memory, in bytes of frames. Times are milliseconds of the caller's clock. */
export interface Sl651AssemblerLimits {
  /** Messages under way at once. */
  messages: number
  /** Bytes of the frames of one message. */
  messageBytes: number
  /** A message without a new packet for this long is given up. */
  idleMs: number
  /** The memory for a message's packets; called at its first packet. Unlimited when omitted. */
  roomOf: (message: Sl651Message) => Sl651PacketRoom
}

/** Memory for packets of unfinished messages, shared as the caller decides. */
interface Sl651PacketRoom {
  /** False where so many more bytes are not to be had: nothing is taken then. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** The memory cost of one packet in addition to the bytes of its frame. */
export const SL651_PACKET_COST = 256

/**
 * The outcome of a packet. `missing`: the last packet has arrived and these have not, ask for the first with a NAK;
 * `serial` is the message's, null while its first packet is missing. `complete`: the joined message, as if it had come
 * in one frame (no `packet`, `start` 'STX'), and its frames in the order of their numbers. Where the joined body could
 * not be read to its end it has `partial`, with `at` in the joined bytes after serial and time. `invalid`: the packets
 * carry no bytes or an unknown function. `refused`, `noRoom`: the stored packets of the message are given up.
 */
export type Sl651Assembly =
  | { kind: 'waiting'; received: number; total: number }
  | { kind: 'missing'; packetNos: number[]; serial: number | null }
  | { kind: 'complete'; message: Sl651Message; frames: Uint8Array[] }
  | { kind: 'invalid'; fault: CodecFault }
  | { kind: 'refused'; because: 'notAPacket' | 'tooLarge' | 'tooMany' | 'noRoom' }

/** A message that was given up, with its missing packets. */
interface Sl651Abandoned {
  station: string
  func: string
  total: number
  missing: number[]
}

export interface Sl651Assembler {
  /**
   * Takes one packet (`body.kind` 'part'), in any order, repeated or not. `raw` is its frame, which is stored without
   * copying: it must be a copy of its own, never a view of a larger buffer.
   */
  accept(message: Sl651Message, raw: Uint8Array, nowMs: number): Sl651Assembly
  /** Gives up messages that have been idle for too long. */
  expire(nowMs: number): Sl651Abandoned[]
  /** Gives up everything. */
  clear(): void
  /** Messages under way. */
  readonly size: number
}

interface Gathering {
  total: number
  /** Frames as they came, by the number of their packet. */
  frames: Map<number, Uint8Array>
  /** The header of the message from its first packet, whose data is in its frame. */
  first: Sl651Message | null
  /** Bytes of the frames. */
  bytes: number
  lastSeen: boolean
  end: Sl651Message['end']
  touchedMs: number
  room: Sl651PacketRoom
}

const BOUNDLESS: Sl651PacketRoom = { take: () => true, give: () => undefined }
const DEFAULT_LIMITS: Sl651AssemblerLimits = {
  messages: 16,
  messageBytes: 4 * 1024 * 1024,
  idleMs: 120_000,
  roomOf: () => BOUNDLESS,
}

function missingOf({ total, frames }: Gathering): number[] {
  const missing: number[] = []
  for (let no = 1; no <= total; no++) if (!frames.has(no)) missing.push(no)
  return missing
}

/** The data of a packet, in hex, from its frame. */
function dataOf(frame: Uint8Array): string {
  const packet = frame[0] === SOH_ASCII ? decodeAsciiFrame(frame) : decodeHexFrame(frame)
  return packet.ok && packet.value.body.kind === 'part' ? packet.value.body.data : ''
}

/** Another count, or a first packet with another serial or time, is another message of the same function. */
function isOther(gathering: Gathering, message: Sl651Message): boolean {
  if (gathering.total !== message.packet?.total) return true
  const { first } = gathering
  if (message.packet.no !== 1 || first === null) return false
  return first.serial !== message.serial || first.sendTime !== message.sendTime
}

function join(gathering: Gathering): Sl651Assembly {
  const first = gathering.first as Sl651Message
  const frames = Array.from({ length: gathering.total }, (_, n) => gathering.frames.get(n + 1) as Uint8Array)
  const data = frames.map(dataOf).join('')
  const { packet: _, ...whole } = first
  const bytes = fromHex(data)
  const form = functionForm(Number.parseInt(first.func, 16))
  if (!bytes.ok || form === null) return { kind: 'invalid', fault: { kind: 'unsupported', at: 0 } }
  const { body, partial } =
    first.encoding === 'ASCII'
      ? readAsciiBody(first, bytes.value, false)
      : readBody(new ByteReader(bytes.value), form, first.direction)
  const message: Sl651Message = { ...whole, start: 'STX', body, end: gathering.end, ...(partial ? { partial } : {}) }
  return { kind: 'complete', message, frames }
}

function gatheringOf({ end }: Sl651Message, total: number, room: Sl651PacketRoom): Gathering {
  return { total, frames: new Map(), first: null, bytes: 0, lastSeen: false, end, touchedMs: 0, room }
}

/** Stores a packet; a refused one discards the rest of its message. */
function keep(gathering: Gathering, no: number, raw: Uint8Array, messageBytes: number): 'tooLarge' | 'noRoom' | null {
  const before = gathering.frames.get(no)
  const more = raw.length - (before?.length ?? 0)
  if (gathering.bytes + more > messageBytes) return 'tooLarge'
  const cost = before ? more : more + SL651_PACKET_COST
  if (cost > 0 && !gathering.room.take(cost)) return 'noRoom'
  if (cost < 0) gathering.room.give(-cost)
  gathering.bytes += more
  gathering.frames.set(no, raw)
  return null
}

/** Takes a packet's facts about its message, apart from the data. */
function learn(gathering: Gathering, message: Sl651Message, { no, total }: NonNullable<Sl651Message['packet']>): void {
  if (no === 1) gathering.first = { ...message, body: { kind: 'part', data: '' } }
  if (no === total) gathering.end = message.end
  if (message.end !== 'ETB') gathering.lastSeen = true
}

/** Joins the packets of multi-packet messages (SL651 mode M3), one message per station and function at a time. */
export function createSl651Assembler(limits: Partial<Sl651AssemblerLimits> = {}): Sl651Assembler {
  const { messages, messageBytes, idleMs, roomOf } = { ...DEFAULT_LIMITS, ...limits }
  const gatherings = new Map<string, Gathering>()

  function giveUp(key: string, { bytes, frames, room }: Gathering): void {
    gatherings.delete(key)
    room.give(bytes + frames.size * SL651_PACKET_COST)
  }

  function gatheringFor(key: string, message: Sl651Message, total: number): Gathering | null {
    const known = gatherings.get(key)
    if (known && !isOther(known, message)) return known
    if (known) giveUp(key, known)
    if (gatherings.size >= messages) return null
    const fresh = gatheringOf(message, total, roomOf(message))
    gatherings.set(key, fresh)
    return fresh
  }

  function accept(message: Sl651Message, raw: Uint8Array, nowMs: number): Sl651Assembly {
    const { packet } = message
    if (!packet || message.body.kind !== 'part') return { kind: 'refused', because: 'notAPacket' }
    const key = `${message.direction} ${message.station} ${message.func}`
    const gathering = gatheringFor(key, message, packet.total)
    if (gathering === null) return { kind: 'refused', because: 'tooMany' }
    const refusal = keep(gathering, packet.no, raw, messageBytes)
    if (refusal) {
      giveUp(key, gathering)
      return { kind: 'refused', because: refusal }
    }
    gathering.touchedMs = nowMs
    learn(gathering, message, packet)
    if (gathering.frames.size === gathering.total) {
      giveUp(key, gathering)
      return join(gathering)
    }
    if (gathering.lastSeen) {
      return { kind: 'missing', packetNos: missingOf(gathering), serial: gathering.first?.serial ?? null }
    }
    return { kind: 'waiting', received: gathering.frames.size, total: gathering.total }
  }

  function expire(nowMs: number): Sl651Abandoned[] {
    const abandoned: Sl651Abandoned[] = []
    for (const [key, gathering] of gatherings) {
      if (nowMs - gathering.touchedMs < idleMs) continue
      giveUp(key, gathering)
      const [, station = '', func = ''] = key.split(' ')
      abandoned.push({ station, func, total: gathering.total, missing: missingOf(gathering) })
    }
    return abandoned
  }

  return {
    accept,
    expire,
    clear() {
      for (const [key, gathering] of gatherings) giveUp(key, gathering)
    },
    get size() {
      return gatherings.size
    },
  }
}
