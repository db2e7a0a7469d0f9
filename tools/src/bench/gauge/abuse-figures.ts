import type { Figures } from '../measure.ts'
import type { LoadRun } from '../programs/mqtt-load.process.ts'
import { recoveryS, timesBetween, type TimedCall } from './recovery.ts'
import { percentile, rounded } from './statistics.ts'
import type { Watched } from './abuse-watch.ts'

const GOAL_ABOVE_MIB = 256
const GOAL_P99_MS = 500
export const ABUSE_GOALS = {
  aboveBeforeMiB: GOAL_ABOVE_MIB,
  peopleP99Ms: GOAL_P99_MS,
  lost: 0,
  failedCalls: 0,
  refusedDevices: 0,
}

/** The measurements of one attack and the pause after it. */
export interface AbusePhase {
  /** The attack's own figures. */
  attack: object
  /** CPU time of the attacker per second of the attack. */
  attackerCores: number
  /** From the start of the phase. */
  endedMs: number
  /** How long calls and messages were due. */
  watchedMs: number
  /** Until all of them were answered. */
  wholeMs: number
  /** p99 of users before any attack. */
  levelMs: number
  calls: readonly TimedCall[]
  /** ms until the device that reconnects every second was let in, infinite when it was not. */
  knocks: readonly number[]
  /**
   * Undefined when devices were cut off or left without an answer: then all offered messages count as never
   * acknowledged.
   */
  messages: LoadRun | undefined
  offered: number
  /** Acknowledged and not in the database. */
  lost: number
  memory: Watched
  rows: Readonly<Record<string, number>>
  lines: number
  loadAverage: number
}

function failed(times: readonly number[]): number {
  return times.filter((ms) => ms === Number.POSITIVE_INFINITY).length
}

function duringAttack({ calls, endedMs }: AbusePhase): number[] {
  return timesBetween(calls, 0, endedMs)
}

/** Failed calls of users count over the whole phase, their p99 over the attack. */
export function metOf(phase: AbusePhase): Record<string, boolean> {
  const { memory, calls, knocks, messages, lost, offered } = phase
  return {
    memory: memory.max - memory.before <= GOAL_ABOVE_MIB,
    people: percentile(duringAttack(phase), 0.99) <= GOAL_P99_MS,
    calls: calls.length > 0 && failed(calls.map(({ ms }) => ms)) === 0,
    devices: knocks.length > 0 && failed(knocks) === 0,
    acknowledged: messages?.acknowledged === offered,
    lost: lost === 0,
  }
}

export function phaseFigures(phase: AbusePhase): Figures {
  const { memory, calls, knocks, messages, endedMs, wholeMs } = phase
  const times = duringAttack(phase)
  const perSecond = (count: number) => rounded((count * 1000) / wholeMs)
  const rows = Object.entries(phase.rows).filter(([, count]) => count > 0)
  return {
    attack: { ...phase.attack, seconds: rounded(endedMs / 1000), cores: rounded(phase.attackerCores) },
    memory: {
      beforeMiB: rounded(memory.before),
      maxMiB: rounded(memory.max),
      afterMiB: rounded(memory.after),
    },
    people: {
      calls: calls.length,
      failed: failed(calls.map(({ ms }) => ms)),
      p50Ms: rounded(percentile(times, 0.5)),
      p99Ms: rounded(percentile(times, 0.99)),
      p99MsByPage: Object.fromEntries(
        [...new Set(calls.map(({ page }) => page))].map((page) => {
          const own = timesBetween(
            calls.filter((call) => call.page === page),
            0,
            endedMs,
          )
          return [page, rounded(percentile(own, 0.99))]
        }),
      ),
    },
    newcomer: { knocks: knocks.length, refused: failed(knocks), p99Ms: rounded(percentile(knocks, 0.99)) },
    messages: {
      offered: phase.offered,
      acknowledged: messages?.acknowledged ?? 0,
      lost: phase.lost,
      acknowledgedMs: messages?.acknowledgedMs ?? Number.POSITIVE_INFINITY,
    },
    rowsPerSecond: Object.fromEntries(rows.map(([table, count]) => [table, perSecond(count)])),
    logLinesPerSecond: perSecond(phase.lines),
    recoveryS: recoveryS(calls, endedMs, phase.watchedMs, phase.levelMs),
    loadAverage: rounded(phase.loadAverage),
  }
}
