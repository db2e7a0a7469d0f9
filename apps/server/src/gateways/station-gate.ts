import type { Link } from './link.ts'
import type { PasswordGuard } from './password-guard.ts'
import { ownerOf } from '../platform/http/remote-address.ts'
import type { StationLines } from './station-lines.ts'

/** The sender by header and address: a registered station with its own password, or why not. */
type SenderStatus = 'KNOWN' | 'UNKNOWN_DEVICE' | 'BAD_PASSWORD' | 'ADDRESS_NOT_ALLOWED'

/** Let in, or not and why; `meant` is the device it would be, if it were believed. */
type Entrance =
  | { senderStatus: 'KNOWN' | 'UNKNOWN_DEVICE' }
  | { because: 'BAD_PASSWORD' | 'HELD_BACK' | 'ADDRESS_NOT_ALLOWED' | 'STILL_CONNECTED'; meant: string | undefined }

export interface StationGateDeps {
  /** Whether an address and a password belong together, before anything else of a message is known. */
  senderStatusOf(
    station: string,
    password: string,
    remoteAddress: string,
  ): Promise<{ senderStatus: SenderStatus; deviceId: string | null }>
  guard: PasswordGuard
  lines: StationLines
  /** Reports whether someone is guessing passwords of this device. */
  tellTried(deviceId: string, isTried: boolean): void
}

export interface StationGate {
  /** The identity that the sender of a frame claims. */
  enter(sender: { station: string; password: string }): Promise<Entrance>
  /** The connection is over. */
  leave(): void
}

const LET_IN: Entrance = { senderStatus: 'KNOWN' }

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

  return {
    async enter({ station, password }) {
      const { senderStatus, deviceId } = await senderStatusOf(station, password, link.address)
      if (deviceId === null || senderStatus === 'UNKNOWN_DEVICE') return { senderStatus: 'UNKNOWN_DEVICE' }
      if (senderStatus === 'ADDRESS_NOT_ALLOWED') return { because: senderStatus, meant: deviceId }
      const isProven = senderStatus === 'KNOWN' && proven.has(deviceId)
      const found = isProven ? senderStatus : await lookedAt(deviceId, senderStatus)
      if (found !== 'KNOWN') {
        if (found === 'BAD_PASSWORD' && guard.isTried(deviceId)) tellTried(deviceId, true)
        return { because: found, meant: deviceId }
      }
      if (lines.isHeld(deviceId, link)) return { because: 'STILL_CONNECTED', meant: deviceId }
      proven.add(deviceId)
      if (link.open) lines.onReport(deviceId, link)
      if (!guard.isTried(deviceId)) tellTried(deviceId, false)
      return LET_IN
    },
    leave() {
      for (const deviceId of proven) lines.release(deviceId, link)
    },
  }
}
