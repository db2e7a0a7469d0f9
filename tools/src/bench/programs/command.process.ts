import { LIVE_PATH, type LiveEvent, sendCommand } from '@sluice/contract'
import { WebSocket } from 'ws'
import { answer } from '../child.ts'
import type { FleetStation, MqttDevice } from '../load/fleet.ts'
import { headersOf, signIn, type Visitor } from '../sign-in.ts'
import { connectMqttValve, connectSl651Valve, type Valve } from '../load/valves.ts'

/** Times in ms from the moment the click was due, by command; a command without the event so far has none. */
export interface ClickTimes {
  sent: number
  /** To the first byte of the command on the device's socket. */
  socket: number[]
  /** To the answer of the call: the device acknowledged it. */
  answer: number[]
  /** To the event on the browser's socket that confirms the command. */
  confirmed: number[]
}

export interface ClickRun extends Record<Valve['protocol'], ClickTimes> {
  /** Calls that were not answered with code 0, by answer. */
  refused: Record<string, number>
}

/** How long a command may take before it counts as not confirmed. */
const PATIENCE_MS = 10_000

let url = ''
let visitor: Visitor
let screen: WebSocket | undefined
let serial = 0
const run = `bench-${Date.now()}`
const valves: Valve[] = []
/** Clicks that wait for confirmation, by device: a valve has one command at a time. */
const open = new Map<string, (at: number) => void>()

function seen(event: LiveEvent): void {
  if (event.type !== 'command' || event.command.status !== 'EXECUTED') return
  open.get(event.command.deviceId)?.(performance.now())
}

async function click(valve: Valve, dueAt: number, into: ClickRun): Promise<void> {
  const times = into[valve.protocol]
  times.sent++
  const confirmed = new Promise<void>((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS)
    open.set(valve.deviceId, (at) => {
      clearTimeout(late)
      open.delete(valve.deviceId)
      times.confirmed.push(at - dueAt)
      resolve()
    })
  })
  valve.onCommand = (at) => {
    valve.onCommand = undefined
    times.socket.push(at - dueAt)
  }
  const code = valve.open ? 'CLOSE' : 'OPEN'
  const response = await fetch(url + sendCommand.path, {
    method: 'POST',
    headers: { ...headersOf(visitor), origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId: valve.deviceId, code, params: {}, idempotencyKey: `${run}-${++serial}` }),
  })
  const { code: result, message } = (await response.json()) as { code: number; message: string }
  if (result === 0) times.answer.push(performance.now() - dueAt)
  else into.refused[`${result} ${message}`] = (into.refused[`${result} ${message}`] ?? 0) + 1
  await confirmed
  open.delete(valve.deviceId)
}

interface Given {
  url: string
  password: string
  mqttPort: number
  sl651Port: number
  mqtt: MqttDevice[]
  sl651: FleetStation[]
}

export const calls = {
  /** Connects the valves, half of each protocol, and a browser's live socket that watches them. */
  async open(given: Given): Promise<void> {
    url = given.url
    visitor = await signIn(url, 'admin', given.password)
    for (let n = 0; n < Math.max(given.mqtt.length, given.sl651.length); n++) {
      const [device, station] = [given.mqtt[n], given.sl651[n]]
      if (device) valves.push(await connectMqttValve(given.mqttPort, device))
      if (station) valves.push(await connectSl651Valve(given.sl651Port, station))
    }
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${LIVE_PATH}`, {
      origin: url,
      headers: headersOf(visitor),
    })
    screen = socket
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    socket.on('message', (text) => seen(JSON.parse(String(text)) as LiveEvent))
    socket.send(JSON.stringify({ watch: { devices: valves.map(({ deviceId }) => deviceId) } }))
  },

  /** Clicks `count` times, `perSecond`, on one valve after another; busy ones are skipped. */
  async click({ count, perSecond }: { count: number; perSecond: number }): Promise<ClickRun> {
    const times = (): ClickTimes => ({ sent: 0, socket: [], answer: [], confirmed: [] })
    const into: ClickRun = { MQTT: times(), SL651: times(), refused: {} }
    const clicks: Promise<void>[] = []
    const started = performance.now()
    for (let n = 0, turn = 0; n < count; n++, turn++) {
      const dueAt = started + (n * 1000) / perSecond
      const wait = dueAt - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      for (let tries = 0; tries < valves.length && open.has(valves[turn % valves.length]!.deviceId); tries++) turn++
      clicks.push(click(valves[turn % valves.length]!, dueAt, into))
    }
    await Promise.all(clicks)
    return into
  },

  close(_: null): void {
    screen?.terminate()
    for (const { socket } of valves) socket.destroy()
  },
}

answer(calls)
