import type { Aftersale, Attributes, Base, Commands, Faults, Geography, Registry, Telemetry } from '../base.ts'
import type { Module } from '../module.ts'
import type { IdentityModule } from '../../modules/identity/identity.module.ts'
import { createAftersale } from '../../modules/aftersale/aftersale.module.ts'

interface Needs {
  holdS: number
  identity: Pick<IdentityModule, 'rightsOf' | 'peopleNamed'>
  faults: Faults
  commands: Commands
  registry: Registry
  telemetry: Telemetry
  attributes: Attributes
  geography: Geography
}

/**
 * Repair orders: they tell the fault they are made of, test the device through the ledger of commands, and put another unit
 * in its place by the doors of those who keep what belongs to it.
 */
export function composeAftersale({ db, clock, log }: Base, needs: Needs): Aftersale {
  const { holdS, identity, faults, commands, registry, telemetry, attributes, geography } = needs
  return createAftersale({
    db,
    clock,
    log,
    holdS,
    rightsOf: identity.rightsOf,
    peopleNamed: identity.peopleNamed,
    faultTakenUp: faults.takenUp,
    faultRepaired: faults.repaired,
    faultLeft: faults.cancelled,
    accept: commands.accept,
    commandsOf: commands.commandsOf,
    codesOf: commands.codesOf,
    beyondLimitsOf: faults.beyondLimitsOf,
    swapUnits: registry.replaceUnit,
    switchOn: registry.switchOn,
    inherits: [attributes.inherit, faults.unitReplaced, geography.unitReplaced],
    anchorUnits: telemetry.anchorUnits,
    countersTold: telemetry.countersTold,
    unitsReplaced: faults.forgetLimits,
  })
}

export function aftersaleModule({ mount, startJobs }: Aftersale): Module {
  return { name: 'aftersale', mount, jobs: startJobs }
}
