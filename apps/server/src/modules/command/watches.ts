import type { LastValues } from './command.ports.ts'
import type { CommandExecution } from './command-execution.ts'
import { type Finding, ValveWatch } from './watch.ts'

/** The valves that are followed, by device. */
export class Watches {
  readonly #byDevice = new Map<string, ValveWatch>()

  add(execution: CommandExecution, known: LastValues | null, at: number): void {
    const watch = this.#byDevice.get(execution.deviceId) ?? new ValveWatch(known, at)
    this.#byDevice.set(execution.deviceId, watch)
    watch.follow(execution, known)
  }

  remove(execution: CommandExecution): void {
    const watch = this.#byDevice.get(execution.deviceId)
    watch?.executions.delete(execution)
    if (watch?.executions.size === 0) this.#byDevice.delete(execution.deviceId)
  }

  hear(deviceId: string, values: LastValues, at: number): Finding[] {
    return this.#byDevice.get(deviceId)?.hear(values, at) ?? []
  }

  /** Commands of a valve, the given up among them. */
  of(deviceId: string): Iterable<CommandExecution> {
    return this.#byDevice.get(deviceId)?.executions ?? []
  }

  /** Commands about the same that were given up before this one. */
  givenUpBefore(execution: CommandExecution): CommandExecution[] {
    return [...this.of(execution.deviceId)].filter(
      (other) => other !== execution && other.status === 'TIMEOUT' && other.subject === execution.subject,
    )
  }
}
