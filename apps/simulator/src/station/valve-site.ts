import { inletPressureAt } from '../model/demand.ts'
import { type ValvePipe, valveFlow } from '../model/hydraulics.ts'
import { openingAt, restingAt, travelMs, type ValveMotion } from '../model/valve-motion.ts'
import { levelAt, type LevelGauge } from '../model/water-level.ts'
import { createRandom, noiseAt, type Random, seedOf } from '../random.ts'
import { idOf } from './eightfold.ts'
import { createFlowMeter, type FlowMeter } from './flow-meter.ts'
import type { Drives, Measured, Site, SiteOptions } from './site.types.ts'

const M3H_PER_M3S = 3600
const KPA_PER_MPA = 1000
/** Flow of valves by nominal diameter, m³/h: DN250, DN300, DN400, DN500. */
const NOMINAL_FLOWS = [320, 450, 800, 1250]
/** Share of valves that are open when the story begins. */
const OPEN_SHARE = 0.65
/** A jammed valve stops at this share of its way. */
const JAM_SHARE = 0.4
/** Above this opening the valve has left its closed seat, below `1 - SEAT` its open one. */
const SEAT = 0.02

interface Valve {
  pipe: ValvePipe
  seed: number
  motion: ValveMotion
  state: boolean
  meter: FlowMeter
}

function newValve(random: Random, seed: number): Valve {
  const state = random.chance(OPEN_SHARE)
  return {
    pipe: { nominalFlowM3h: random.pick(NOMINAL_FLOWS) * random.between(0.8, 1), staticMpa: random.between(0.1, 0.16) },
    seed,
    motion: restingAt(state ? 1 : 0),
    state,
    meter: createFlowMeter(random.between(2_000, 40_000)),
  }
}

/** The state changes when the limit switch of the other end is reached. */
function stateOf(valve: Valve, ms: number): boolean {
  const opening = openingAt(valve.motion, ms)
  if (opening >= 1 - SEAT) valve.state = true
  else if (opening <= SEAT) valve.state = false
  return valve.state
}

function move(valve: Valve, open: boolean, ms: number, strokeMs: number, jams: () => boolean): number {
  const from = openingAt(valve.motion, ms)
  const to = open ? 1 : 0
  if (from === to) return 0
  const stopsAt = jams() ? from + (to - from) * JAM_SHARE : to
  valve.motion = { from, stopsAt, startMs: ms, strokeMs }
  return travelMs(valve.motion)
}

/** Valves on one main: pressure behind (58..5F), flow (28..2F), volume of the hour (68..6F), what is left (60..67). */
export function createValveSite({ kind, channels, seed, weather, strokeMs }: SiteOptions): Site {
  const random = createRandom(seedOf(seed, 'valves'))
  const valves = Array.from({ length: channels }, (_, n) => newValve(random, seedOf(seed, 'valve', n)))
  const elevationMpa = random.between(-0.025, 0.025)
  const canal: LevelGauge = { seed, baseM: random.between(1.4, 2.6), tideM: 0.08, liftMPerMm: 0.004, crestH: 5 }

  function measure(valve: Valve, ms: number): { flowM3h: number; outletMpa: number } {
    const inlet = inletPressureAt(ms) + elevationMpa + 0.004 * noiseAt(valve.seed, ms / 90_000)
    const { flowM3h, outletMpa } = valveFlow(valve.pipe, openingAt(valve.motion, ms), inlet)
    const ripple = 1 + 0.012 * noiseAt(valve.seed + 1, ms / 45_000)
    valve.meter.count(flowM3h * ripple, ms)
    return { flowM3h: flowM3h * ripple, outletMpa: outletMpa + 0.001 * noiseAt(valve.seed + 2, ms / 60_000) }
  }

  const drives: Drives = {
    func: '4D',
    states: (ms) => valves.map((valve) => stateOf(valve, ms)),
    switchTo(wanted, ms, jams) {
      const travels = valves.map((valve, n) => {
        // What flowed until now flowed at the old opening.
        measure(valve, ms)
        stateOf(valve, ms)
        return move(valve, wanted[n] ?? false, ms, strokeMs, jams)
      })
      return Math.max(0, ...travels)
    },
    arrive(ms) {
      for (const valve of valves) {
        measure(valve, ms)
        valve.motion = restingAt(valve.motion.stopsAt)
        stateOf(valve, ms)
      }
    },
  }

  return {
    stationType: '5A',
    supply: 'SOLAR',
    drives,
    elements(ms) {
      const measured = valves.map((valve) => measure(valve, ms))
      const all: Measured[] = []
      if (kind === 'VALVE_STATION') all.push({ id: '39', value: levelAt(canal, weather, ms) })
      for (const [n, { flowM3h }] of measured.entries()) all.push({ id: idOf(0x28, n), value: flowM3h / M3H_PER_M3S })
      for (const [n, { outletMpa }] of measured.entries()) {
        all.push({ id: idOf(0x58, n), value: Math.max(0, outletMpa * KPA_PER_MPA) })
      }
      for (const [n, { meter }] of valves.entries()) all.push({ id: idOf(0x60, n), value: meter.remainingM3() })
      for (const [n, { meter }] of valves.entries()) all.push({ id: idOf(0x68, n), value: meter.hourVolumeM3() })
      return all
    },
  }
}
