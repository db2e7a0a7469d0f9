import {
  createSl651Assembler,
  type Sl651Message,
  type Sl651Partial,
  sl651,
  sl651Confirm,
  sl651Nak,
} from '@sluice/codecs'
import { DEFAULT_ZONE, instantOf, localTimeOf } from '@sluice/kit'
import type { DeviceUplink, GatewayParts, UplinkAcceptance } from '../gateway.ts'
import type { Link } from '../link.ts'
import type { PacketRooms } from '../packet-rooms.ts'
import { ownerOf } from '../../platform/http/remote-address.ts'
import { identify } from '../sessions.ts'
import type { Sl651Downlinks } from './sl651.downlink.ts'
import { Sl651Echoes } from './sl651.echo.ts'
import { createStationGate, type Entrance, type StationGateDeps } from '../station-gate.ts'
import type { Conversation } from '../tcp.gateway.ts'

export interface Sl651ConversationDeps
  extends StationGateDeps,
    Pick<GatewayParts, 'accept' | 'sessions' | 'rooms' | 'clock' | 'noteConnection' | 'noteBytes' | 'noteSent'> {
  /** Receives stations' messages, including their answers to commands. */
  downlinks: Pick<Sl651Downlinks, 'heard'>
}

/** Speaks SL 651-2014 with one station: reads its frames, answers what is stored, asks for missing packets. */
export function converseSl651(link: Link, deps: Sl651ConversationDeps): Conversation {
  const { clock } = deps
  const packets = packetsOn(link, deps.rooms)
  const notes = notesOf(link, deps)
  const { fault, refuse } = notes
  const { send, answer } = answersOn(link, deps, notes)
  const gate = createStationGate(link, deps)

  function take(message: Sl651Message, raw: readonly Uint8Array[], receivedAt: number): Promise<void> {
    const uplink = uplinkOf(message, raw, receivedAt, link.remote)
    return deps.accept(uplink).then((acceptance) => answer(message, raw, receivedAt, acceptance))
  }

  function takePacket(message: Sl651Message, raw: Uint8Array, now: number, from: Sender): Promise<void> | void {
    if (!link.open) return
    const assembly = packets[from].accept(message, raw, now)
    if (assembly.kind === 'waiting') return
    if (assembly.kind === 'missing') {
      // Unidentified senders get no answer.
      if (from !== 'KNOWN') return
      const sendTime = localTimeOf(clock.now().getTime(), DEFAULT_ZONE)
      const stamp = { serial: assembly.serial ?? 0, sendTime }
      return send(sl651Nak(message, assembly.packetNos[0] ?? 1, stamp), 'packet missing')
    }
    if (assembly.kind === 'complete') return take(assembly.message, assembly.frames, now)
    const at = assembly.kind === 'invalid' ? assembly.fault.at : null
    fault(raw, now, assembly.kind === 'invalid' ? assembly.fault.kind : assembly.because, at)
  }

  function admit(entrance: Entrance, message: Sl651Message, raw: Uint8Array, at: number): Promise<void> | void {
    if ('because' in entrance) return refuse(raw, message, at, entrance.because, entrance.meant)
    if (message.body.kind === 'part') return takePacket(message, raw, at, entrance.senderStatus)
    return take(message, [raw], at)
  }

  return {
    frame(raw, receivedAt) {
      const decoded = sl651.decode(raw)
      if (!decoded.ok) return fault(raw, receivedAt, decoded.error.kind, decoded.error.at)
      const message = decoded.value
      if (message.direction === 'down') return fault(raw, receivedAt, 'invalid', null, 'a downlink from a station')
      const entrance = gate.enter(message)
      if (!(entrance instanceof Promise)) return admit(entrance, message, raw, receivedAt)
      return entrance.then((settled) => admit(settled, message, raw, receivedAt))
    },
    expire: (now) => Object.values(packets).forEach((assembler) => assembler.expire(now)),
    closed() {
      gate.leave()
      Object.values(packets).forEach((assembler) => assembler.clear())
    },
  }
}

/** Admitted: a known station, or one that may be adopted. */
type Sender = 'KNOWN' | 'UNKNOWN_DEVICE'

function notesOf(link: Link, { noteBytes }: Pick<Sl651ConversationDeps, 'noteBytes'>) {
  return {
    fault(raw: Uint8Array, now: number, kind: string, at: number | null, note: string | null = null): void {
      noteBytes(link.bytes('UP', raw, now, { fault: kind, faultAt: at, note }))
    },
    /** `meant` is the device it would be, if it were believed: the refusal is shown there. */
    refuse(raw: Uint8Array, { station }: Sl651Message, now: number, note: string, meant?: string): void {
      noteBytes(link.bytes('UP', raw, now, { fault: 'refused', note, station, meant }))
    },
  }
}

/** What is said to the station: the outcome of its messages. */
function answersOn(link: Link, deps: Sl651ConversationDeps, { fault, refuse }: ReturnType<typeof notesOf>) {
  const { clock } = deps
  const echoes = new Sl651Echoes()

  function send(message: Sl651Message | null, note: string): void {
    const bytes = message && sl651.encode(message)
    if (!bytes?.ok || !link.write(bytes.value)) return
    const now = clock.now().getTime()
    if (note !== '') deps.noteBytes(link.bytes('DOWN', bytes.value, now, { note }))
    else deps.noteSent?.(link.sent(bytes.value, now))
  }

  function answer(
    message: Sl651Message,
    raw: readonly Uint8Array[],
    receivedAt: number,
    { verdict, acknowledge, station, badValues }: UplinkAcceptance,
  ): void {
    if (station && verdict !== 'BAD_PASSWORD') identify(link, station.deviceId, deps)
    if (!acknowledge) {
      for (const frame of raw) refuse(frame, message, receivedAt, verdict, station?.deviceId)
      return
    }
    if (message.partial) for (const frame of raw) fault(frame, receivedAt, 'partial', ...placeOf(message.partial, raw))
    if (badValues !== undefined) for (const frame of raw) fault(frame, receivedAt, 'value', null, badValues)
    // Stations set their clock from this answer, so it is sent for refused values too.
    const sendTime = localTimeOf(clock.now().getTime(), station?.zone ?? DEFAULT_ZONE)
    const end = message.end === 'ETB' ? 'ACK' : station?.keepsOnline ? 'ESC' : 'EOT'
    if (echoes.mayConfirm(message, receivedAt)) send(sl651Confirm(message, sendTime, end), '')
    if (station) deps.downlinks.heard({ link, message, station, verdict, receivedAt })
  }

  return { send, answer }
}

/** Where a frame became unreadable; in joined packets the offset counts in their payload. */
function placeOf({ at }: Sl651Partial, raw: readonly Uint8Array[]): [at: number | null, note: string | null] {
  return raw.length === 1 ? [at, null] : [null, `joined content from byte ${at} on`]
}

/** Packets of unfinished messages on a connection, by sender. */
function packetsOn(link: Link, rooms: PacketRooms) {
  const strangers = rooms.ofStranger(ownerOf(link.address))
  return {
    KNOWN: createSl651Assembler({ messages: 4, roomOf: ({ station }) => rooms.ofStation(station) }),
    UNKNOWN_DEVICE: createSl651Assembler({ messages: 4, roomOf: () => strangers }),
  }
}

const EPOCH_2000_S = 946_684_800

/**
 * Distinguishes a duplicate from a new report: station, function, serial number and send time (SL651 mode M2). 53 bits:
 * 29 of time (repeats after 17 years), 8 of function, 16 of serial number. Null where a frame lacks one of them.
 */
function identityOf({ func, serial, sendTime }: Sl651Message): number | null {
  if (serial === null || sendTime === null) return null
  const real = instantOf(sendTime, 'UTC')
  // A day that its month does not have counts on into the next one, as it always did.
  const sentAt = Number.isNaN(real) ? Date.parse(`${sendTime.replace(' ', 'T')}Z`) : real
  const seconds = Math.floor(sentAt / 1000) - EPOCH_2000_S
  if (!Number.isFinite(seconds)) return null
  const time = ((seconds % 2 ** 29) + 2 ** 29) % 2 ** 29
  return time * 2 ** 24 + Number.parseInt(func, 16) * 2 ** 16 + serial
}

/** One complete message in the form of the pipeline. */
export function uplinkOf(
  message: Sl651Message,
  raw: readonly Uint8Array[],
  receivedAt: number,
  remote: string,
): DeviceUplink {
  const { station: address, password, func } = message
  // 2F is a sign of life: it repeats the serial number of the last report and is never answered.
  const heartbeat = func === '2F'
  return {
    address,
    password,
    message: { protocol: 'SL651', message },
    func,
    identity: heartbeat ? null : identityOf(message),
    raw,
    partialAt: message.partial?.at,
    receivedAt,
    remote,
    heartbeat,
    source: 'LINK',
  }
}
