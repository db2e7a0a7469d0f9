import { type Base, MINUTE_MS, type Temperature } from '../base.ts'
import type { Module } from '../module.ts'
import { tellCondition } from '../../modules/telemetry/telemetry.module.ts'
import { createTemperature } from '../../modules/temperature/temperature.module.ts'

/** What places are to keep, and when they did not. */
export function composeTemperature(base: Base): Temperature {
  return createTemperature({ ...base, tell: tellCondition })
}

export function temperatureModule({ mount, countExcursions }: Temperature): Module {
  return {
    name: 'temperature',
    mount,
    jobs: (jobs) =>
      jobs.start({ name: 'temperature.excursions', everyMs: MINUTE_MS, exclusive: true, run: countExcursions }),
  }
}
