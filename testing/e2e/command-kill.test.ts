import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sl651Message, sl651SwitchReport } from '@sluice/codecs'
import { commandPage, getCommand, sendCommand } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ApiClient,
  connectStation,
  createClient,
  makeDevice,
  pause,
  type ServerProcess,
  stampOf,
  startServerProcess,
  type TestStation,
  until,
} from '../src/index.ts'

const PASSWORD = 'heron-4-lantern'
const dataDir = mkdtempSync(join(tmpdir(), 'sluice-kill-'))
let server: ServerProcess
let admin: ApiClient

async function start(): Promise<void> {
  server = await startServerProcess({
    env: { PORT: '0', SLUICE_DATA: dataDir, SLUICE_DEVICE_PORTS: '0', SLUICE_ADMIN_PASSWORD: PASSWORD },
  })
  admin = await createClient(server.url).signIn('admin', PASSWORD)
}

beforeAll(start)
afterAll(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** A station with two valves that counts its commands over all restarts of the server. */
class Site {
  readonly valves: string[] = []
  readonly open = [false, false]
  /** Control frames, in order of arrival. */
  readonly frames: boolean[][] = []
  #address = ''
  #station: TestStation | undefined
  #read = 0
  #serial = 0
  #toldS = 0

  async install(): Promise<this> {
    const master = await makeDevice(admin, { productNo: 'SL651-VALVE-STATION' })
    for (const channel of [1, 2]) {
      const valve = { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel }
      this.valves.push((await makeDevice(admin, valve)).id)
    }
    this.#address = master.stationAddress
    return this.connect()
  }

  async connect(): Promise<this> {
    this.#read = 0
    this.#station = await connectStation({ port: server.sl651Port!, station: this.#address })
    await this.tell()
    return this
  }

  /** Reads what arrived so far; bytes under way when the process dies are still in the socket. */
  listen(): number {
    const controls = this.#station!.answers.filter((m) => m.func === '4D' && m.end === 'ENQ').map(statesIn)
    for (const states of controls.slice(this.#read)) this.frames.push(states)
    this.#read = controls.length
    return this.frames.length
  }

  obey(): void {
    const states = this.frames.at(-1) ?? []
    for (const n of this.open.keys()) this.open[n] = states[n] ?? false
  }

  /** A station's clock has seconds, and of two reports of the same second the first one counts. */
  async tell(): Promise<void> {
    const { link } = this.#station!
    while (Math.floor(Date.now() / 1000) === this.#toldS) await pause(20)
    this.#toldS = Math.floor(Date.now() / 1000)
    const serial = ++this.#serial
    this.#station!.send(sl651SwitchReport(link, stampOf(serial, Date.now()), '4D', this.open))
    await this.#station!.answer((m) => m.serial === serial && m.end !== 'ENQ')
  }

  async hangUp(): Promise<void> {
    await this.#station!.whenClosed()
    this.listen()
  }
}

function statesIn({ body }: Sl651Message): boolean[] {
  return body.kind === 'switches' ? body.states : []
}

let keys = 0
/** The answer is not used: the process may die before it. */
function send(deviceId: string): void {
  const input = { deviceId, code: 'OPEN', params: {}, idempotencyKey: `kill-${++keys}` }
  admin.answer('POST', sendCommand.path, input).catch(() => undefined)
}

async function commandsOf(deviceId: string) {
  const { list } = await admin.call(commandPage, { deviceId, code: 'OPEN' })
  return Promise.all(list.map(({ id }) => admin.call(getCommand, { id })))
}

const reaches = (deviceId: string, status: string) =>
  until(
    status,
    async () => {
      const { list } = await admin.call(commandPage, { deviceId, code: 'OPEN' })
      // Slower than a session's rate limit.
      await pause(40)
      return list.find((command) => command.status === status)
    },
    30_000,
  )

const soon = (ms: number) => async (site: Site) => {
  send(site.valves[0]!)
  await pause(ms)
}

/** The moments of a command's life in which the process is killed. */
const MOMENTS: Record<string, (site: Site) => Promise<void>> = {
  'as the call arrives': soon(0),
  'some milliseconds into it': soon(4),
  'some more milliseconds into it': soon(8),
  'about when it leaves': soon(12),
  'when it has reached the station': async (site) => {
    send(site.valves[0]!)
    await until('the frame', () => site.listen() > 0)
  },
  'when the station has obeyed and not answered': async (site) => {
    send(site.valves[0]!)
    await until('the frame', () => site.listen() > 0)
    site.obey()
  },
  'while it waits for another valve': async (site) => {
    send(site.valves[1]!)
    await until('the frame', () => site.listen() > 0)
    send(site.valves[0]!)
    await reaches(site.valves[0]!, 'QUEUED')
    site.obey()
  },
  'when it is sent again': async (site) => {
    send(site.valves[0]!)
    await until('the second frame', () => site.listen() > 1, 30_000)
  },
  'when it is acknowledged': async (site) => {
    send(site.valves[0]!)
    await until('the frame', () => site.listen() > 0)
    await site.tell()
    await reaches(site.valves[0]!, 'ACKNOWLEDGED')
  },
  'when it is proven': async (site) => {
    send(site.valves[0]!)
    await until('the frame', () => site.listen() > 0)
    site.obey()
    await site.tell()
    await reaches(site.valves[0]!, 'EXECUTED')
  },
}

const rows = async (site: Site) => (await Promise.all(site.valves.map(commandsOf))).flat()

it.each(Object.entries(MOMENTS))(
  'killed %s',
  async (_name, happen) => {
    const site = await new Site().install()
    await happen(site)
    await server.kill()
    const killedAt = Date.now()
    await site.hangUp()
    const before = site.frames.length
    await start()
    const found = await rows(site)
    await site.connect()
    // Long enough for a turn of the lane, a check of the deadlines and a reading.
    await pause(1_000)
    const after = site.listen() - before

    const commands = await rows(site)
    const attempts = commands.flatMap(({ attemptList }) => attemptList)
    expect(site.frames.length, 'frames against attempts').toBeLessThanOrEqual(attempts.length)
    const fresh = attempts.filter(({ ts }) => Date.parse(ts) > killedAt)
    expect(after, 'frames of the second life against its attempts').toBeLessThanOrEqual(fresh.length)

    for (const { id, status } of found) {
      const command = commands.find((one) => one.id === id)!
      expect(command.attempts).toBe(command.attemptList.length)
      if (status === 'QUEUED') continue
      // It was sent, or may have been: it is not sent again, and ends only by proof.
      expect(command.attemptList.every(({ ts }) => Date.parse(ts) <= killedAt)).toBe(true)
      expect(command.outcomeUnknown).toBe(status === 'SENT' || command.outcomeUnknown)
      const isThere = site.open[site.valves.indexOf(command.deviceId)]
      expect(command.status !== 'EXECUTED' || isThere).toBe(true)
    }
  },
  120_000,
)
