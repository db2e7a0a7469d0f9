import { loadavg } from 'node:os'
import { startChild } from '../child.ts'
import { insertFleet } from '../load/fleet.ts'
import type { Figures, Measure } from '../measure.ts'
import type { LoadRun } from '../programs/mqtt-load.process.ts'
import { countKept, openMqttPool } from '../load/pool/mqtt-pool.ts'
import { firstSendTime } from '../load/reports.ts'
import { overRounds, rounded } from '../gauge/statistics.ts'
import type { calls as StoreCalls } from '../programs/store.process.ts'
import { BATCH_REPORTS } from '../load/uplink-batches.ts'
import { watchUsage } from '../gauge/usage.ts'

const DEVICES = 1000
const UNDER_WAY = 8
const WARM_UP = 20
const GOAL = 0.3
const DATABASE = 'bench_mqtt'

/** MQTT messages with QoS 1 from the socket to the PUBACK of committed rows, against the `COPY` that `ingest` uses. */
export const mqtt: Measure = {
  name: 'mqtt',
  async run(bench): Promise<Figures> {
    const pool = await openMqttPool(bench, DATABASE, DEVICES)
    const fleet = await insertFleet(pool.db, DEVICES)
    const store = startChild<typeof StoreCalls>(new URL('../programs/store.process.ts', import.meta.url), bench.undo)
    await store.ask('open', { url: pool.databaseUrl, fleet })
    const { rounds, perDevice } = bench.quick ? { rounds: 3, perDevice: 40 } : { rounds: 5, perDevice: 100 }
    const from = firstSendTime(Date.now())
    const flood = (count: number) => pool.load.ask('flood', { devices: DEVICES, perDevice: count, underWay: UNDER_WAY })
    const copy = async (count: number) => {
      const shape = { from, count: (DEVICES * count) / BATCH_REPORTS, stationsPerBatch: DEVICES / 2 }
      const { reports } = await store.ask('prepare', shape)
      const run = await store.ask('copy', null)
      return { perSecond: reports / run.seconds, clientUs: run.cpuUs / reports }
    }
    bench.say('  warming up')
    await flood(WARM_UP)
    await copy(WARM_UP)
    const legs: { way: number; floor: number; us: number; generatorUs: number; ms: LoadRun }[] = []
    for (let round = 1; round <= rounds; round++) {
      const watch = watchUsage(pool.server, pool.cluster)
      const run = await flood(perDevice)
      const { cpuUsPerMessage } = watch.stop(run.acknowledged)
      const floor = (await copy(perDevice)).perSecond
      const way = run.acknowledged / run.seconds
      const generatorUs = run.cpuUs / run.acknowledged
      legs.push({ way, floor, us: cpuUsPerMessage.all, generatorUs, ms: run })
      bench.say(`  round ${round}: COPY ${Math.round(floor)}/s, MQTT QoS 1 ${Math.round(way)}/s`)
    }
    const kept = await countKept(pool)
    await store.stop()
    await pool.close()
    bench.say(`  ${kept.lost} lost`)
    const ratio = overRounds(legs.map(({ way, floor }) => way / floor))
    return {
      ratios: { wholePathToCopy: ratio },
      goals: { wholePathToCopy: GOAL, lost: 0 },
      met: { wholePath: ratio.median >= GOAL, lost: kept.lost === 0 },
      absolute: {
        messagesPerSecond: overRounds(legs.map(({ way }) => way)),
        copyPerSecond: overRounds(legs.map(({ floor }) => floor)),
        cpuUsPerMessage: overRounds(legs.map(({ us }) => us)),
        generatorUsPerMessage: overRounds(legs.map(({ generatorUs }) => generatorUs)),
        // All are due at the start of a round: the last ones wait for all others.
        acknowledgedP99Ms: overRounds(legs.map(({ ms }) => ms.acknowledgedMs.p99)),
        writtenToAcknowledgedP99Ms: overRounds(legs.map(({ ms }) => ms.writtenToAcknowledgedMs.p99)),
      },
      kept,
      loadAverage: loadavg().map((load) => rounded(load)),
    }
  },
}
