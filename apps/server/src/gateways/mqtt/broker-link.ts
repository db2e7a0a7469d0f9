import type { Client } from 'aedes'
import type { Socket } from 'node:net'
import { VERDICT, type LinkEnd } from './broker.messages.ts'
import type { SocketMeter } from './socket-meter.ts'

/** A PUBLISH that waits for its verdict. */
export interface Waiting {
  verdict: number | undefined
  done(verdict: number): void
}

export const NO_END: LinkEnd = { cause: 'closed', reason: null, bytesIn: 0, bytesOut: 0 }

/** One connection at the broker. */
export class BrokerLink {
  readonly no: number
  readonly socket: Socket
  readonly client: Client
  readonly remote: string
  /** The main thread knows it as a device's. */
  admitted = false
  deviceId: string | null = null
  /** What it subscribed to, with the granted QoS. */
  readonly filters = new Map<string, number>()
  aliveAt = 0
  /** Until then (performance.now) something was sent that the device has to answer, and then to report on. */
  awaitedUntil = 0
  meter: SocketMeter | undefined
  end: LinkEnd = NO_END
  /** The main thread's answer to CONNECT is outstanding. */
  admit: ((deviceId: string | null, unavailable: boolean) => void) | undefined
  #waiting: Waiting[] = []

  constructor(no: number, socket: Socket, client: Client) {
    this.no = no
    this.socket = socket
    this.client = client
    this.remote = `${socket.remoteAddress ?? '?'}:${socket.remotePort ?? 0}`
  }

  get address(): string {
    return this.remote.slice(0, this.remote.lastIndexOf(':'))
  }

  /** A place in the order of answers: MQTT 3.1.1 4.6 wants PUBACKs in the order of the PUBLISHes. */
  reserve(done: (verdict: number) => void): Waiting {
    const waiting: Waiting = { verdict: undefined, done }
    this.#waiting.push(waiting)
    return waiting
  }

  settle(waiting: Waiting, verdict: number): void {
    waiting.verdict = verdict
    while (this.#waiting[0]?.verdict !== undefined) {
      const first = this.#waiting.shift()
      if (first) first.done(first.verdict ?? VERDICT.CLOSE)
    }
  }

  close(reason: string, cause: LinkEnd['cause'] = 'closed'): void {
    if (this.end.reason === null) this.end = { ...this.end, cause, reason }
    this.socket.destroy()
  }

  /** The QoS a downlink goes out with; undefined where nobody listens. */
  qosFor(topic: string): 0 | 1 | undefined {
    const granted = this.filters.get(topic) ?? this.filters.get(topic.replace(/[^/]+$/, '+'))
    return granted === undefined ? undefined : granted > 0 ? 1 : 0
  }
}
