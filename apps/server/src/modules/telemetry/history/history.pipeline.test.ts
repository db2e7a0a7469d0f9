import { metricOf } from '@sluice/devices'
import { expect, test } from 'vitest'
import { HistoryPipeline } from './history.pipeline.ts'

const NOW = Date.parse('2026-06-12T06:30:00Z')

test('a batch of which nothing may be stored is answered at once, and the store hears nothing of it', async () => {
  const pushed: unknown[] = []
  const writer = {
    push(uplink: { settle(stored: boolean): void }) {
      pushed.push(uplink)
      uplink.settle(true)
    },
  }
  const pipeline = new HistoryPipeline(writer as never)
  const history = {
    deviceId: '7',
    enabled: true,
    zone: 'Asia/Shanghai',
    metricsAt: () => metricOf,
    span: { from: NOW - 86_400_000, to: NOW },
    receivedAt: NOW,
    reports: [{ ts: NOW - 1000, values: { level: 1 } }],
  }
  const off = { ...history, enabled: false }
  const [none, one] = await pipeline.accept([off, history])
  expect(none).toEqual({ stored: 0, marked: 0, rejected: { DEVICE_DISABLED: 1 } })
  expect(one).toMatchObject({ stored: 1 })
  expect(pushed).toHaveLength(1)
})
