import type { Clock } from '../platform/clock/clock.ts'
import type { ConnectionNote, Link } from './link.ts'

/** The current connection of each device. One each: a later one replaces the earlier, which is a dead NAT entry. */
export class DeviceSessions {
  readonly #links = new Map<string, Link>()

  linkOf(deviceId: string): Link | undefined {
    return this.#links.get(deviceId)
  }

  /** Binds the link and returns the older connection that must close, if there is one. */
  bind(deviceId: string, link: Link): Link | undefined {
    const older = this.#links.get(deviceId)
    link.deviceId = deviceId
    this.#links.set(deviceId, link)
    return older === link ? undefined : older
  }

  release(link: Link): void {
    if (link.deviceId !== null && this.#links.get(link.deviceId) === link) this.#links.delete(link.deviceId)
  }
}

interface IdentifyDeps {
  sessions: DeviceSessions
  clock: Clock
  noteConnection(note: ConnectionNote): void
}

/** This connection is the device's now; an older one is a line that died without a word. */
export function identify(link: Link, deviceId: string, { clock, sessions, noteConnection }: IdentifyDeps): void {
  if (link.deviceId === deviceId || !link.open) return
  const now = clock.now().getTime()
  const older = sessions.bind(deviceId, link)
  noteConnection(link.note('REGISTER', now))
  if (!older) return
  noteConnection(older.note('KICKED', now, 'connected again'))
  older.close('connected again')
}
