import { LIVE_LOOK_BACK_MS, type LiveEvent, type LiveWatch } from '@sluice/contract'
import { LIVE_LIMITS, type LiveLimits, type LivePeer, LiveQueue } from './live-queue.ts'
import { LiveReplay } from './live-replay.ts'
import { type Session, coversDept } from '../http/session.ts'

/** The audience of an event. It reaches only sockets whose session sees the department and may read such events. */
export interface LiveTarget {
  /** Without one the event is everybody's, or the platform's. */
  deptId?: string
  deviceId?: string
  /** The entry of `watch` that must ask for it; without one every socket gets it. */
  watch?: keyof LiveWatch
  /** The item that `watch` has to name, where that is not the device. */
  item?: string
  /** Only for this person, wherever they are signed in. */
  userId?: string
  /** For the platform itself: only for those who see all departments. */
  platform?: true
  /** Permission key the session must hold. */
  key?: string
  /** Of the events that wait for a socket with the same value only the latest is sent, e.g. `device:42`. */
  latestOf?: string
}

/** Ids of the devices created by a user with the data scope SELF, in any department. */
export type Made = ReadonlySet<string>

export interface LiveMember {
  /** For newly watched devices the latest events are sent too, so that none is lost between a fetch and its watch. */
  watch(watch: LiveWatch): void
  /** The session's rights, or the devices it made, may have changed. */
  renew(session: Session, made?: Made): void
  /** Sends to this one, past scope and watch. */
  tell(event: LiveEvent): void
  leave(): void
}

export interface LiveHub {
  /** Cheap: one walk over the sockets; the event is made and serialised once, and only where a socket takes it. */
  publish(make: () => LiveEvent, target: LiveTarget): void
  join(peer: LivePeer, session: Session, made?: Made): LiveMember
  readonly size: number
}

/** "Try again later": the console reconnects with growing delays (FB-11). */
export const CLOSE_SLOW = 1013

const NOTHING: Made = new Set()

interface Socket {
  queue: LiveQueue
  session: Session
  made: Made
  wants: Wants
}

/** A watch as sets, because lookups happen thousands of times a second. */
type Wants = { [Name in keyof LiveWatch]: true | ReadonlySet<string> }

/** Sends events to the browsers that watch them; each socket's queue handles how fast it can take them. */
export function createLiveHub(options: Partial<LiveLimits> = {}): LiveHub {
  const limits = { ...LIVE_LIMITS, ...options }
  const sockets = new Set<Socket>()
  // Half of what may wait, so that sending it never drops a socket as too slow.
  const replay = new LiveReplay<LiveTarget>(LIVE_LOOK_BACK_MS, limits.maxWaiting / 2)
  let serial = 0

  function remove(socket: Socket): void {
    socket.queue.stop()
    sockets.delete(socket)
  }

  return {
    get size() {
      return sockets.size
    },
    publish(make, target) {
      let text: string | undefined
      const key = target.latestOf ?? `#${serial++}`
      if (target.watch === 'devices' && target.latestOf) replay.note(key, make, target)
      for (const socket of sockets) {
        if (!looksAt(socket.wants, target) || !maySee(socket, target)) continue
        text ??= JSON.stringify(make())
        socket.queue.push(key, text)
      }
    },
    join(peer, session, made = NOTHING) {
      const queue = new LiveQueue(peer, limits, () => {
        remove(socket)
        peer.close(CLOSE_SLOW, 'too slow')
      })
      const socket: Socket = { queue, session, made, wants: {} }
      sockets.add(socket)
      return {
        watch(watch) {
          const before = socket.wants
          socket.wants = wantsOf(watch)
          for (const { key, make, target } of replay.all()) {
            if (looksAt(before, target) || !looksAt(socket.wants, target) || !maySee(socket, target)) continue
            queue.push(key, JSON.stringify(make()))
          }
        },
        renew(renewed, now = NOTHING) {
          socket.session = renewed
          socket.made = now
        },
        tell(event) {
          if (sockets.has(socket)) queue.push(`#${serial++}`, JSON.stringify(event))
        },
        leave: () => remove(socket),
      }
    },
  }
}

function wantsOf(watch: LiveWatch): Wants {
  const wants: Wants = {}
  for (const [name, what] of Object.entries(watch) as [keyof LiveWatch, LiveWatch[keyof LiveWatch]][]) {
    if (what === 'all') wants[name] = true
    else if (Array.isArray(what)) wants[name] = new Set(what)
  }
  return wants
}

function looksAt(wants: Wants, { watch, deviceId, item = deviceId }: LiveTarget): boolean {
  if (watch === undefined) return true
  const wanted = wants[watch]
  return wanted !== undefined && (wanted === true || (item !== undefined && wanted.has(item)))
}

function maySee({ session, made }: Socket, { deptId, deviceId, userId, platform, key }: LiveTarget): boolean {
  if (userId !== undefined && session.userId !== userId) return false
  if (platform && !session.scope.all) return false
  if (key !== undefined && !session.keys.has(key)) return false
  if (deptId === undefined || coversDept(session.scope, deptId)) return true
  return session.scope.own && deviceId !== undefined && made.has(deviceId)
}
