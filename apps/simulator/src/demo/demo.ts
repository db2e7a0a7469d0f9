import { createFleet, type Fleet } from '../fleet/fleet.ts'
import { readOrder } from './order.ts'
import { createPlatformApi } from './platform-api.ts'
import { provision } from './provision.ts'
import { buildWorld } from './world.ts'

export interface DemoSurroundings {
  /** Tells one status. */
  say(status: Readonly<Record<string, unknown>>): void
  /** Gives the demo up. */
  signal?: AbortSignal
}

/** A county that is being brought onto the platform. `provisioned` fails with a DemoError. */
export interface Demo {
  /** Stations join it as soon as the platform knows them. */
  fleet: Fleet
  provisioned: Promise<void>
}

/** Reads the order and begins; nobody calls before `fleet.start()`. @throws DemoError for a wrong order. */
export function startDemo(line: string, { say, signal }: DemoSurroundings): Demo {
  const order = readOrder(line)
  const world = buildWorld(order)
  const { host, port } = order.sl651
  const fleet = createFleet({ host, port, plan: [], seed: order.seed, callsPerSecond: 100 })
  const api = createPlatformApi(order, signal)
  const bring = async () => {
    const startedAt = performance.now()
    say({ event: 'provisioning', stations: world.stations.length })
    const done = await provision(api, world, ({ planned }) => fleet.add([planned]))
    fleet.add(world.strangers)
    say({
      event: 'ready',
      stations: fleet.stations.length,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      ...done,
    })
  }
  return { fleet, provisioned: bring() }
}
