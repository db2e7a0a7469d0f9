import type { ReadingValue } from '@sluice/devices'
import type { DemoWorld } from '../demo/world.types.ts'
import { createWeather } from '../model/weather.ts'
import { seedOf } from '../random.ts'
import { isMissing } from './gaps.ts'
import type { PastSource, Track } from './past.types.ts'
import { hoursOf, type Span } from './span.ts'
import { rounded, stationTrack } from './station-track.ts'
import { valveTrack } from './valve-track.ts'

/** Reports of one device as the platform takes them: `columns[key][n]` was observed at `times[n]`, epoch seconds. */
export interface PastColumns {
  times: number[]
  columns: Record<string, ReadingValue[]>
}

/** Every device of the world with what its model asks for. */
export function pastSources({ stations, devices }: Pick<DemoWorld, 'stations' | 'devices'>): PastSource[] {
  const carriers = new Map(
    stations.flatMap(({ device, slaves, carrier }) => {
      const { strokeMs = 8_000 } = carrier.planned
      const channels = carrier.protocol === 'SL651' ? (carrier.planned.channels ?? 0) : 0
      return [device, ...slaves].map(({ deviceNo }) => [deviceNo, { strokeMs, channels }] as const)
    }),
  )
  return devices.flatMap((device) => {
    const carrier = carriers.get(device.deviceNo)
    return carrier ? [{ ...device, ...carrier }] : []
  })
}

/** The past of a county, generated hour by hour from the models that drive it now. */
export class Past {
  readonly span: Span
  readonly #weather
  readonly #tracks = new Map<string, Track>()

  /** `seed` is that of the fleet: its weather is the one of now. */
  constructor(seed: number, span: Span) {
    this.span = span
    this.#weather = createWeather(seedOf(seed, 'weather'))
  }

  /** One local day of a device; without times where nothing is known of it. */
  day(source: PastSource, day: number): PastColumns {
    const track = this.#track(source)
    const times: number[] = []
    const columns: Record<string, ReadingValue[]> = {}
    for (const ms of hoursOf(this.span, day)) {
      if (isMissing(source, ms)) continue
      for (const [key, value] of Object.entries(track.at(ms))) {
        // A value missing in a report is a gap in its column.
        const column = (columns[key] ??= Array.from(times, () => null))
        column[times.length] = rounded(key, value)
      }
      times.push(ms / 1000)
      for (const column of Object.values(columns)) if (column.length < times.length) column.push(null)
    }
    return { times, columns }
  }

  #track(source: PastSource): Track {
    const known = this.#tracks.get(source.deviceNo)
    if (known) return known
    const made =
      source.kind === 'VALVE' ? valveTrack(source, this.span) : stationTrack(source, this.#weather, this.span)
    this.#tracks.set(source.deviceNo, made)
    return made
  }
}
