import { expect, test } from 'vitest'
import { clickFigures, confirmedTimes, socketTimes } from './clicks.ts'
import type { ClickRun } from '../programs/command.process.ts'
import { percentile } from '../gauge/statistics.ts'

const run = (sent: number, confirmed: number): ClickRun => ({
  MQTT: {
    sent,
    socket: Array.from({ length: sent }, () => 3),
    answer: [],
    confirmed: Array.from({ length: confirmed }, () => 7),
  },
  SL651: { sent: 0, socket: [], answer: [], confirmed: [] },
  refused: {},
})

test('a command that is never proven is in the 99th percentile', () => {
  expect(percentile(confirmedTimes([run(100, 100)]), 0.99)).toBe(7)
  expect(percentile(confirmedTimes([run(100, 98)]), 0.99)).toBe(Number.POSITIVE_INFINITY)
  expect(percentile(socketTimes([run(100, 98)]), 0.99)).toBe(3)
})

test('an unanswered command is counted, over all runs', () => {
  expect(clickFigures([run(100, 98), run(50, 50)])).toMatchObject({
    sent: 150,
    neverOnTheSocket: 0,
    neverConfirmed: 2,
    mqtt: { toConfirmedMs: { p50: 7, p99: Number.POSITIVE_INFINITY, count: 150 } },
    sl651: { toConfirmedMs: { count: 0 } },
  })
})
