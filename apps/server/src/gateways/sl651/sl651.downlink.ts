import { type Sl651Link, type Sl651Message, sl651, sl651Request } from '@sluice/codecs'
import type { Verdict } from '@sluice/contract'
import type { DeviceDownlink, RawDownlink, Sl651Downlink } from '@sluice/devices'
import { fromHex, localTimeOf } from '@sluice/kit'
import type { DownlinkOutcome, DownlinkRequest, ReportedSwitches } from '../downlink.ts'
import type { GatewayParts } from '../gateway.ts'
import type { Link } from '../link.ts'
import { Sl651Switches } from './sl651.switches.ts'

export interface Sl651DownlinkDeps extends Pick<GatewayParts, 'sessions' | 'clock' | 'noteBytes' | 'onAnswer'> {}

/** An uplink of an identified station, with the pipeline's verdict. */
export interface Sl651Heard {
  link: Link
  message: Sl651Message
  station: { deviceId: string; zone: string }
  verdict: Verdict
  receivedAt: number
}

interface Pending {
  requestId: string
  sentAt: number
}

/** How the station of a line spoke last. */
interface Speaker {
  link: Sl651Link
  zone: string
}

/** A frame as it leaves; the function of its answer, null where none can be told from other messages. */
interface Written {
  frame: Uint8Array
  func: string | null
  replaces: boolean
}

/** Transmissions whose ids are remembered: far more than can be in progress. */
const REMEMBERED = 10_000
/** After this time nobody waits for an answer. */
const FORGET_MS = 10 * 60_000

/**
 * Queries and commands to stations. The standard has no number to match an answer with: the first message of a station
 * with the function of a request, after it was sent, is its answer (SL651 mode M4).
 */
export class Sl651Downlinks {
  readonly #deps: Sl651DownlinkDeps
  readonly #speakers = new WeakMap<Link, Speaker>()
  readonly #pending = new Map<string, Pending[]>()
  readonly #sent = new Set<string>()
  readonly #switches = new Sl651Switches()

  constructor(deps: Sl651DownlinkDeps) {
    this.#deps = deps
  }

  /** Writes one frame to the station's line. A request that was sent before is never sent again. */
  send({ requestId, stationId, downlink }: DownlinkRequest): DownlinkOutcome {
    const link = this.#deps.sessions.linkOf(stationId)
    const speaker = link && this.#speakers.get(link)
    if (!link || !speaker || this.#sent.has(requestId)) return 'NO_CHANNEL'
    const now = this.#deps.clock.now().getTime()
    const written = isRaw(downlink) ? typed(downlink) : this.#written(downlink as Sl651Downlink, speaker, now)
    if (!written) return 'NO_CHANNEL'
    const { frame, func, replaces } = written
    this.#remember(requestId)
    if (!link.write(frame)) return 'NO_CHANNEL'
    if (func !== null) this.#await(`${stationId} ${func}`, { requestId, sentAt: now }, replaces)
    this.#deps.noteBytes(link.bytes('DOWN', frame, now, { note: `command ${requestId}` }))
    return 'SENT'
  }

  #written({ func, body }: Sl651Downlink, speaker: Speaker, now: number): Written | undefined {
    const frame = sl651.encode(sl651Request(speaker.link, localTimeOf(now, speaker.zone), func, body))
    return frame.ok ? { frame: frame.value, func, replaces: body.kind === 'switches' } : undefined
  }

  /** After the uplink is stored. */
  heard({ link, message, station, verdict, receivedAt }: Sl651Heard): void {
    this.#noteSpeaker(link, message, station.zone)
    // A duplicate was already handled.
    if (verdict === 'DUPLICATE') return
    this.#switches.note(station, message, { verdict, receivedAt })
    if (this.#pending.size > 0) this.#answer(`${station.deviceId} ${message.func}`, message, receivedAt)
  }

  /** The valves (4D) of a station as it last reported them on a line of this process; undefined: it has not. */
  switchesOf(stationId: string): ReportedSwitches | null | undefined {
    return this.#switches.of(stationId)
  }

  /** Most messages of a line are of the station that spoke there before. */
  #noteSpeaker(link: Link, { center, station, password, encoding }: Sl651Message, zone: string): void {
    const known = this.#speakers.get(link)
    const isSame =
      known?.zone === zone &&
      known.link.station === station &&
      known.link.center === center &&
      known.link.password === password &&
      known.link.encoding === encoding
    if (!isSame) this.#speakers.set(link, { link: { center, station, password, encoding }, zone })
  }

  #answer(key: string, message: Sl651Message, receivedAt: number): void {
    const answered = this.#pending.get(key)?.filter(({ sentAt }) => sentAt <= receivedAt) ?? []
    if (answered.length === 0) return
    this.#pending.delete(key)
    const kind = message.end === 'NAK' ? 'NAK' : 'ACK'
    const because = kind === 'NAK' ? 'NAK' : null
    for (const { requestId } of answered) this.#deps.onAnswer({ requestId, kind, because, at: receivedAt })
  }

  /** A bitmap replaces the one before it; queries are all answered by the next answer. */
  #await(key: string, pending: Pending, replaces: boolean): void {
    const young = (this.#pending.get(key) ?? []).filter(({ sentAt }) => sentAt > pending.sentAt - FORGET_MS)
    this.#pending.set(key, replaces ? [pending] : [...young, pending])
  }

  #remember(requestId: string): void {
    this.#sent.add(requestId)
    if (this.#sent.size > REMEMBERED) for (const oldest of this.#sent) return void this.#sent.delete(oldest)
  }
}

function isRaw(downlink: DeviceDownlink): downlink is RawDownlink {
  return 'raw' in downlink
}

/** Bytes as somebody typed them: an answer is known by the function, where they are a frame of the standard. */
function typed({ raw }: RawDownlink): Written | undefined {
  const bytes = fromHex(raw)
  if (!bytes.ok) return undefined
  const decoded = sl651.decode(bytes.value)
  return { frame: bytes.value, func: decoded.ok ? decoded.value.func : null, replaces: false }
}
