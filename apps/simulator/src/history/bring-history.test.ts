import { beforeEach, expect, test } from 'vitest'
import { type PlatformApi, Refusal } from '../demo/platform-api.ts'
import { buildWorld } from '../demo/world.ts'
import { bringHistory, tellHistory } from './bring-history.ts'
import { isMissing } from './gaps.ts'
import { pastSources } from './past.ts'
import { daysOf, hoursOf, spanBefore } from './span.ts'

const NOW = Date.parse('2026-11-21T05:40:00Z')
const DAYS = 4
const sources = pastSources(buildWorld({ stations: 40, seed: 1, reportIntervalS: 30 }))

interface Batch {
  after: string | null
  cursor: string
  devices: { deviceId: string; times: number[] }[]
}

/** The platform's import as its contract says, in memory. */
class ImportingPlatform implements PlatformApi {
  run: { id: string; status: string; cursor: string | null; done: number; fromTime: string; toTime: string } | undefined
  expected = 0
  readonly batches: Batch[] = []
  inFlight = 0
  mostInFlight = 0
  /** After so many batches it does what `then` says. */
  batchesUntil = Infinity
  then: () => void = () => undefined

  async get(): Promise<unknown> {
    throw new Error('nothing is asked for')
  }

  async all(): Promise<Record<string, unknown>[]> {
    return sources.map(({ deviceNo }, n) => ({ deviceNo, id: String(n + 1) }))
  }

  async post(path: string, body: Record<string, unknown>): Promise<unknown> {
    const verb = path.slice(path.lastIndexOf('/') + 1)
    if (verb === 'begin') {
      this.expected = body['expected'] as number
      const { fromTime, toTime } = body as { fromTime: string; toTime: string }
      this.run ??= { id: '1', status: 'RUNNING', cursor: null, done: 0, fromTime, toTime }
    } else if (verb === 'rows') await this.#rows(body as unknown as Batch)
    else this.run!.status = 'DONE'
    return { ...this.run }
  }

  async #rows(batch: Batch): Promise<void> {
    this.inFlight++
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
    await new Promise((resolve) => setTimeout(resolve, 1))
    this.inFlight--
    const run = this.run!
    if (run.status !== 'RUNNING' || run.cursor !== batch.after) throw new Refusal('rows', 409, 'conflict', '')
    run.cursor = batch.cursor
    run.done += batch.devices.reduce((sum, { times }) => sum + times.length, 0)
    this.batches.push(batch)
    if (this.batches.length === this.batchesUntil) this.then()
  }

  /** `device@hour` of everything that is in, in the order it came. */
  places(): string[] {
    return this.batches.flatMap(({ devices }) =>
      devices.flatMap(({ deviceId, times }) => times.map((time) => `${deviceId}@${time}`)),
    )
  }
}

let platform: ImportingPlatform
beforeEach(() => {
  platform = new ImportingPlatform()
})

const bring = (more: { signal?: AbortSignal; nowMs?: number } = {}) =>
  bringHistory({ api: platform, sources, seed: 1, days: DAYS, nowMs: NOW, ...more })

function everything(): string[] {
  const span = spanBefore(NOW, DAYS)
  const hours = daysOf(span).flatMap((day) => hoursOf(span, day))
  return sources.flatMap((source, n) =>
    hours.filter((ms) => !isMissing(source, ms)).map((ms) => `${n + 1}@${ms / 1000}`),
  )
}

test('every hour of every device comes once, newest day first, one batch on its way at a time', async () => {
  const ended = await bring()
  expect(platform.places().sort()).toEqual(everything().sort())
  expect(ended).toEqual({ status: 'done', reports: platform.expected })
  expect(platform.run?.status).toBe('DONE')
  expect(platform.mostInFlight).toBe(1)
  const newest = platform.batches.map(({ devices }) => Math.max(...devices.flatMap(({ times }) => times)))
  const days = newest.map((second) => Math.floor((second + 8 * 3600) / 86_400))
  expect(days).toEqual([...days].sort((one, other) => other - one))
})

test('a start after a stop goes on behind the cursor, with the span of the first start, and brings nothing twice', async () => {
  const stop = new AbortController()
  platform.batchesUntil = 4
  platform.then = () => stop.abort()
  expect((await bring({ signal: stop.signal })).status).toBe('stopped')
  const first = platform.batches.length
  expect(first).toBeLessThan(7)
  await bring({ nowMs: NOW + 5 * 86_400_000 })
  expect(platform.batches.length).toBeGreaterThan(first)
  expect(platform.places().sort()).toEqual(everything().sort())
})

test('one that is done is left alone', async () => {
  await bring()
  const batches = platform.batches.length
  expect(await bring()).toEqual({ status: 'done', reports: platform.expected })
  expect(platform.batches).toHaveLength(batches)
})

test('a cancelled one ends without an error; any other refusal is reported and the county runs on', async () => {
  platform.batchesUntil = 2
  platform.then = () => {
    platform.run!.status = 'CANCELLED'
  }
  expect((await bring()).status).toBe('stopped')
  platform = new ImportingPlatform()
  platform.batchesUntil = 1
  platform.then = () => {
    throw new Refusal('rows', 403, 'not-permitted', '')
  }
  const said: unknown[] = []
  await tellHistory({ api: platform, sources, seed: 1, days: DAYS }, (status) => void said.push(status))
  expect(said).toMatchObject([{ event: 'history', error: expect.stringContaining('not-permitted') as unknown }])
})
