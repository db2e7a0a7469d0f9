import type { LastValues } from './command.ports.ts'
import type { Flight } from './flight.ts'
import { type Finding, ValveWatch } from './watch.ts'

/** The valves that are followed, by device. */
export class Watches {
  readonly #byDevice = new Map<string, ValveWatch>()

  add(flight: Flight, known: LastValues | null, at: number): void {
    const watch = this.#byDevice.get(flight.deviceId) ?? new ValveWatch(known, at)
    this.#byDevice.set(flight.deviceId, watch)
    watch.flights.add(flight)
  }

  remove(flight: Flight): void {
    const watch = this.#byDevice.get(flight.deviceId)
    watch?.flights.delete(flight)
    if (watch?.flights.size === 0) this.#byDevice.delete(flight.deviceId)
  }

  hear(deviceId: string, values: LastValues, at: number): Finding[] {
    return this.#byDevice.get(deviceId)?.hear(values, at) ?? []
  }

  /** Commands of a valve, the given up among them. */
  of(deviceId: string): Iterable<Flight> {
    return this.#byDevice.get(deviceId)?.flights ?? []
  }

  /** Commands of the same valve that were given up before this one. */
  givenUpBefore(flight: Flight): Flight[] {
    return [...this.of(flight.deviceId)].filter((other) => other !== flight && other.status === 'TIMEOUT')
  }
}
