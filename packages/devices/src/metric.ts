import type { Metric } from '@sluice/contract'

function number(key: string, unit: string, decimals: number, hardMin: number, hardMax: number): Metric {
  return { key, kind: 'number', unit, decimals, hardMin, hardMax }
}

function integer(key: string, unit: string, hardMin: number, hardMax: number): Metric {
  return { key, kind: 'integer', unit, decimals: 0, hardMin, hardMax }
}

function counter(key: string, unit: string, decimals: number, counterMax: number): Metric {
  return { key, kind: 'number', unit, decimals, hardMin: 0, hardMax: counterMax, counterMax }
}

function flag(key: string): Metric {
  return { key, kind: 'boolean', unit: '', decimals: 0 }
}

/** Every metric with a name in the platform (domain 3.3). Values of other keys are stored and shown unchanged. */
export const METRICS: readonly Metric[] = [
  number('batteryV', 'V', 2, 0, 60),
  number('batteryPct', '%', 0, 0, 100),
  integer('csq', '', 0, 99),
  number('rssi', 'dBm', 0, -150, 20),
  number('snr', 'dB', 1, -40, 60),
  number('opening', '%', 0, 0, 100),
  {
    key: 'valveState',
    kind: 'enum',
    unit: '',
    decimals: 0,
    values: ['CLOSED', 'OPEN', 'PARTIAL', 'OPENING', 'CLOSING', 'UNKNOWN'],
  },
  number('inletPressure', 'MPa', 3, -0.1, 10),
  number('outletPressure', 'MPa', 3, -0.1, 10),
  number('flow', 'm³/h', 2, -100_000, 100_000),
  number('remainWater', 'm³', 3, -1e8, 1e8),
  number('hourVolume', 'm³', 2, 0, 1e7),
  counter('totalVolume', 'm³', 3, 1e9),
  number('level', 'm', 3, -200, 9000),
  number('levelBelow', 'm', 3, -200, 9000),
  number('levelAbove', 'm', 3, -200, 9000),
  number('waterDepth', 'm', 2, -10, 2000),
  number('rain', 'mm', 1, 0, 2000),
  number('rainDay', 'mm', 1, 0, 5000),
  counter('rainTotal', 'mm', 1, 99_999.9),
  number('airTemp', '°C', 1, -60, 70),
  number('waterTemp', '°C', 1, -10, 100),
  number('airHum', '%RH', 1, 0, 100),
  number('airPressure', 'hPa', 0, 300, 1200),
  number('windSpeed', 'm/s', 1, 0, 100),
  number('soilMoisture10', '%', 1, 0, 100),
  number('soilMoisture20', '%', 1, 0, 100),
  number('soilMoisture30', '%', 1, 0, 100),
  number('soilMoisture40', '%', 1, 0, 100),
  number('soilMoisture50', '%', 1, 0, 100),
  number('soilMoisture60', '%', 1, 0, 100),
  number('soilMoisture80', '%', 1, 0, 100),
  number('soilMoisture100', '%', 1, 0, 100),
  number('ph', '', 2, 0, 14),
  number('conductivity', 'µS/cm', 0, 0, 200_000),
  number('turbidity', 'NTU', 0, 0, 10_000),
  number('voltageA', 'V', 1, 0, 1000),
  number('voltageB', 'V', 1, 0, 1000),
  number('voltageC', 'V', 1, 0, 1000),
  number('currentA', 'A', 1, 0, 5000),
  number('currentB', 'A', 1, 0, 5000),
  number('currentC', 'A', 1, 0, 5000),
  { key: 'pumpState', kind: 'enum', unit: '', decimals: 0, values: ['STOP', 'RUN', 'FAULT'] },
  number('gateOpening', 'm', 2, 0, 100),
  flag('doorOpen'),
  flag('mainsLost'),
]

const byKey = new Map(METRICS.map((metric) => [metric.key, metric]))

const CHANNEL = /\.\d+$/

/** The metric of a key; a channel suffix (`outletPressure.2`) is left aside. Undefined for a vendor's own key. */
export function metricOf(key: string): Metric | undefined {
  return byKey.get(key) ?? byKey.get(key.replace(CHANNEL, ''))
}

/** Finds the metric of a key; of a device whose counters changed, as it was at an instant (epoch ms), now without one. */
export type MetricLookup = (key: string, at?: number) => Metric | undefined

/** The lookup of a model: its own metrics before those of the platform. */
export function metricsOf(own: readonly Metric[] = []): MetricLookup {
  if (own.length === 0) return metricOf
  const ofModel = new Map(own.map((metric) => [metric.key, metric]))
  return (key) => ofModel.get(key) ?? ofModel.get(key.replace(CHANNEL, '')) ?? metricOf(key)
}
