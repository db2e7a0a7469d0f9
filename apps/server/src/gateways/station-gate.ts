import type { Link } from './link.ts'
import type { PasswordGuard } from './stranger/password-guard.ts'
import { ownerOf } from '../platform/http/remote-address.ts'
import type { StationLines } from './station-lines.ts'

/** The sender by header and address: a registered station with its own password, or why not. */
type SenderStatus = 'KNOWN' | 'UNKNOWN_DEVICE' | 'BAD_PASSWORD' | 'ADDRESS_NOT_ALLOWED'

/** Let in, or not and why; `meant` is the device it would be, if it were believed. */
export type Entrance =
  | { senderStatus: 'KNOWN' | 'UNKNOWN_DEVICE' }
  | { because: 'BAD_PASSWORD' | 'HELD_BACK' | 'ADDRESS_NOT_ALLOWED' | 'STILL_CONNECTED'; meant: string | undefined }

interface Judged {
  senderStatus: SenderStatus
  deviceId: string | null
}

export interface StationGateDeps {
  /**
   * Whether an address and a password belong together, before anything else of a message is known: at once for a station
   * in memory, as most are.
   */
  senderStatusOf(station: string, password: string, remoteAddress: string): Judged | Promise<Judged>
  guard: PasswordGuard
  lines: StationLines
  /** Reports that someone is guessing passwords of this device, with how many; null: nobody does. */
  tellTried(deviceId: string, tried: { n: number; most: number } | null): void
}

export interface StationGate {
  /** The identity that the sender of a frame claims; at once for one that was right before on this connection. */
  enter(sender: { station: string; password: string }): Entrance | Promise<Entrance>
  /** The connection is over. */
  leave(): void
}

const LET_IN: Entrance = { senderStatus: 'KNOWN' }
const STRANGER: Entrance = { senderStatus: 'UNKNOWN_DEVICE' }

/** Decides for one connection whose frames are processed. */
export function createStationGate(
  link: Link,
  { senderStatusOf, guard, lines, tellTried }: StationGateDeps,
): StationGate {
  const owner = ownerOf(link.address)
  /** Devices whose password was right on this line. */
  const proven = new Set<string>()

  function lookedAt(deviceId: string, senderStatus: 'KNOWN' | 'BAD_PASSWORD') {
    proven.delete(deviceId)
    return guard.attempt(deviceId, owner, () => Promise.resolve(senderStatus))
  }

  function judge({ senderStatus, deviceId }: Judged): Entrance | Promise<Entrance> {
    if (deviceId === null || senderStatus === 'UNKNOWN_DEVICE') return STRANGER
    if (senderStatus === 'ADDRESS_NOT_ALLOWED') return { because: senderStatus, meant: deviceId }
    if (senderStatus === 'KNOWN' && proven.has(deviceId)) return onLine(deviceId)
    return lookedAt(deviceId, senderStatus).then((found) => {
      if (found === 'KNOWN') return onLine(deviceId)
      const tried = found === 'BAD_PASSWORD' ? guard.tried(deviceId) : null
      if (tried) tellTried(deviceId, tried)
      return { because: found, meant: deviceId }
    })
  }

  function onLine(deviceId: string): Entrance {
    if (lines.isHeld(deviceId, link)) return { because: 'STILL_CONNECTED', meant: deviceId }
    proven.add(deviceId)
    if (link.open) lines.onReport(deviceId, link)
    if (!guard.tried(deviceId)) tellTried(deviceId, null)
    return LET_IN
  }

  return {
    enter({ station, password }) {
      const status = senderStatusOf(station, password, link.address)
      return status instanceof Promise ? status.then(judge) : judge(status)
    },
    leave() {
      for (const deviceId of proven) lines.release(deviceId, link)
    },
  }
}
