import { connect, type Socket } from 'node:net'
import { LIVE_PATH, type LiveEvent } from '@sluice/contract'
import { WebSocket } from 'ws'
import { answer } from '../child.ts'
import { frameOf, reportOf } from '../load/reports.ts'
import { headersOf, signIn } from '../sign-in.ts'

/** A station that reports repeatedly, and when each of its reports was due (NaN during the warm-up). */
interface Station {
  socket: Socket
  address: string
  dueAt: number[]
  /** Whether the report was shown: it counts once, however often its event arrives. */
  isShown: boolean[]
  /** The index of the first report without an answer. */
  unanswered: number
}

const stations: Station[] = []
const byDevice = new Map<string, Station>()
let screen: WebSocket | undefined
/** Times in ms since the report was due, of reports after the warm-up. */
let answered: number[] = []
let shown: number[] = []

function note(times: number[], dueAt: number | undefined): void {
  if (dueAt !== undefined && !Number.isNaN(dueAt)) times.push(performance.now() - dueAt)
}

/** The level identifies the report: a shown state is matched by its value, not by its order. */
const levelOf = (n: number) => n / 1000

function seen(event: LiveEvent): void {
  if (event.type !== 'device') return
  const value = event.state.values['level']?.v
  const station = byDevice.get(event.state.deviceId)
  if (!station || typeof value !== 'number') return
  const n = Math.round(value * 1000)
  if (station.isShown[n]) return
  station.isShown[n] = true
  note(shown, station.dueAt[n])
}

function dial(port: number, station: { address: string; deviceId: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const made: Station = { socket, address: station.address, dueAt: [], isShown: [], unanswered: 0 }
    stations.push(made)
    byDevice.set(station.deviceId, made)
    socket.on('error', reject)
    socket.on('connect', () => resolve())
    socket.on('data', () => {
      note(answered, made.dueAt[made.unanswered++])
    })
  })
}

/** `dueAt` is NaN for a report that is not measured. */
function send(station: Station, dueAt: number): void {
  const n = station.dueAt.length
  const frame = frameOf(reportOf(station.address, n, Date.now(), levelOf(n)))
  station.dueAt.push(dueAt)
  station.socket.write(frame)
}

export const calls = {
  async open(given: { url: string; port: number; password: string; fleet: { address: string; deviceId: string }[] }) {
    const visitor = await signIn(given.url, 'admin', given.password)
    const address = `${given.url.replace(/^http/, 'ws')}${LIVE_PATH}`
    const socket = new WebSocket(address, { origin: given.url, headers: headersOf(visitor) })
    screen = socket
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    socket.on('message', (text) => seen(JSON.parse(String(text)) as LiveEvent))
    socket.send(JSON.stringify({ watch: { devices: 'all' } }))
    for (let at = 0; at < given.fleet.length; at += 200) {
      await Promise.all(given.fleet.slice(at, at + 200).map((station) => dial(given.port, station)))
    }
  },

  /** Sends `perSecond` reports a second for a while, evenly spread over time and stations. */
  async watch({ perSecond, seconds, warmUpSeconds }: { perSecond: number; seconds: number; warmUpSeconds: number }) {
    answered = []
    shown = []
    const started = performance.now()
    const measuredFrom = Math.round(perSecond * warmUpSeconds)
    const total = measuredFrom + Math.round(perSecond * seconds)
    for (let sent = 0; sent < total; ) {
      const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond))
      for (; sent < due; sent++) {
        send(stations[sent % stations.length]!, sent < measuredFrom ? Number.NaN : started + (sent * 1000) / perSecond)
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return { sent: total - measuredFrom, answered, shown }
  },

  close(_: null): void {
    screen?.terminate()
    for (const { socket } of stations) socket.destroy()
  },
}

answer(calls)
