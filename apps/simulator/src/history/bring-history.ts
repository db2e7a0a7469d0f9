import { type PlatformApi, Refusal } from '../demo/platform-api.ts'
import { DEVICE_PREFIX } from '../demo/world.ts'
import { isMissing } from './gaps.ts'
import { Past, type PastColumns } from './past.ts'
import type { PastSource } from './past.types.ts'
import { daysOf, hoursOf, type Span, spanBefore } from './span.ts'

export interface BringHistoryOptions {
  api: PlatformApi
  sources: readonly PastSource[]
  /** Of the fleet. */
  seed: number
  days: number
  nowMs: number
  /** Gives it up; what is stored stays, and the next start goes on from there. */
  signal?: AbortSignal
}

/** How it ended: `done` also when it was done before. */
export interface BroughtHistory {
  status: 'done' | 'stopped'
  reports: number
}

interface Run {
  id: string
  status: string
  fromTime: string
  toTime: string
  cursor: string | null
  done: number
}

type Batch = { cursor: string; devices: ({ deviceId: string } & PastColumns)[] }

const BASE = '/device/v1/historyImport'
/** A body of some 120 kB: the platform judges it in a few hundredths of a second. */
const DEVICES_PER_BATCH = 100
const CURSOR = /^(\d{1,6})\/(\d{1,6})$/

type Told = Omit<BringHistoryOptions, 'nowMs' | 'signal'>

/** Brings it in the background and says how that ended: the county runs on without its past. */
export async function tellHistory(
  history: Told,
  say: (status: Readonly<Record<string, unknown>>) => void,
  signal?: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  try {
    const ended = await bringHistory({ ...history, nowMs: Date.now(), ...(signal ? { signal } : {}) })
    say({ event: 'history', seconds: seconds(), ...ended })
  } catch (error) {
    if (!signal?.aborted)
      say({ event: 'history', seconds: seconds(), error: error instanceof Error ? error.message : error })
  }
}

/** The platform knows an import by its name: another county, or a larger one, is another import. */
function nameOf({ days, sources, seed }: BringHistoryOptions): string {
  return `清河县 ${days} 天历史（${sources.length} 台设备${seed === 1 ? '' : `，#${seed}`}）`
}

/** Lets the stations of this process speak between two devices. */
const breathe = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Brings the past of the county onto the platform through its import of history: newest day first, a hundred devices at
 * a time, the next batch being made while one is stored. The platform keeps how far it is, so a start after a stop goes
 * on from there. @throws DemoError where the platform refuses it.
 */
export async function bringHistory(options: BringHistoryOptions): Promise<BroughtHistory> {
  const { api, sources, seed, days, nowMs } = options
  const wanted = spanBefore(nowMs, days)
  const run = (await api.post(`${BASE}/begin`, {
    name: nameOf(options),
    program: 'simulator',
    fromTime: new Date(wanted.fromMs).toISOString(),
    toTime: new Date(wanted.toMs).toISOString(),
    expected: await countReports(sources, wanted),
  })) as Run
  if (run.status !== 'RUNNING') return { status: 'done', reports: run.done }
  // An earlier start chose the span.
  const past = new Past(seed, { fromMs: Date.parse(run.fromTime), toMs: Date.parse(run.toTime) })
  try {
    return await sendAll(options, past, run)
  } catch (error) {
    // It was cancelled in the console, or another program continues it.
    if (error instanceof Refusal && error.error === 'conflict') return { status: 'stopped', reports: run.done }
    throw error
  }
}

async function sendAll({ api, sources, signal }: BringHistoryOptions, past: Past, run: Run): Promise<BroughtHistory> {
  const ids = await deviceIds(api)
  let [after, reports] = [run.cursor, run.done]
  let sending: Promise<unknown> | undefined
  for (const { day, from } of stepsAfter(past.span, sources.length, run.cursor)) {
    const batch = await batchOf(past, sources, ids, day, from)
    // One batch is on its way while the next one is made.
    reports = ((await sending) as Run | undefined)?.done ?? reports
    if (signal?.aborted) return { status: 'stopped', reports }
    // A batch of nothing but gaps is no batch.
    if (batch.devices.length === 0) continue
    sending = api.post(`${BASE}/rows`, { id: run.id, after, ...batch })
    sending.catch(() => undefined)
    after = batch.cursor
  }
  await sending
  const { done } = (await api.post(`${BASE}/finish`, { id: run.id })) as Run
  return { status: 'done', reports: done }
}

/** Every hundred devices of every day, newest day first; a cursor names the last day and how many devices it has. */
function* stepsAfter(span: Span, devices: number, cursor: string | null) {
  const [, day, count] = CURSOR.exec(cursor ?? '') ?? []
  for (const one of daysOf(span)) {
    if (day !== undefined && one > Number(day)) continue
    const first = one === Number(day) ? Number(count) : 0
    for (let from = first; from < devices; from += DEVICES_PER_BATCH) yield { day: one, from }
  }
}

async function batchOf(
  past: Past,
  sources: readonly PastSource[],
  ids: ReadonlyMap<string, string>,
  day: number,
  from: number,
): Promise<Batch> {
  const of = sources.slice(from, from + DEVICES_PER_BATCH)
  const devices: Batch['devices'] = []
  for (const source of of) {
    const deviceId = ids.get(source.deviceNo)
    // Its number or address belongs to another department's device, or it was deleted.
    if (deviceId === undefined) continue
    const columns = past.day(source, day)
    if (columns.times.length > 0) devices.push({ deviceId, ...columns })
    await breathe()
  }
  return { cursor: `${day}/${from + of.length}`, devices }
}

async function deviceIds(api: PlatformApi): Promise<Map<string, string>> {
  const rows = await api.all('/device/v1/device/page', { keyword: DEVICE_PREFIX })
  return new Map(rows.map((row) => [String(row['deviceNo']), String(row['id'])]))
}

async function countReports(sources: readonly PastSource[], span: Span): Promise<number> {
  const hours = daysOf(span).flatMap((day) => hoursOf(span, day))
  let count = 0
  for (const source of sources) {
    for (const ms of hours) if (!isMissing(source, ms)) count++
    await breathe()
  }
  return count
}
