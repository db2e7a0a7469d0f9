import type { LiveEvent, LiveWatch } from '@sluice/contract'
import { type Session, coversDept } from './session.ts'

/** Whom an event is for. It reaches only sockets whose session sees the department and may read such things. */
export interface LiveTarget {
  /** Without one the event belongs to no tenant. */
  deptId?: string
  deviceId?: string
  /** The entry of `watch` that must ask for it; without one every socket gets it. */
  watch?: keyof LiveWatch
  /** Permission key the session must hold. */
  key?: string
  /** Of the events that wait for a socket with the same value only the latest is sent, e.g. `device:42`. */
  latestOf?: string
}

/** The end of a socket, without any word of its protocol. */
export interface LivePeer {
  send(text: string): void
  /** Bytes handed over and not yet taken by the network. */
  waitingBytes(): number
  close(code: number, reason: string): void
}

export interface LiveMember {
  watch(watch: LiveWatch): void
  /** The session's rights may have changed. */
  renew(session: Session): void
  /** Sends to this one, past scope and watch. */
  tell(event: LiveEvent): void
  leave(): void
}

export interface LiveHub {
  /** Cheap: one walk over the sockets, one serialisation for all of them. */
  publish(event: LiveEvent, target: LiveTarget): void
  join(peer: LivePeer, session: Session): LiveMember
  readonly size: number
}

export interface LiveHubOptions {
  /** Least time between two flushes of a socket, ms. */
  flushMs?: number
  /** Events that may wait for one socket; one more and it is dropped as too slow. */
  maxWaiting?: number
  /** Above this the socket is left alone, so that waiting events coalesce instead of piling up in the network. */
  maxWaitingBytes?: number
  /** How long a socket may take nothing at all before it is dropped, ms. */
  maxStallMs?: number
}

/** "Try again later": the console comes back with growing waits (FB-11). */
export const CLOSE_SLOW = 1013

interface Socket {
  peer: LivePeer
  session: Session
  watch: LiveWatch
  /** The devices being looked at, as sets: looking up is what happens thousands of times a second. */
  devices: ReadonlySet<string> | 'all' | undefined
  messages: ReadonlySet<string>
  waiting: Map<string, string>
  flushedAt: number
  stalledSince: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Hands events to the browsers that look at them. Each socket gets the first event at once and then at most one flush
 * per `flushMs`; what waits is coalesced, so a slow socket costs memory for its newest states only.
 */
export function createLiveHub(options: LiveHubOptions = {}): LiveHub {
  const limits = { flushMs: 50, maxWaiting: 20_000, maxWaitingBytes: 1_000_000, maxStallMs: 15_000, ...options }
  const sockets = new Set<Socket>()
  let serial = 0

  function drop(socket: Socket, code: number, reason: string): void {
    remove(socket)
    socket.peer.close(code, reason)
  }

  function remove(socket: Socket): void {
    clearTimeout(socket.timer)
    socket.waiting.clear()
    sockets.delete(socket)
  }

  function flush(socket: Socket): void {
    socket.timer = undefined
    const now = performance.now()
    if (socket.peer.waitingBytes() > limits.maxWaitingBytes) {
      if (socket.stalledSince === 0) socket.stalledSince = now
      if (now - socket.stalledSince > limits.maxStallMs) return drop(socket, CLOSE_SLOW, 'too slow')
      socket.timer = setTimeout(flush, limits.flushMs, socket)
      return
    }
    socket.stalledSince = 0
    socket.flushedAt = now
    for (const text of socket.waiting.values()) socket.peer.send(text)
    socket.waiting.clear()
  }

  function queue(socket: Socket, key: string, text: string): void {
    // The latest state goes to the end of the queue: order stays that of the last news of each device.
    socket.waiting.delete(key)
    socket.waiting.set(key, text)
    if (socket.timer) {
      if (socket.waiting.size > limits.maxWaiting) drop(socket, CLOSE_SLOW, 'too slow')
      return
    }
    const wait = socket.flushedAt + limits.flushMs - performance.now()
    if (wait <= 0) flush(socket)
    else socket.timer = setTimeout(flush, wait, socket)
  }

  return {
    get size() {
      return sockets.size
    },
    publish(event, target) {
      let text: string | undefined
      const key = target.latestOf ?? `#${serial++}`
      for (const socket of sockets) {
        if (!looksAt(socket, target) || !maySee(socket.session, target)) continue
        text ??= JSON.stringify(event)
        queue(socket, key, text)
      }
    },
    join(peer, session) {
      const socket: Socket = {
        peer,
        session,
        watch: {},
        devices: undefined,
        messages: new Set(),
        waiting: new Map(),
        flushedAt: -limits.flushMs,
        stalledSince: 0,
        timer: undefined,
      }
      sockets.add(socket)
      return {
        watch(watch) {
          socket.watch = watch
          socket.devices = watch.devices === 'all' ? 'all' : watch.devices && new Set(watch.devices)
          socket.messages = new Set(watch.messages)
        },
        renew(renewed) {
          socket.session = renewed
        },
        tell(event) {
          if (sockets.has(socket)) queue(socket, `#${serial++}`, JSON.stringify(event))
        },
        leave: () => remove(socket),
      }
    },
  }
}

function looksAt(socket: Socket, { watch, deviceId }: LiveTarget): boolean {
  if (watch === undefined) return true
  const wanted = watch === 'devices' ? socket.devices : watch === 'messages' ? socket.messages : socket.watch[watch]
  if (wanted === undefined || wanted === false) return false
  if (wanted === true || wanted === 'all') return true
  return deviceId !== undefined && wanted.has(deviceId)
}

function maySee(session: Session, { deptId, key }: LiveTarget): boolean {
  if (key !== undefined && !session.keys.has(key)) return false
  return deptId === undefined || coversDept(session.scope, deptId)
}
