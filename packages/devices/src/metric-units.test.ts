import { dimensionOf } from '@sluice/contract'
import { expect, test } from 'vitest'
import { METRICS } from './metric.ts'

test('every physical unit of the metrics of the platform is one that people may choose another for', () => {
  const left = new Set(METRICS.map(({ unit }) => unit).filter((unit) => dimensionOf(unit) === undefined))
  expect([...left].toSorted()).toEqual(['', '%', '%RH', 'A', 'NTU', 'V', 'dB', 'dBm', 'µS/cm'].toSorted())
})
