import type { createAftersale } from '../modules/aftersale/aftersale.module.ts'
import type { createAttributes } from '../modules/attribute/attribute.module.ts'
import type { createCommands } from '../modules/command/command.module.ts'
import type { createDiagnostics } from '../modules/diagnostics/diagnostics.module.ts'
import type { createFaults } from '../modules/fault/fault.module.ts'
import type { createFirmware } from '../modules/firmware/firmware.module.ts'
import type { createFlows } from '../modules/flow/flow.module.ts'
import type { createGeography } from '../modules/geography/geography.module.ts'
import type { createOffice } from '../modules/office/office.module.ts'
import type { createRegistry } from '../modules/registry/registry.module.ts'
import type { createTelemetry } from '../modules/telemetry/telemetry.module.ts'
import type { createTemperature } from '../modules/temperature/temperature.module.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { ClockTrust } from '../platform/clock/clock-trust.ts'
import type { Database } from '../platform/db/db.ts'
import type { Log } from '../platform/log/log.ts'

/** What every context gets. */
export interface Base {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  trust: ClockTrust
}

export const MINUTE_MS = 60_000

/** How long a store that does not answer may delay the end of a module. */
export const STORE_MS = 5_000

/** The functions of each module; stated here because modules that ask each other would import each other in a circle. */
export type Aftersale = ReturnType<typeof createAftersale>
export type Attributes = ReturnType<typeof createAttributes>
export type Commands = ReturnType<typeof createCommands>
export type Diagnostics = ReturnType<typeof createDiagnostics>
export type Faults = ReturnType<typeof createFaults>
export type Firmware = ReturnType<typeof createFirmware>
export type Flows = ReturnType<typeof createFlows>
export type Geography = ReturnType<typeof createGeography>
export type Office = ReturnType<typeof createOffice>
export type Registry = ReturnType<typeof createRegistry>
export type Telemetry = ReturnType<typeof createTelemetry>
export type Temperature = ReturnType<typeof createTemperature>
