import { HOUR_MS } from '../station-clock.ts'
import { openingAt, restingAt, travelMs, type ValveMotion } from './valve-motion.ts'
import {
  createPlannedVolume,
  plannedMotion,
  untilNextWateringMs,
  type ValveDrive,
  type ValveNature,
  valveNature,
  type ValveWater,
  valveWaterAt,
} from './valve-plan.ts'

export { valveSeed } from './valve-plan.ts'

/** A jammed valve stops at this share of its way. */
const JAM_SHARE = 0.4
/** After a command, no operator on site moves it for this long. */
const COMMAND_HOLDS_MS = 12 * HOUR_MS
/** Above this opening the valve has left its closed seat, below `1 - SEAT` its open one. */
const SEAT = 0.02

/** A valve's state at an instant. `opening` is 0..1; `moves` 1 opening, -1 closing, 0 at rest. */
export interface ValveLook extends ValveWater {
  opening: number
  moves: -1 | 0 | 1
}

interface Counted {
  firstMs: number
  lastMs: number
  sinceM3: number
}

/** A valve in its pipe, independent of the station that carries it. It follows its plan until it is commanded. */
export class ValveUnit {
  readonly seed: number
  readonly #drive: ValveDrive
  readonly #nature: ValveNature
  #commanded: { motion: ValveMotion; untilMs: number } | undefined
  #isOpen: boolean | undefined
  #counted: Counted | undefined
  /** The volume before the first reading: a year of hours, added up only for a meter that is read. */
  #beforeM3: number | undefined

  constructor(seed: number, drive: ValveDrive) {
    this.seed = seed
    this.#drive = drive
    this.#nature = valveNature(seed)
  }

  look(ms: number): ValveLook {
    const motion = this.#motion(ms)
    const opening = openingAt(motion, ms)
    const water = valveWaterAt(this.seed, this.#nature, opening, ms)
    this.#count(water.flowM3h, ms)
    return {
      opening,
      moves: opening === motion.stopsAt ? 0 : motion.stopsAt > opening ? 1 : -1,
      ...water,
    }
  }

  /** The volume since its meter was installed, m³. */
  totalM3(ms: number): number {
    this.look(ms)
    const { firstMs, sinceM3 } = this.#counted as Counted
    this.#beforeM3 ??= this.#drive.waters
      ? createPlannedVolume(this.seed, this.#drive).at(firstMs)
      : this.#nature.startM3
    return this.#beforeM3 + sinceM3
  }

  /** How long it will still move, ms; 0 at rest. */
  restsInMs(ms: number): number {
    const motion = this.#motion(ms)
    return Math.max(0, motion.startMs + travelMs(motion) - ms)
  }

  /** How long until it may move by itself, ms; undefined when it never does. */
  movesInMs(ms: number): number | undefined {
    if (!this.#drive.waters) return undefined
    return this.#commanded && this.#commanded.untilMs > ms
      ? this.#commanded.untilMs - ms
      : untilNextWateringMs(this.seed, ms)
  }

  /** As the limit switches have it: it changes when the other end is reached. */
  isOpen(ms: number): boolean {
    const opening = openingAt(this.#motion(ms), ms)
    if (opening >= 1 - SEAT) this.#isOpen = true
    else if (opening <= SEAT) this.#isOpen = false
    return (this.#isOpen ??= opening > 0.5)
  }

  /** Begins to move; returns how long that takes, ms. A valve already at the target stays there. */
  moveTo(opening: number, ms: number, jams: () => boolean): number {
    // The volume until now flowed at the old opening, and the switches registered it.
    this.look(ms)
    this.isOpen(ms)
    const from = openingAt(this.#motion(ms), ms)
    const stopsAt = from !== opening && jams() ? from + (opening - from) * JAM_SHARE : opening
    const motion = { from, stopsAt, startMs: ms, strokeMs: this.#drive.strokeMs }
    this.#command(motion, ms)
    return travelMs(motion)
  }

  stop(ms: number): void {
    this.look(ms)
    this.#command(restingAt(openingAt(this.#motion(ms), ms)), ms)
  }

  /** The time of the movement is over: the valve is at rest, whatever the clock says. */
  arrive(ms: number): void {
    this.look(ms)
    if (this.#commanded) this.#commanded.motion = restingAt(this.#commanded.motion.stopsAt)
  }

  #command(motion: ValveMotion, ms: number): void {
    this.#commanded = { motion, untilMs: ms + COMMAND_HOLDS_MS }
  }

  #motion(ms: number): ValveMotion {
    const planned = plannedMotion(this.seed, this.#drive, ms)
    if (!this.#commanded) return planned
    const { motion, untilMs } = this.#commanded
    if (!this.#drive.waters || ms < untilMs) return motion
    // The plan takes over: it goes from where the command left it to where the plan wants it.
    const back = { ...planned, from: motion.stopsAt, startMs: Math.max(untilMs, planned.startMs) }
    if (ms >= back.startMs + travelMs(back)) this.#commanded = undefined
    return back
  }

  #count(flowM3h: number, ms: number): void {
    this.#counted ??= { firstMs: ms, lastMs: ms, sinceM3: 0 }
    const counted = this.#counted
    // A clock that was set back counts nothing twice.
    if (ms > counted.lastMs) counted.sinceM3 += (flowM3h * (ms - counted.lastMs)) / HOUR_MS
    counted.lastMs = ms
  }
}
