import { metricOf } from '@sluice/devices'
import { expect, test } from 'vitest'
import type { DeviceHistory } from './import/history-import.rules.ts'
import { HistoryPipeline } from './history.pipeline.ts'

const NOW = Date.parse('2026-06-12T06:30:00Z')

/** A pipeline whose store takes every delivery, or refuses it; and what it was handed. */
function pipelineOf(stored: boolean) {
  const pushed: unknown[] = []
  const writer = {
    push(uplink: { settle(stored: boolean): void }) {
      pushed.push(uplink)
      uplink.settle(stored)
    },
  }
  return { pushed, pipeline: new HistoryPipeline(writer as never) }
}

const history: DeviceHistory = {
  deviceId: '7',
  enabled: true,
  zone: 'Asia/Shanghai',
  metricsAt: () => metricOf,
  span: { from: NOW - 86_400_000, to: NOW },
  receivedAt: NOW,
  reports: [{ ts: NOW - 1000, values: { level: 1 } }],
}

test('a batch of which nothing may be stored is answered at once, and the store hears nothing of it', async () => {
  const { pushed, pipeline } = pipelineOf(true)
  const off = { ...history, enabled: false }
  const [none, one] = await pipeline.accept([off, history])
  expect(none).toEqual({ stored: 0, marked: 0, rejected: { DEVICE_DISABLED: 1 } })
  expect(one).toMatchObject({ stored: 1 })
  expect(pushed).toHaveLength(1)
})

test('reports that the store refuses are answered as refused, with those that were refused before it', async () => {
  const late = { ts: NOW - 7 * 86_400_000, values: { level: 1 } }
  const tooHigh = { ts: NOW - 500, values: { level: 1e6 } }
  const reports = [late, ...history.reports, tooHigh]
  expect(await pipelineOf(true).pipeline.accept([{ ...history, reports }])).toEqual([
    { stored: 2, marked: 1, rejected: { BAD_TIME: 1 } },
  ])
  expect(await pipelineOf(false).pipeline.accept([{ ...history, reports }])).toEqual([
    { stored: 0, marked: 0, rejected: { BAD_TIME: 1, UNSTORABLE: 2 } },
  ])
})

test('live reports have their turn after every four hundred', async () => {
  const turnsSeen = async (counts: readonly number[]) => {
    let isLive = false
    const seen: boolean[] = []
    const histories = counts.map((count, n) => ({
      ...history,
      reports: Array.from({ length: count }, (_one, m) => ({ ts: NOW - 1000 + m, values: { level: 1 } })),
      metricsAt: (ts: number) => {
        if (ts === NOW - 1000) seen[n] = isLive
        return metricOf
      },
    }))
    setImmediate(() => (isLive = true))
    await pipelineOf(true).pipeline.accept(histories)
    return seen
  }
  expect(await turnsSeen([400, 1])).toEqual([false, true])
  expect(await turnsSeen([399, 1, 1])).toEqual([false, false, true])
})
