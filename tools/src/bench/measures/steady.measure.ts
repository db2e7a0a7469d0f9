import type { Figures, Measure } from '../measure.ts'
import { countKept, openMqttPool } from '../load/pool/mqtt-pool.ts'
import { rounded } from '../gauge/statistics.ts'
import { watchUsage } from '../gauge/usage.ts'

const DEVICES = 5000
const PER_SECOND = 1000
const UNDER_WAY = 20
const WARM_UP_S = 15
const GOAL_SHARE = 0.15
/** The CPU share that the leading platform publishes for two virtual cores and PostgreSQL. */
const PUBLISHED_SHARE = 0.27
const DATABASE = 'bench_steady'

/** 5,000 MQTT devices, 1,000 messages of three points a second, QoS 1: the cost, and that nothing is lost. */
export const steady: Measure = {
  name: 'steady',
  async run(bench): Promise<Figures> {
    const seconds = bench.quick ? 60 : 600
    const pool = await openMqttPool(bench, DATABASE, DEVICES)
    bench.say('  warming up')
    await pool.load.ask('steady', { perSecond: PER_SECOND, seconds: WARM_UP_S, underWay: UNDER_WAY })
    const watch = watchUsage(pool.server, pool.cluster)
    const run = await pool.load.ask('steady', { perSecond: PER_SECOND, seconds, underWay: UNDER_WAY })
    const usage = watch.stop(run.acknowledged)
    const kept = await countKept(pool)
    await pool.close()
    const { all } = usage.cpuShare
    bench.say(`  ${rounded(all * 100)} % of two cores, ${kept.lost} lost, load ${usage.loadAverage.end}`)
    return {
      devices: DEVICES,
      messagesPerSecond: PER_SECOND,
      seconds,
      cpuShareOfTwoCores: usage.cpuShare,
      publishedCpuShare: PUBLISHED_SHARE,
      goals: { cpuShare: GOAL_SHARE, lost: 0 },
      met: { cpuShare: all < GOAL_SHARE, lost: kept.lost === 0 },
      cpuUsPerMessage: { ...usage.cpuUsPerMessage, generator: rounded(run.cpuUs / run.acknowledged) },
      acknowledgedMs: run.acknowledgedMs,
      writtenToAcknowledgedMs: run.writtenToAcknowledgedMs,
      keptBack: run.keptBack,
      memory: usage.memory,
      kept,
      loadAverage: usage.loadAverage,
    }
  },
}
