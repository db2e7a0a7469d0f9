import { LIVE_PATH, type LiveEvent, type LiveWatch } from '@sluice/contract'
import { WebSocket } from 'ws'
import type { Visitor } from '../browser/sign-in.ts'
import { until } from '../platform/wait.ts'

/** A client of the live socket. */
export interface LiveClient {
  /** Events in the order of arrival. */
  readonly events: readonly LiveEvent[]
  readonly closeCode: number | undefined
  /** Resolves when the server has registered the watch: later events are delivered. */
  watch(watch: LiveWatch): Promise<void>
  /** The first matching event; waits for it. */
  event<E extends LiveEvent>(which: (event: LiveEvent) => event is E, timeoutMs?: number): Promise<E>
  event(which: (event: LiveEvent) => boolean, timeoutMs?: number): Promise<LiveEvent>
  close(): void
}

/** The server's answer in place of a socket. */
export class LiveRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the live socket was refused with ${status}`)
    this.status = status
  }
}

/** Opens the live socket with a visitor's cookie, from the server's own origin by default. */
export async function openLive(
  url: string,
  { cookie }: Partial<Pick<Visitor, 'cookie'>>,
  origin: string | undefined = new URL(url).origin,
): Promise<LiveClient> {
  const target = new URL(LIVE_PATH, url)
  target.protocol = target.protocol.replace('http', 'ws')
  const socket = new WebSocket(target, {
    ...(origin === undefined ? {} : { origin }),
    headers: cookie === undefined ? {} : { cookie: `authorization=${cookie}` },
  })
  const events: LiveEvent[] = []
  const state: { closeCode: number | undefined } = { closeCode: undefined }
  socket.on('message', (bytes) => events.push(JSON.parse(String(bytes)) as LiveEvent))
  socket.on('close', (code) => {
    state.closeCode = code
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) => {
      reject(new LiveRefused(response.statusCode ?? 0))
      socket.terminate()
    })
    socket.on('error', reject)
  })
  return {
    events,
    get closeCode() {
      return state.closeCode
    },
    watch: (watch) =>
      new Promise((known) => {
        // Frames are read in order: a pong to the second frame proves that the first was handled.
        socket.once('pong', () => known())
        socket.send(JSON.stringify({ watch }))
        socket.ping()
      }),
    event: (which: (event: LiveEvent) => boolean, timeoutMs?: number) =>
      until('a live event', () => events.find((event) => which(event)), timeoutMs) as Promise<never>,
    close: () => socket.close(),
  }
}
