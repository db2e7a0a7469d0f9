import { clickFigures, confirmedTimes, openValves, socketTimes } from '../load/clicks.ts'
import type { Figures, Measure } from '../measure.ts'
import { countKept, openMqttPool } from '../load/pool/mqtt-pool.ts'
import { percentile, rounded } from '../gauge/statistics.ts'
import { watchUsage } from '../gauge/usage.ts'

const DEVICES = 5000
const PER_SECOND = 10_000
/** Most unacknowledged messages per device: a device then waits, as its modem would. */
const UNDER_WAY = 10
const CLICKS_PER_SECOND = 5
/** Until the heaps have the size that this load needs: growth after it is no working set. */
const WARM_UP_S = 60
/** Most allowed ratio of resident memory in the last half minute to that in the first. */
const FLAT = 1.05
const GOAL_P99_MS = 2000
const DATABASE = 'bench_burst'

/**
 * Ten times the steady load, while a user sends commands: no crash, flat memory, nothing lost, valves still respond.
 */
export const burst: Measure = {
  name: 'burst',
  async run(bench): Promise<Figures> {
    const { seconds, warmUp } = bench.quick ? { seconds: 20, warmUp: 20 } : { seconds: 120, warmUp: WARM_UP_S }
    const pool = await openMqttPool(bench, DATABASE, DEVICES, { probe: true })
    const clicker = await openValves(pool, bench.undo)
    // Reading the memory collects garbage, which frees memory: done before the warm-up, or the measured phase would
    // only regain it.
    const heapBefore = await pool.server.memory()
    bench.say('  warming up')
    await clicker.ask('click', { count: 30, perSecond: 10 })
    await pool.load.ask('steady', { perSecond: PER_SECOND, seconds: warmUp, underWay: UNDER_WAY })
    const watch = watchUsage(pool.server, pool.cluster)
    const [run, clicks] = await Promise.all([
      pool.load.ask('steady', { perSecond: PER_SECOND, seconds, underWay: UNDER_WAY }),
      clicker.ask('click', { count: seconds * CLICKS_PER_SECOND, perSecond: CLICKS_PER_SECOND }),
    ])
    const usage = watch.stop(run.acknowledged)
    const heapAfter = await pool.server.memory()
    const stillUp = await pool.server.isUp()
    const kept = await countKept(pool)
    await clicker.stop()
    await pool.close()
    const socketP99 = percentile(socketTimes([clicks]), 0.99)
    const confirmedP99 = percentile(confirmedTimes([clicks]), 0.99)
    const perSecond = run.acknowledged / run.seconds
    const { memory } = usage
    bench.say(
      `  ${Math.round(perSecond)}/s acknowledged, ${kept.lost} lost, command p99 ${rounded(socketP99)} ms to the socket, ` +
        `${rounded(confirmedP99)} ms to its proof, resident ${memory.firstMiB} to ${memory.lastMiB} MiB, ` +
        `load ${usage.loadAverage.end}`,
    )
    return {
      devices: DEVICES,
      offeredPerSecond: PER_SECOND,
      seconds,
      acknowledgedPerSecond: rounded(perSecond),
      keptBack: run.keptBack,
      goals: { commandP99Ms: GOAL_P99_MS, lost: 0, residentLastToFirst: FLAT },
      met: {
        command: confirmedP99 < GOAL_P99_MS,
        lost: kept.lost === 0,
        stillUp,
        memoryFlat: memory.lastMiB <= FLAT * memory.firstMiB,
      },
      memory,
      // Memory still referenced after a collection: growth here is a leak, whatever the resident size does.
      heapAfterCollectionMiB: { before: mib(heapBefore.heapUsed), after: mib(heapAfter.heapUsed) },
      acknowledgedMs: run.acknowledgedMs,
      writtenToAcknowledgedMs: run.writtenToAcknowledgedMs,
      commands: clickFigures([clicks]),
      cpuShareOfTwoCores: usage.cpuShare,
      cpuUsPerMessage: { ...usage.cpuUsPerMessage, generator: rounded(run.cpuUs / run.acknowledged) },
      kept,
      loadAverage: usage.loadAverage,
    }
  },
}

function mib(bytes: number): number {
  return rounded(bytes / 1024 ** 2)
}
