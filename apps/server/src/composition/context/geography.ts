import type { Catalogue } from '@sluice/devices'
import type { Base, Commands, Geography, Telemetry } from '../base.ts'
import type { Module } from '../module.ts'
import type { Config } from '../../config.ts'
import { createGeography } from '../../modules/geography/geography.module.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'

interface Needs {
  catalogue: Catalogue
  config: Config
  identity: IdentityModule
  telemetry: Telemetry
  commands: Commands
}

/** The map: places, the network, the flow through it, what it was, and how a burst of it is closed off. */
export function composeGeography(base: Base, { catalogue, config, identity, telemetry, commands }: Needs): Geography {
  return createGeography({
    ...base,
    tiles: config.tiles,
    intervals: catalogue.types,
    deptZones: identity.deptZones,
    volumeToday: telemetry.consumedToday,
    volumeByHour: telemetry.consumedByHour,
    accept: commands.accept,
    commandsOf: commands.commandsOf,
    codesOf: commands.codesOf,
  })
}

export function geographyModule({ mount, startJobs }: Geography): Module {
  return { name: 'geography', mount, jobs: startJobs }
}
