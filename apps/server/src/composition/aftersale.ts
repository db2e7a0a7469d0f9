import type { Aftersale, Base, Commands, Faults } from './base.ts'
import type { LivePublishers } from './live-publishers.ts'
import type { Module } from './module.ts'
import { createAftersale } from '../modules/aftersale/aftersale.module.ts'

interface Needs {
  holdS: number
  faults: Faults
  commands: Commands
  live: LivePublishers
}

/** Repair orders: they tell the fault they are made of, and test the device through the ledger of commands. */
export function composeAftersale({ db, clock, log }: Base, { holdS, faults, commands, live }: Needs): Aftersale {
  return createAftersale({
    db,
    clock,
    log,
    holdS,
    faultTakenUp: faults.takenUp,
    faultRepaired: faults.repaired,
    accept: commands.accept,
    commandsOf: commands.commandsOf,
    codesOf: commands.codesOf,
    rowsChanged: (resource) => live.rows(resource),
  })
}

export function aftersaleModule({ mount, startJobs }: Aftersale): Module {
  return { name: 'aftersale', mount, jobs: startJobs }
}
