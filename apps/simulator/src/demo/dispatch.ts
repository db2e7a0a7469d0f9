import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Random, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import { type PlatformApi, Refusal } from './platform-api.ts'
import { DEVICE_PREFIX } from './world.ts'
import type { DemoSource } from './world.types.ts'

export interface DispatchOptions {
  api: PlatformApi
  /** Everything the county has; only its valves are commanded. */
  devices: readonly DemoSource[]
  seed: number
  /** From one look at a valve to the next, on average. */
  everyS: number
  signal?: AbortSignal
  now?(): number
  /** Resolves after so many ms; rejects when the demo ends. */
  pause?(ms: number): Promise<unknown>
}

/** How long a commanded valve is left alone, as the valve itself does. */
const COMMAND_HOLDS_MS = 12 * HOUR_MS
const OPENINGS = [30, 40, 50, 60, 70, 80]

interface Wish {
  code: 'OPEN' | 'CLOSE' | 'SET_OPENING'
  params?: { opening: number }
}

/**
 * Simulates an operator in the water office: from time to time a valve is commanded to open, to close or to throttle,
 * through the public API. Recently commanded valves are left alone. Ends with its session or its signal.
 */
export async function dispatch(options: DispatchOptions): Promise<void> {
  const { api, devices, seed, everyS, signal, now = Date.now } = options
  const pause = options.pause ?? ((ms: number) => sleep(ms, undefined, signal ? { signal } : {}))
  const random = createRandom(seedOf(seed, 'dispatch', now()))
  const valves = devices.filter(({ kind }) => kind === 'VALVE')
  try {
    const rows = await api.all('/device/v1/device/page', { keyword: DEVICE_PREFIX })
    const ids = new Map(rows.map((row) => [String(row['deviceNo']), String(row['id'])]))
    while (valves.length > 0) {
      await pause(everyS * 1000 * random.between(0.5, 1.5))
      const valve = random.pick(valves)
      const deviceId = ids.get(valve.deviceNo)
      if (deviceId !== undefined) await commandOne(api, deviceId, valve, random, now())
    }
  } catch (error) {
    if (!signal?.aborted && !isOver(error)) throw error
  }
}

/** Reports why the operator stopped, where that is an error; the county continues. */
export async function tellDispatch(
  options: DispatchOptions,
  say: (status: Readonly<Record<string, unknown>>) => void,
): Promise<void> {
  try {
    await dispatch(options)
  } catch (error) {
    say({ event: 'dispatch', error: error instanceof Error ? error.message : error })
  }
}

async function commandOne(api: PlatformApi, deviceId: string, valve: DemoSource, random: Random, nowMs: number) {
  const state = (await api.get('/device/v1/device/latest', { deviceId })) as {
    status: string
    values: Record<string, { v: unknown } | undefined>
  }
  const opening = state.values['opening']?.v
  if (state.status !== 'ONLINE' || typeof opening !== 'number') return
  const { list } = (await api.get('/valve/v1/command/page', { deviceId, limit: 1 })) as {
    list: { createTime: string }[]
  }
  const [last] = list
  if (last && nowMs - Date.parse(last.createTime) < COMMAND_HOLDS_MS) return
  try {
    const wish = wishFor(opening, valve, random)
    await api.post('/valve/v1/command/send', { deviceId, ...wish, idempotencyKey: randomUUID() })
  } catch (error) {
    // Not answered yet, or not now: the ledger has it, or says why.
    if (!(error instanceof Refusal) || isOver(error)) throw error
  }
}

/** The signed-in session has ended: so has the working day. */
function isOver(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401
}

/** Something else than what it does now. SL 651 knows only open and shut. */
function wishFor(opening: number, { productNo }: DemoSource, random: Random): Wish {
  if (!productNo.startsWith('MQTT') || random.chance(0.4)) return { code: opening > 0 ? 'CLOSE' : 'OPEN' }
  const others = OPENINGS.filter((one) => Math.abs(one - opening) >= 10)
  return { code: 'SET_OPENING', params: { opening: random.pick(others) } }
}
