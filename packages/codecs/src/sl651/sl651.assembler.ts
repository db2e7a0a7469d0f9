import { ByteReader, fromHex } from '@sluice/kit'
import type { CodecFault } from '../codec.ts'
import { readAsciiBody } from './sl651.ascii.ts'
import { readBody } from './sl651.body.ts'
import { functionForm } from './sl651.functions.ts'
import type { Sl651Message } from './sl651.messages.ts'

/** Bounds of what an assembler keeps. Times are milliseconds of the caller's clock. */
export interface Sl651AssemblerLimits {
  /** Messages under way at once. */
  messages: number
  /** Bytes of one joined message. */
  messageBytes: number
  /** A message without a new packet for this long is given up. */
  idleMs: number
}

/**
 * What became of a packet. `missing`: the last packet is in and these are not, ask for the first with a NAK.
 * `complete`: the joined message, as if it had come in one frame (`packet` is gone, `start` 'STX').
 * `invalid`: all packets are in but are no body; `at` counts in the joined bytes after serial and time.
 */
export type Sl651Assembly =
  | { kind: 'waiting'; received: number; total: number }
  | { kind: 'missing'; packetNos: number[] }
  | { kind: 'complete'; message: Sl651Message }
  | { kind: 'invalid'; fault: CodecFault }
  | { kind: 'refused'; because: 'notAPacket' | 'tooLarge' | 'tooMany' }

/** A message that was given up, with what it lacked. */
export interface Sl651Abandoned {
  station: string
  func: string
  total: number
  missing: number[]
}

export interface Sl651Assembler {
  /** Takes one packet (`body.kind` 'part'), in any order, repeated or not. */
  accept(message: Sl651Message, nowMs: number): Sl651Assembly
  /** Gives up what has been idle for too long. */
  expire(nowMs: number): Sl651Abandoned[]
  /** Messages under way. */
  readonly size: number
}

interface Gathering {
  total: number
  parts: Map<number, Sl651Message>
  bytes: number
  lastSeen: boolean
  touchedMs: number
}

const DEFAULT_LIMITS: Sl651AssemblerLimits = { messages: 16, messageBytes: 4 * 1024 * 1024, idleMs: 120_000 }

function dataBytes(message: Sl651Message): number {
  return message.body.kind === 'part' ? message.body.data.length / 2 : 0
}

function missingOf({ total, parts }: Gathering): number[] {
  const missing: number[] = []
  for (let no = 1; no <= total; no++) if (!parts.has(no)) missing.push(no)
  return missing
}

/** Another count, or a first packet with another serial or time, is another message of the same function. */
function isOther(gathering: Gathering, message: Sl651Message): boolean {
  if (gathering.total !== message.packet?.total) return true
  const first = gathering.parts.get(1)
  if (message.packet.no !== 1 || first === undefined) return false
  return first.serial !== message.serial || first.sendTime !== message.sendTime
}

function join({ total, parts }: Gathering): Sl651Assembly {
  let data = ''
  for (let no = 1; no <= total; no++) {
    const body = parts.get(no)?.body
    if (body?.kind === 'part') data += body.data
  }
  const first = parts.get(1) as Sl651Message
  const last = parts.get(total) as Sl651Message
  const { packet: _, ...whole } = first
  const message: Sl651Message = { ...whole, start: 'STX', end: last.end }
  const bytes = fromHex(data)
  const form = functionForm(Number.parseInt(first.func, 16))
  if (!bytes.ok || form === null) return { kind: 'invalid', fault: { kind: 'unsupported', at: 0 } }
  const reader = new ByteReader(bytes.value)
  const body =
    first.encoding === 'ASCII' ? readAsciiBody(first, bytes.value, false) : readBody(reader, form, first.direction)
  if (body === null) return { kind: 'invalid', fault: { kind: 'invalid', at: Math.max(0, reader.overrunAt) } }
  return { kind: 'complete', message: { ...message, body } }
}

/** Joins the packets of multi-packet messages (SL651 mode M3), one message per station and function at a time. */
export function createSl651Assembler(limits: Partial<Sl651AssemblerLimits> = {}): Sl651Assembler {
  const { messages, messageBytes, idleMs } = { ...DEFAULT_LIMITS, ...limits }
  const gatherings = new Map<string, Gathering>()

  function gatheringFor(key: string, message: Sl651Message, total: number): Gathering | null {
    const known = gatherings.get(key)
    if (known && !isOther(known, message)) return known
    if (!known && gatherings.size >= messages) return null
    const fresh: Gathering = { total, parts: new Map(), bytes: 0, lastSeen: false, touchedMs: 0 }
    gatherings.set(key, fresh)
    return fresh
  }

  function accept(message: Sl651Message, nowMs: number): Sl651Assembly {
    const { packet } = message
    if (!packet || message.body.kind !== 'part') return { kind: 'refused', because: 'notAPacket' }
    const key = `${message.direction} ${message.station} ${message.func}`
    const gathering = gatheringFor(key, message, packet.total)
    if (gathering === null) return { kind: 'refused', because: 'tooMany' }
    const before = gathering.parts.get(packet.no)
    gathering.bytes += dataBytes(message) - (before ? dataBytes(before) : 0)
    if (gathering.bytes > messageBytes) {
      gatherings.delete(key)
      return { kind: 'refused', because: 'tooLarge' }
    }
    gathering.parts.set(packet.no, message)
    gathering.touchedMs = nowMs
    if (message.end !== 'ETB') gathering.lastSeen = true
    if (gathering.parts.size === gathering.total) {
      gatherings.delete(key)
      return join(gathering)
    }
    if (gathering.lastSeen) return { kind: 'missing', packetNos: missingOf(gathering) }
    return { kind: 'waiting', received: gathering.parts.size, total: gathering.total }
  }

  function expire(nowMs: number): Sl651Abandoned[] {
    const abandoned: Sl651Abandoned[] = []
    for (const [key, gathering] of gatherings) {
      if (nowMs - gathering.touchedMs < idleMs) continue
      gatherings.delete(key)
      const [, station = '', func = ''] = key.split(' ')
      abandoned.push({ station, func, total: gathering.total, missing: missingOf(gathering) })
    }
    return abandoned
  }

  return {
    accept,
    expire,
    get size() {
      return gatherings.size
    },
  }
}
