import { demandAt } from '../model/demand.ts'
import { chanceAt, createRandom, noiseAt, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import { idOf } from './eightfold.ts'
import { createFlowMeter } from './flow-meter.ts'
import type { Drives, Measured, Site, SiteOptions } from './site.types.ts'

const M3H_PER_M3S = 3600
/** A pump that is not commanded follows the farmers' day: checked again every three hours. */
const DUTY_WINDOW_MS = 3 * HOUR_MS
/** After a command the farmers keep their hands off for this long. */
const COMMAND_HOLDS_MS = 12 * HOUR_MS
/** A pump runs up and down in this share of a valve's stroke. */
const RUN_UP_SHARE = 0.25

interface Pump {
  seed: number
  flowM3h: number
  ratedA: number
  /** The centre's last order, and when it takes effect. */
  ordered: { on: boolean; atMs: number } | null
  meter: ReturnType<typeof createFlowMeter>
}

/** Pumps over a well: flow, head, hourly volume, depth to the water, three phases; bitmap 4C. */
export function createPumpSite({ channels, seed, strokeMs }: SiteOptions): Site {
  const random = createRandom(seedOf(seed, 'pumps'))
  const restM = random.between(14, 38)
  const pumps = Array.from({ length: channels }, (_, n): Pump => {
    const flowM3h = random.pick([50, 80, 100, 125, 160]) * random.between(0.88, 1)
    const meter = createFlowMeter(random.between(1_500, 20_000))
    return { seed: seedOf(seed, 'pump', n), flowM3h, ratedA: 10 + flowM3h * 0.35, ordered: null, meter }
  })

  function isOn({ seed: own, ordered }: Pump, ms: number): boolean {
    if (ordered && ms - ordered.atMs < COMMAND_HOLDS_MS) return ms >= ordered.atMs ? ordered.on : !ordered.on
    const window = Math.floor(ms / DUTY_WINDOW_MS)
    return chanceAt(own, window) < 0.25 + 0.55 * demandAt((window + 0.5) * DUTY_WINDOW_MS)
  }

  const drives: Drives = {
    func: '4C',
    states: (ms) => pumps.map((pump) => isOn(pump, ms)),
    switchTo(wanted, ms, jams) {
      const waits = pumps.map((pump, n) => {
        const on = wanted[n] ?? false
        if (isOn(pump, ms) === on) {
          // As it is, and it is to stay so.
          pump.ordered = { on, atMs: ms }
          return 0
        }
        const waitMs = strokeMs * RUN_UP_SHARE
        pump.ordered = jams() ? { on: !on, atMs: ms } : { on, atMs: ms + waitMs }
        return waitMs
      })
      return Math.max(0, ...waits)
    },
    arrive(ms) {
      for (const { ordered } of pumps) if (ordered) ordered.atMs = Math.min(ordered.atMs, ms)
    },
  }

  return {
    stationType: '44',
    supply: 'MAINS',
    drives,
    elements(ms) {
      const on = pumps.map((pump) => isOn(pump, ms))
      const flows = pumps.map((pump, n) => {
        const flow = on[n] ? pump.flowM3h * (1 + 0.015 * noiseAt(pump.seed, ms / 50_000)) : 0
        pump.meter.count(flow, ms)
        return flow
      })
      const running = on.filter(Boolean).length
      const drawdown = (4.5 * running) / pumps.length
      return [
        ...flows.map((flow, n): Measured => ({ id: idOf(0x28, n), value: flow / M3H_PER_M3S })),
        ...pumps.map(
          (pump, n): Measured => ({ id: idOf(0x58, n), value: on[n] ? 280 + 12 * noiseAt(pump.seed, ms / 70_000) : 6 }),
        ),
        ...pumps.map(({ meter }, n): Measured => ({ id: idOf(0x60, n), value: meter.remainingM3() })),
        ...pumps.map(({ meter }, n): Measured => ({ id: idOf(0x68, n), value: meter.hourVolumeM3() })),
        { id: '0E', value: restM + drawdown + 0.05 * noiseAt(seed, ms / 300_000) },
        ...phases(pumps[0] as Pump, on[0] ?? false, ms),
      ]
    },
  }
}

/** Voltages 70..72 and currents 73..75 of the first pump. */
function phases({ seed, ratedA }: Pump, on: boolean, ms: number): Measured[] {
  const measured: Measured[] = []
  for (let n = 0; n < 3; n++) {
    measured.push({ id: idOf(0x70, n), value: 226 + 4 * noiseAt(seed + n, ms / 120_000) - (on ? 3 : 0) })
  }
  for (let n = 0; n < 3; n++) {
    measured.push({ id: idOf(0x73, n), value: on ? ratedA * (0.86 + 0.03 * noiseAt(seed + 3 + n, ms / 80_000)) : 0 })
  }
  return measured
}
