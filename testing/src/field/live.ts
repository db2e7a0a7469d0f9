import { LIVE_PATH, type LiveEvent, type LiveWatch } from '@sluice/contract'
import { WebSocket } from 'ws'
import type { Visitor } from '../browser/sign-in.ts'
import { until } from '../platform/wait.ts'

/** A browser's end of the live socket. */
export interface LiveClient {
  /** Events in the order they came. */
  readonly events: readonly LiveEvent[]
  readonly closeCode: number | undefined
  /** Resolves when the server knows of it: what happens from now on is told. */
  watch(watch: LiveWatch): Promise<void>
  /** The first event that passes, waiting for it. */
  event<E extends LiveEvent>(which: (event: LiveEvent) => event is E, timeoutMs?: number): Promise<E>
  event(which: (event: LiveEvent) => boolean, timeoutMs?: number): Promise<LiveEvent>
  close(): void
}

/** What the server answered instead of a socket. */
export class LiveRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the live socket was refused with ${status}`)
    this.status = status
  }
}

/** Opens the live socket with a visitor's cookie, from the server's own origin unless told otherwise. */
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
        // Frames are read in their order: who answers the second one has acted on the first.
        socket.once('pong', () => known())
        socket.send(JSON.stringify({ watch }))
        socket.ping()
      }),
    event: (which: (event: LiveEvent) => boolean, timeoutMs?: number) =>
      until('a live event', () => events.find((event) => which(event)), timeoutMs) as Promise<never>,
    close: () => socket.close(),
  }
}
