import { connect, type Socket } from 'node:net'
import { type FaultPush, LIVE_PATH, type LiveEvent } from '@sluice/contract'
import { WebSocket } from 'ws'
import { answer } from '../child.ts'
import { connectPacket, createPacketReader, MQTT, publishPacket } from '../load/mqtt-packets.ts'
import { headersOf, signIn, type Visitor } from '../sign-in.ts'
import { pause, until } from '../wait.ts'

export interface StormGateway {
  deviceId: string
  token: string
  slaves: { deviceId: string; deviceNo: string }[]
}

interface Gateway extends StormGateway {
  socket: Socket | undefined
}

/** When something was to be seen, and when it was, by performance.now(). */
interface Awaited {
  from: number
  ms: number | undefined
}

const KEEP_ALIVE_S = 600
const SHOWN_WITHIN_MS = 60_000
/** The client id in the address of the fault socket. */
const ID32 = 'ABCDEFGHJKMNPQRSTWXYZabcdefhijk2'

let port = 0
let gateways: Gateway[] = []
const sockets: WebSocket[] = []
/** The state that the map shows of each device. */
const shown = new Map<string, string>()
let wanted: 'ONLINE' | 'OFFLINE' = 'ONLINE'
let rows = new Map<string, Awaited>()
/** By how many gateways were turned; the badge shows as many as are away. */
let badges: Awaited[] = []

function seen(event: LiveEvent): void {
  if (event.type !== 'device') return
  const { deviceId, status } = event.state
  shown.set(deviceId, status)
  const row = rows.get(deviceId)
  if (row && row.ms === undefined && status === wanted) row.ms = performance.now() - row.from
}

/** It is right for all who had turned when it shows at least their number. */
function counted({ count }: FaultPush): void {
  if (count === undefined) return
  const turned = wanted === 'OFFLINE' ? count : gateways.length - count
  for (const badge of badges.slice(0, turned)) badge.ms ??= performance.now() - badge.from
}

async function open(url: string, visitor: Visitor, path: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { origin: url, headers: headersOf(visitor) })
  sockets.push(socket)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return socket
}

async function dial(gateway: Gateway): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  gateway.socket = socket
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    const read = createPacketReader(({ type, body }) => {
      if (type !== MQTT.CONNACK) return
      if (body[1] === 0) resolve()
      else reject(new Error(`a gateway was refused with ${body[1]}`))
    })
    socket.on('data', read)
    socket.write(connectPacket(gateway.token, KEEP_ALIVE_S))
  })
}

/** A gateway tells of itself and of everybody behind it. */
function report({ socket, slaves }: Gateway): void {
  const of = { opening: 40, valveState: 'PARTIAL' }
  const values = Object.fromEntries(slaves.map(({ deviceNo }) => [deviceNo, [{ values: of }]]))
  socket?.write(publishPacket(1, 'v1/devices/me/telemetry', Buffer.from('{"csq":20}')))
  socket?.write(publishPacket(2, 'v1/gateway/telemetry', Buffer.from(JSON.stringify(values))))
}

/** From now on the rows of it and of everybody behind it are to be in the wanted state. */
function expectOf({ deviceId, slaves }: Gateway): void {
  const from = performance.now()
  for (const id of [deviceId, ...slaves.map((slave) => slave.deviceId)]) rows.set(id, { from, ms: undefined })
  badges.push({ from, ms: undefined })
}

async function comeBack(gateway: Gateway): Promise<void> {
  await dial(gateway)
  expectOf(gateway)
  report(gateway)
}

const timesOf = (awaited: Iterable<Awaited>) => [...awaited].flatMap(({ ms }) => (ms === undefined ? [] : [ms]))

export const calls = {
  async open(given: { url: string; port: number; password: string; deptId: string; gateways: StormGateway[] }) {
    port = given.port
    gateways = given.gateways.map((one) => ({ ...one, socket: undefined }))
    const visitor = await signIn(given.url, 'admin', given.password)
    const live = await open(given.url, visitor, LIVE_PATH)
    live.on('message', (bytes) => seen(JSON.parse(String(bytes)) as LiveEvent))
    live.send(JSON.stringify({ watch: { devices: 'all' } }))
    const bell = await open(given.url, visitor, `/fault/${given.deptId}/${ID32}`)
    bell.on('message', (bytes) => counted(JSON.parse(String(bytes)) as FaultPush))
    for (const gateway of gateways) {
      await dial(gateway)
      report(gateway)
    }
    const ids = gateways.flatMap(({ deviceId, slaves }) => [deviceId, ...slaves.map((slave) => slave.deviceId)])
    return until(() => ids.every((id) => shown.get(id) === 'ONLINE'))
  },

  /**
   * All gateways lose their connections, or come back, evenly within so many seconds. Times in ms from the end of its
   * connection, or from its report, until a row of the map and the badge are right; `sent` is how many there must be.
   */
  async storm({ seconds, away }: { seconds: number; away: boolean }) {
    wanted = away ? 'OFFLINE' : 'ONLINE'
    rows = new Map()
    badges = []
    const started = performance.now()
    for (const [n, gateway] of gateways.entries()) {
      const wait = started + (n * seconds * 1000) / gateways.length - performance.now()
      if (wait > 0) await pause(wait)
      if (!away) {
        await comeBack(gateway)
        continue
      }
      expectOf(gateway)
      gateway.socket?.destroy()
    }
    const isRight = () => [...rows.values(), ...badges].every(({ ms }) => ms !== undefined)
    await until(isRight, performance.now(), SHOWN_WITHIN_MS)
    return { rows: timesOf(rows.values()), rowsSent: rows.size, badges: timesOf(badges), badgesSent: badges.length }
  },

  close(_: null): void {
    for (const socket of sockets) socket.terminate()
    for (const { socket } of gateways) socket?.destroy()
  },
}

answer(calls)
