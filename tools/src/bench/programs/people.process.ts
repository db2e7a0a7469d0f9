import { connect } from 'node:net'
import { dashboardSummary, deviceResource, faultResource, history, resourcePath } from '@sluice/contract'
import { answer } from '../child.ts'
import { connectPacket, createPacketReader, MQTT } from '../load/mqtt-packets.ts'
import type { TimedCall } from '../gauge/recovery.ts'
import { headersOf, signIn, type Visitor } from '../sign-in.ts'

const PATIENCE_MS = 15_000
const EVERY_MS = 1000
const HOUR_MS = 3_600_000
const KEEP_ALIVE_S = 60

let url = ''
const visitors: Visitor[] = []
/** The devices whose history user n reads. */
let deviceIds: string[] = []

/** The pages that every user reads one after another. */
const PAGES: readonly { page: string; address(person: number): string }[] = [
  { page: 'devices', address: () => `${resourcePath(deviceResource, 'page')}?page=1&limit=20` },
  { page: 'faults', address: () => `${resourcePath(faultResource, 'page')}?page=1&limit=20` },
  { page: 'dashboard', address: () => dashboardSummary.path },
  {
    page: 'history',
    address: (person) => {
      const [from, to] = [Date.now() - HOUR_MS, Date.now()].map((at) => new Date(at).toISOString())
      const asked = { deviceId: deviceIds[person] ?? '', keys: 'outletPressure,flow', startTime: from!, endTime: to! }
      return `${history.path}?${new URLSearchParams(asked)}`
    },
  },
]

/** Resolves with the time from `dueAt` until the page arrived; infinite when it was refused, broken or too late. */
async function read(visitor: Visitor, address: string, dueAt: number): Promise<number> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(url + address, { headers: headersOf(visitor), signal })
    const { code } = (await response.json()) as { code: number }
    return code === 0 ? performance.now() - dueAt : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Calls `call` at each of `count` moments `everyMs` apart, whatever happened to earlier calls. */
async function onSchedule<T>(count: number, everyMs: number, call: (n: number, dueAt: number) => Promise<T>) {
  const started = performance.now()
  const running: Promise<T>[] = []
  for (let n = 0; n < count; n++) {
    const dueAt = started + n * everyMs
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())))
    running.push(call(n, dueAt))
  }
  return Promise.all(running)
}

/** Connects a device and disconnects again: ms until it was let in, infinite when it was not. */
function knock(port: number, localAddress: string, token: string, dueAt: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    const end = (ms: number) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(ms)
    }
    const timer = setTimeout(() => end(Number.POSITIVE_INFINITY), PATIENCE_MS)
    const take = createPacketReader(({ type, body }) => {
      if (type === MQTT.CONNACK) end(body[1] === 0 ? performance.now() - dueAt : Number.POSITIVE_INFINITY)
    })
    socket.on('data', take)
    socket.on('error', () => end(Number.POSITIVE_INFINITY))
    socket.on('close', () => end(Number.POSITIVE_INFINITY))
    socket.write(connectPacket(token, KEEP_ALIVE_S))
  })
}

export const calls = {
  async open(given: { url: string; usernames: string[]; password: string; deviceIds: string[] }): Promise<void> {
    url = given.url
    deviceIds = given.deviceIds
    for (const username of given.usernames) visitors.push(await signIn(url, username, given.password))
  },

  /** Every user reads a page a second, in turn, however late the previous one is. */
  read({ seconds }: { seconds: number }): Promise<TimedCall[]> {
    const people = visitors.length
    const everyMs = EVERY_MS / people
    return onSchedule(seconds * people, everyMs, async (n, dueAt) => {
      const person = n % people
      const { page, address } = PAGES[(Math.floor(n / people) + person) % PAGES.length]!
      return { page, dueMs: n * everyMs, ms: await read(visitors[person]!, address(person), dueAt) }
    })
  },

  /** A device that reconnects every second from this address; ms until it was let in. */
  knock(given: { port: number; localAddress: string; token: string; seconds: number }): Promise<number[]> {
    const { port, localAddress, token, seconds } = given
    return onSchedule(seconds, EVERY_MS, (_, dueAt) => knock(port, localAddress, token, dueAt))
  },
}

answer(calls)
