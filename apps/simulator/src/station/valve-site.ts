import { levelAt, type LevelGauge } from '../model/water-level.ts'
import { type ValveLook, ValveUnit, valveSeed } from '../model/valve-unit.ts'
import { createRandom, seedOf } from '../random.ts'
import { idOf } from './eightfold.ts'
import { createFlowMeter, type FlowMeter } from './flow-meter.ts'
import type { Drives, Measured, Site, SiteOptions } from './site.types.ts'

const M3H_PER_M3S = 3600
const KPA_PER_MPA = 1000

interface Valve {
  unit: ValveUnit
  meter: FlowMeter
}

/** Valves on one main: pressure behind (58..5F), flow (28..2F), volume of the hour (68..6F), what is left (60..67). */
export function createValveSite({ kind, channels, seed, weather, strokeMs, waters }: SiteOptions): Site {
  const random = createRandom(seedOf(seed, 'valves'))
  const drive = { strokeMs, waters, throttles: false }
  const valves = Array.from({ length: channels }, (_, n): Valve => {
    return { unit: new ValveUnit(valveSeed(seed, n), drive), meter: createFlowMeter(random.between(2_000, 40_000)) }
  })
  const canal: LevelGauge = { seed, baseM: random.between(1.4, 2.6), tideM: 0.08, liftMPerMm: 0.004, crestH: 5 }

  function measure({ unit, meter }: Valve, ms: number): ValveLook {
    const look = unit.look(ms)
    meter.count(look.flowM3h, ms)
    return look
  }

  const drives: Drives = {
    func: '4D',
    states: (ms) => valves.map(({ unit }) => unit.isOpen(ms)),
    switchTo(wanted, ms, jams) {
      const travels = valves.map((valve, n) => {
        measure(valve, ms)
        return valve.unit.moveTo(wanted[n] ? 1 : 0, ms, jams)
      })
      return Math.max(0, ...travels)
    },
    arrive(ms) {
      for (const valve of valves) {
        measure(valve, ms)
        valve.unit.arrive(ms)
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
        all.push({ id: idOf(0x58, n), value: outletMpa * KPA_PER_MPA })
      }
      for (const [n, { meter }] of valves.entries()) all.push({ id: idOf(0x60, n), value: meter.remainingM3() })
      for (const [n, { meter }] of valves.entries()) all.push({ id: idOf(0x68, n), value: meter.hourVolumeM3() })
      return all
    },
  }
}
