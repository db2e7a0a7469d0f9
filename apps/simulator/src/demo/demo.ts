import { createFleet, type Fleet } from '../fleet/fleet.ts'
import { tellHistory } from '../history/bring-history.ts'
import { pastSources } from '../history/past.ts'
import { tellDispatch } from './dispatch.ts'
import { tellStories } from './people/stories.ts'
import { readOrder } from './order.ts'
import { createPlatformApi } from './platform-api.ts'
import { provision } from './provision.ts'
import { keepTokens } from './token-file.ts'
import { createRenewals } from './renewals.ts'
import { buildWorld } from './world.ts'
import type { StationClock } from '../station-clock.ts'
import type { DemoStation } from './world.types.ts'

export interface DemoSurroundings {
  /** Tells one status. */
  say(status: Readonly<Record<string, unknown>>): void
  /** Gives the demo up. */
  signal?: AbortSignal
  /** The time of day at the stations; what befalls them depends on it. */
  clock?: StationClock
}

/** A county that is being brought onto the platform. `provisioned` fails with a DemoError. */
export interface Demo {
  /** Stations join it as soon as the platform knows them. */
  fleet: Fleet
  provisioned: Promise<void>
  /** Where the fleet's door is to stand. */
  folder: string | undefined
  /** Whether a further line of the starter was for the demo itself: another session. */
  takes(line: string): boolean
}

/** Reads the order and begins; no station connects before `fleet.start()`. @throws DemoError for a wrong order. */
export function startDemo(line: string, { say, signal, clock }: DemoSurroundings): Demo {
  const order = readOrder(line)
  const world = buildWorld(order)
  const { sl651, mqtt, folder, seed } = order
  const at = sl651 ?? (mqtt as NonNullable<typeof mqtt>)
  const fleet = createFleet({
    ...at,
    mqtt: mqtt ?? at,
    plan: [],
    seed,
    callsPerSecond: 100,
    ...(clock ? { clock } : {}),
  })
  const renewals = order.renews ? createRenewals(say) : undefined
  const api = createPlatformApi(order, signal, renewals?.renew)
  /** Stations whose listener is off are on the platform, and silent. */
  const join = ({ device, carrier }: DemoStation, token: string | undefined) => {
    if (carrier.protocol === 'SL651') {
      if (sl651) fleet.add([{ ...carrier.planned, name: device.deviceNo }])
    } else if (mqtt && token !== undefined) fleet.addMqtt([{ ...carrier.planned, token }])
  }
  const bring = async () => {
    const startedAt = performance.now()
    say({ event: 'provisioning', stations: world.stations.length, devices: world.devices.length })
    const done = await provision(api, world, keepTokens(folder), join)
    if (sl651) fleet.add(world.strangers)
    say({
      event: 'ready',
      stations: fleet.members.length,
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      ...done,
    })
    if (order.historyDays > 0)
      void tellHistory({ api, sources: pastSources(world), seed, days: order.historyDays }, say, signal)
    // Whoever has a past has people.
    if (order.historyDays > 0)
      void tellStories(
        {
          api,
          devices: world.devices,
          users: world.users,
          seed,
          ...(signal ? { signal } : {}),
        },
        say,
      )
    if (order.dispatchEveryS > 0)
      void tellDispatch(
        { api, devices: world.devices, seed, everyS: order.dispatchEveryS, ...(signal ? { signal } : {}) },
        say,
      )
  }
  return { fleet, provisioned: bring(), folder, takes: (input) => renewals?.take(input) ?? false }
}
