import type { RefusalReason } from '@sluice/contract'
import type { ByteNote, ConnectionNote } from './link.ts'
import { addressIn } from '../platform/http/remote-address.ts'

/** Something that was not taken, for the list that operators read. */
export interface RefusalNote {
  at: number
  /** Address without its port. */
  remote: string
  protocol: string
  reason: RefusalReason
  /** For what has no reason code. */
  detail?: string | null | undefined
  /** The address that the sender claimed. */
  station?: string | null | undefined
  deviceId?: string | null | undefined
  bytes?: Uint8Array | undefined
  /** Where in `bytes` it went wrong. */
  byteAt?: number | null | undefined
  /** Once when omitted. */
  times?: number | undefined
}

/** Where gateways report refusals. Cheap, and never fails. */
export interface Refusals {
  tell(note: RefusalNote): void
}

const REASON_OF_FAULT: ReadonlyMap<string, RefusalReason> = new Map([
  ['checksum', 'CHECKSUM'],
  ['truncated', 'TRUNCATED'],
  ['invalid', 'INVALID'],
  ['unsupported', 'UNSUPPORTED'],
  ['script', 'SCRIPT'],
  ['partial', 'PARTIAL'],
  ['notAPacket', 'PACKETS'],
  ['tooLarge', 'PACKETS'],
  ['tooMany', 'PACKETS'],
  ['noRoom', 'PACKETS'],
])

/** Reasons for closed connections and refused messages, by the words of the logs. */
const REASONS: readonly (readonly [words: RegExp, reason: RefusalReason])[] = [
  [/^UNKNOWN_DEVICE$/, 'UNKNOWN_DEVICE'],
  [/^BAD_PASSWORD$/, 'BAD_PASSWORD'],
  [/^HELD_BACK$/, 'HELD_BACK'],
  [/^blocked address/, 'BLOCKED'],
  [/^ADDRESS_NOT_ALLOWED$/, 'ADDRESS_NOT_ALLOWED'],
  [/^STILL_CONNECTED$/, 'STILL_CONNECTED'],
  [/^a downlink from a station$/, 'FROM_CENTRE'],
  [/^provisioning: /, 'PROVISION'],
  [/^no protocol /, 'UNKNOWN_PROTOCOL'],
  [/^no token$/, 'NO_TOKEN'],
  [/token/, 'BAD_TOKEN'],
  [/certificate/, 'BAD_CERTIFICATE'],
  [/version/, 'PROTOCOL_VERSION'],
  [/^no identification$/, 'NO_IDENTIFICATION'],
  [/^too many bad frames$/, 'TOO_MANY_FAULTS'],
  [/^not now$/, 'STORE_AWAY'],
  [/budget|too many|too fast|room|limit/, 'BUDGET'],
]

/** Reasons that say no more than the words do. */
const SAID: readonly RefusalReason[] = ['OTHER', 'SCRIPT', 'PROVISION', 'UNKNOWN_PROTOCOL']

function reasonOf(words: string): RefusalReason {
  return REASONS.find(([known]) => known.test(words))?.[1] ?? 'OTHER'
}

/** The refusal in a line of the byte log, if there is one. Values stored as BAD are no refusal. */
export function refusalInBytes(note: ByteNote): RefusalNote | undefined {
  const { fault, note: words, direction, at, protocol, remote, raw, faultAt } = note
  if (direction !== 'UP' || fault === null || fault === 'value') return undefined
  const known = REASON_OF_FAULT.get(fault) ?? 'OTHER'
  // The words of a script are its author's.
  const said = words === null || known === 'SCRIPT' ? undefined : reasonOf(words)
  const reason = said !== undefined && said !== 'OTHER' ? said : known
  return {
    at,
    protocol,
    remote: addressIn(remote),
    reason,
    detail: SAID.includes(reason) ? (words ?? fault) : null,
    station: note.station ?? null,
    deviceId: note.deviceId ?? note.meant ?? null,
    bytes: raw,
    byteAt: faultAt,
  }
}

/** The refusal in a line of the connection log, if there is one. */
export function refusalInConnection(note: ConnectionNote): RefusalNote | undefined {
  const { event, at, protocol, remote, deviceId, reason: words, times } = note
  if (event !== 'REJECTED') return undefined
  const reason = reasonOf(words ?? '')
  const detail = SAID.includes(reason) ? words : null
  return { at, protocol, remote: addressIn(remote), reason, detail, deviceId, times }
}

/** The logs of the edge, extended so that they report refusals. */
export function tellRefusals<
  Logs extends { noteBytes(note: ByteNote): void; noteConnection(note: ConnectionNote): void },
>({ noteBytes, noteConnection }: Logs, refusals: Refusals): Pick<Logs, 'noteBytes' | 'noteConnection'> {
  const told = (refusal: RefusalNote | undefined) => refusal && refusals.tell(refusal)
  return {
    noteBytes(note: ByteNote) {
      noteBytes(note)
      told(refusalInBytes(note))
    },
    noteConnection(note: ConnectionNote) {
      noteConnection(note)
      told(refusalInConnection(note))
    },
  }
}
