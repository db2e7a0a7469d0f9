import { connect, type Socket } from 'node:net'
import { sl651, type Sl651Link } from '@sluice/codecs'
import { frameOf, reportOf } from '../src/field/station.ts'

/** Stations that report without a pause, with several reports under way, and repeat unacknowledged ones. */
export interface IngestLoad {
  /** Acknowledged serial numbers by station address. */
  readonly acknowledged: ReadonlyMap<string, ReadonlySet<number>>
  readonly total: () => number
  /** How many serial numbers a station has sent so far. */
  sent(address: string): number
  /** Stops new reports; resolves when everything sent is acknowledged. */
  finish(timeoutMs: number): Promise<void>
  stop(): void
}

/** Most unanswered reports of a station. */
const WINDOW = 8
const RECONNECT_MS = 50
/** An unanswered frame is sent again after this time, as stations do. */
const RESEND_MS = 5_000
const MINUTE = 60_000

/**
 * `port` returns where the platform listens now; undefined while it is down. `startAt` is the time of the first report.
 */
export function startIngestLoad(
  addresses: readonly string[],
  port: () => number | undefined,
  startAt: number,
): IngestLoad {
  const state = { finishing: false, stopped: false }
  const stations = addresses.map((station) =>
    loadStation({ station, password: '0000', center: 1 }, port, startAt, state),
  )
  return {
    acknowledged: new Map(stations.map(({ address, done }) => [address, done])),
    total: () => stations.reduce((sum, { done }) => sum + done.size, 0),
    sent: (address) => stations.find((one) => one.address === address)?.sent() ?? 0,
    async finish(timeoutMs) {
      state.finishing = true
      const end = performance.now() + timeoutMs
      while (stations.some(({ waiting }) => waiting.size > 0)) {
        if (performance.now() > end) throw new Error('some reports were never acknowledged')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    stop() {
      state.stopped = true
      for (const station of stations) station.close()
    },
  }
}

function loadStation(
  link: Sl651Link,
  port: () => number | undefined,
  startAt: number,
  state: { finishing: boolean; stopped: boolean },
) {
  const done = new Set<number>()
  /** Serial number -> when it was last sent. */
  const waiting = new Map<number, number>()
  let serial = 0
  let socket: Socket | undefined

  function send(no: number): void {
    waiting.set(no, performance.now())
    socket?.write(frameOf(reportOf(link, no, { 39: no / 1000 }, { at: startAt + no * MINUTE })))
  }

  function fill(): void {
    while (!state.finishing && waiting.size < WINDOW) send(++serial)
  }

  function open(): void {
    const to = port()
    if (state.stopped) return
    if (to === undefined) return later()
    let rest: Uint8Array = new Uint8Array()
    const mine = connect({ port: to, host: '127.0.0.1', noDelay: true })
    socket = mine
    mine.on('error', () => undefined)
    mine.on('close', later)
    mine.on('connect', () => {
      for (const no of waiting.keys()) send(no)
      fill()
    })
    mine.on('data', (chunk) => {
      const buffer = Buffer.concat([rest, chunk])
      const { frames, consumed } = sl651.split(buffer)
      rest = buffer.subarray(consumed)
      for (const frame of frames) {
        const answer = sl651.decode(frame)
        if (answer.ok && answer.value.serial !== null && waiting.delete(answer.value.serial))
          done.add(answer.value.serial)
      }
      fill()
    })
  }

  function later(): void {
    if (!state.stopped) setTimeout(open, RECONNECT_MS)
  }

  const resend = setInterval(() => {
    const old = performance.now() - RESEND_MS
    for (const [no, at] of waiting) if (at < old) send(no)
  }, 500)

  open()
  return {
    address: link.station,
    done,
    waiting,
    sent: () => serial,
    close() {
      clearInterval(resend)
      socket?.destroy()
    },
  }
}
