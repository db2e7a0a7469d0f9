import { beforeEach, expect, test } from 'vitest'
import { dispatch } from './dispatch.ts'
import { type PlatformApi, Refusal } from './platform-api.ts'
import { buildWorld } from './world.ts'

const { devices } = buildWorld({ stations: 30, seed: 1, reportIntervalS: 30 })
const START = Date.parse('2026-11-21T05:40:00Z')

interface Sent {
  deviceId: string
  code: string
  params?: { opening: number }
  idempotencyKey: string
  atMs: number
}

/** Valves that carry out commands at once, and a ledger. */
class Ledger implements PlatformApi {
  nowMs = START
  readonly sent: Sent[] = []
  readonly openings = new Map<string, number>()
  readonly away = new Set<string>()
  /** Rounds until the working day is over. */
  rounds = 2_000
  refuse: () => Refusal | undefined = () => undefined

  async all(): Promise<Record<string, unknown>[]> {
    return devices.map(({ deviceNo }) => ({ deviceNo, id: deviceNo }))
  }

  async get(path: string, { deviceId }: { deviceId?: unknown } = {}): Promise<unknown> {
    const id = String(deviceId)
    if (path.endsWith('/latest')) {
      const status = this.away.has(id) ? 'OFFLINE' : 'ONLINE'
      return { status, values: { opening: { v: this.openings.get(id) ?? 0 } } }
    }
    const last = this.sent.findLast((one) => one.deviceId === id)
    return { list: last ? [{ createTime: new Date(last.atMs).toISOString() }] : [] }
  }

  async post(_path: string, body: Record<string, unknown>): Promise<unknown> {
    const refusal = this.refuse()
    if (refusal) throw refusal
    const command = { ...body, atMs: this.nowMs } as unknown as Sent
    this.sent.push(command)
    this.openings.set(command.deviceId, command.params?.opening ?? (command.code === 'OPEN' ? 100 : 0))
    return {}
  }

  async work(): Promise<void> {
    const pause = async (ms: number) => {
      this.nowMs += ms
      if (--this.rounds <= 0) throw new Refusal('/valve/v1/command/send', 401, 'session-over', '')
    }
    await dispatch({ api: this, devices, seed: 1, everyS: 45, now: () => this.nowMs, pause })
  }
}

let ledger: Ledger

beforeEach(() => {
  ledger = new Ledger()
})

test('a day of work: valves are opened, shut and throttled, each to where it is not, SL 651 ones to an end', async () => {
  const before = new Map<string, number>()
  await ledger.work()
  expect(ledger.sent.length).toBeGreaterThan(100)
  expect(new Set(ledger.sent.map(({ code }) => code))).toEqual(new Set(['OPEN', 'CLOSE', 'SET_OPENING']))
  expect(new Set(ledger.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(ledger.sent.length)
  const productOf = new Map(devices.map(({ deviceNo, productNo, kind }) => [deviceNo, { productNo, kind }]))
  for (const { deviceId, code, params } of ledger.sent) {
    const { productNo, kind } = productOf.get(deviceId)!
    expect(kind).toBe('VALVE')
    expect(productNo.startsWith('SL651') && code === 'SET_OPENING').toBe(false)
    const target = params?.opening ?? (code === 'OPEN' ? 100 : 0)
    expect(target).not.toBe(before.get(deviceId) ?? 0)
    before.set(deviceId, target)
  }
})

test('a valve that anybody commanded within twelve hours, or that is away, is left alone', async () => {
  const [mine] = devices.filter(({ kind }) => kind === 'VALVE')
  const away = devices.find(({ kind, deviceNo }) => kind === 'VALVE' && deviceNo !== mine!.deviceNo)!
  ledger.away.add(away.deviceNo)
  ledger.sent.push({ deviceId: mine!.deviceNo, code: 'OPEN', idempotencyKey: 'mine', atMs: START })
  await ledger.work()
  expect(ledger.sent.some(({ deviceId }) => deviceId === away.deviceNo)).toBe(false)
  const times = new Map<string, number>()
  for (const { deviceId, atMs } of ledger.sent) {
    expect(atMs - (times.get(deviceId) ?? -Infinity)).toBeGreaterThanOrEqual(12 * 3_600_000)
    times.set(deviceId, atMs)
  }
})

test('a refusal ends no working day, the end of the session does', async () => {
  let refused = 0
  ledger.refuse = () => (refused++ % 2 === 0 ? new Refusal('/send', 409, 'state-unknown', '') : undefined)
  await ledger.work()
  expect(ledger.sent.length).toBeGreaterThan(50)
  const ended = new Ledger()
  ended.refuse = () => new Refusal('/send', 401, 'session-over', '')
  await ended.work()
  expect([ended.sent, ended.rounds > 1_000]).toEqual([[], true])
})
