import type { Catalogue } from '@sluice/devices'
import type { Base, Geography, Telemetry } from './base.ts'
import type { Module } from './module.ts'
import type { Config } from '../config.ts'
import { createGeography } from '../modules/geography/geography.module.ts'
import type { IdentityModule } from '../modules/identity/identity.module.ts'

interface Needs {
  catalogue: Catalogue
  config: Config
  identity: IdentityModule
  telemetry: Telemetry
}

/** The map: places, the network, and the flow through it. */
export function composeGeography(base: Base, { catalogue, config, identity, telemetry }: Needs): Geography {
  return createGeography({
    ...base,
    tiles: config.tiles,
    intervals: catalogue.types,
    deptZones: identity.deptZones,
    volumeToday: telemetry.consumedToday,
    volumeByHour: telemetry.consumedByHour,
  })
}

export function geographyModule({ mount, startJobs }: Geography): Module {
  return { name: 'geography', mount, jobs: startJobs }
}
