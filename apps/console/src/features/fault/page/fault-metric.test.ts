import { expect, test } from 'vitest'
import { metricsAbout } from './fault-metric.ts'

test('a low battery is about its voltage, though the device names no value', () => {
  expect(metricsAbout('P01', undefined, ['flow', 'batteryPct', 'batteryV'])).toEqual(['batteryV', 'batteryPct'])
})

test('what raised it comes first, and once', () => {
  expect(metricsAbout('V13', 'inletPressure', ['flow', 'inletPressure'])).toEqual(['inletPressure', 'flow'])
  expect(metricsAbout('V07', 'inletPressure.2', ['inletPressure.1', 'inletPressure.2'])).toEqual([
    'inletPressure.2',
    'inletPressure.1',
  ])
})

test('a code that is about nothing measured names nothing', () => {
  expect(metricsAbout('C01', undefined, ['flow'])).toEqual([])
})
