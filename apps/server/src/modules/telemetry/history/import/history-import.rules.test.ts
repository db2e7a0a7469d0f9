import { expect, it } from 'vitest'
import { type DeviceHistory, type HistoryAcceptance, reportedFrom } from './history-import.rules.ts'

const history = (deviceId: string, times: number[]): DeviceHistory => ({
  deviceId,
  enabled: true,
  zone: 'UTC',
  metricsAt: () => () => undefined,
  span: { from: 100, to: 200 },
  receivedAt: 300,
  reports: times.map((ts) => ({ ts, values: {} })),
})
const took = (stored: number): HistoryAcceptance => ({ stored, marked: 0, rejected: {} })

it('a device is known from the first report within the span, if any was stored', () => {
  const histories = [history('1', [50, 120, 130]), history('2', [110]), history('3', [50])]
  expect(reportedFrom(histories, [took(2), took(0), took(1)])).toEqual(new Map([['1', 120]]))
})
