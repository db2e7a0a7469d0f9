import type { ReadingValue } from '@sluice/devices'
import { openingAt } from '../model/valve-motion.ts'
import { createPlannedVolume, plannedMotion, valveNature, valveWaterAt } from '../model/valve-plan.ts'
import { cellVoltageAt } from '../model/power.ts'
import { createRandom, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import type { PastSource, Track } from './past.types.ts'
import { hourIndex, type Span } from './span.ts'

/** A quota is topped up by this much whenever a water user has used it; see `flow-meter.ts`. */
const REFILL_M3 = 30_000
const MOST_M3 = 40_000

/** The volume a valve's plan let through until each hour of the span, m³, with the hour before as the first one. */
function totalsOf({ seed }: PastSource, drive: Parameters<typeof createPlannedVolume>[1], { fromMs, toMs }: Span) {
  const volume = createPlannedVolume(seed, drive)
  const totals = new Float64Array(Math.round((toMs - fromMs) / HOUR_MS) + 2)
  for (let n = 0; n < totals.length; n++) totals[n] = volume.at(fromMs + (n - 1) * HOUR_MS)
  return totals
}

/** The remaining quota when the live station takes over at the end of the span: its value then. */
function remainingAtEnd({ stationSeed, channels, channel = 1 }: PastSource): number {
  const random = createRandom(seedOf(stationSeed, 'valves'))
  const left = Array.from({ length: Math.max(channels, channel) }, () => random.between(2_000, MOST_M3))
  return left[channel - 1] as number
}

function remainingM3(atEnd: number, usedSince: number): number {
  const left = atEnd + usedSince
  return left <= MOST_M3 ? left : left - Math.ceil((left - MOST_M3) / REFILL_M3) * REFILL_M3
}

function stateOf(opening: number): string {
  if (opening <= 0.005) return 'CLOSED'
  return opening >= 0.995 ? 'OPEN' : 'PARTIAL'
}

/** A valve that follows its watering plan; its meter stands at the end where the live one goes on from. */
export function valveTrack(source: PastSource, span: Span): Track {
  const { seed, strokeMs, productNo } = source
  const isMqtt = productNo.startsWith('MQTT')
  const drive = { strokeMs, throttles: isMqtt, waters: true }
  const nature = valveNature(seed)
  const totals = totalsOf(source, drive, span)
  const atEnd = isMqtt ? 0 : remainingAtEnd(source)

  function flowing(ms: number) {
    const opening = openingAt(plannedMotion(seed, drive, ms), ms)
    return { opening, ...valveWaterAt(seed, nature, opening, ms) }
  }

  return {
    at(ms): Record<string, ReadingValue> {
      const { opening, inletMpa, outletMpa, flowM3h: flow } = flowing(ms)
      const n = hourIndex(span, ms) + 1
      const [before, total] = [totals[n - 1] as number, totals[n] as number]
      if (isMqtt) {
        return {
          valveState: stateOf(opening),
          opening: opening * 100,
          inletPressure: inletMpa,
          outletPressure: outletMpa,
          flow,
          totalVolume: total,
          batteryV: cellVoltageAt(seed, ms),
        }
      }
      const isOpen = opening > 0.5
      return {
        valveState: isOpen ? 'OPEN' : 'CLOSED',
        opening: isOpen ? 100 : 0,
        outletPressure: outletMpa,
        flow,
        hourVolume: total - before,
        remainWater: remainingM3(atEnd, (totals.at(-1) as number) - total),
      }
    },
  }
}
