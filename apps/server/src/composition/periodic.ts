import type { createCommands } from '../modules/command/command.module.ts'
import type { createFaults } from '../modules/fault/fault.module.ts'
import type { createRegistry } from '../modules/registry/registry.module.ts'
import type { createTelemetry } from '../modules/telemetry/telemetry.module.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'

export interface PeriodicParts {
  commands: Pick<ReturnType<typeof createCommands>, 'tick'>
  telemetry: Pick<ReturnType<typeof createTelemetry>, 'checkSilence' | 'rollUp' | 'maintainPartitions'>
  faults: Pick<ReturnType<typeof createFaults>, 'catchUp'>
  registry: Pick<ReturnType<typeof createRegistry>, 'dropOldUnknown' | 'replayKept'>
  /** Whether the clock is trusted, so that rows past their retention may be deleted. */
  mayDelete(): Promise<boolean>
  /** Adds new lines of the operation log to its chain. */
  sealAudit(): Promise<unknown>
}

const MINUTE_MS = 60_000

/** Every periodic job of the platform. */
export function startJobs(jobs: Jobs, parts: PeriodicParts): void {
  const { commands, telemetry, faults, registry, mayDelete, sealAudit } = parts
  jobs.start({ name: 'command.deadlines', everyMs: 250, run: async () => commands.tick() })
  // Not exclusive: it takes its own lock.
  jobs.start({ name: 'audit.seal', everyMs: 1_000, run: async () => void (await sealAudit()) })
  jobs.start({ name: 'telemetry.silence', everyMs: 5_000, run: telemetry.checkSilence })
  jobs.start({ name: 'fault.catch-up', everyMs: 5_000, run: faults.catchUp })
  jobs.start({
    name: 'telemetry.rollup',
    everyMs: MINUTE_MS,
    exclusive: true,
    run: async (signal) => {
      await telemetry.rollUp(signal)
    },
  })
  jobs.start({
    name: 'telemetry.partitions',
    everyMs: 360 * MINUTE_MS,
    exclusive: true,
    run: async () => {
      await telemetry.maintainPartitions()
    },
  })
  jobs.start({
    name: 'registry.kept-frames',
    everyMs: MINUTE_MS,
    atStart: true,
    exclusive: true,
    run: registry.replayKept,
  })
  jobs.start({
    name: 'registry.unknown-stations',
    everyMs: 60 * MINUTE_MS,
    exclusive: true,
    run: async () => {
      if (await mayDelete()) await registry.dropOldUnknown()
    },
  })
}
