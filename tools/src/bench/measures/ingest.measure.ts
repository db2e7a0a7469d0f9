import { type Child, startChild } from '../child.ts'
import { closeFlooded, type Flooded, floodRound, type Leg, LINES, openFlooded } from '../load/attack/flooding.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import { overRounds, rounded } from '../gauge/statistics.ts'
import type { calls as StoreCalls, StoreRun } from '../programs/store.process.ts'
import { BATCH_REPORTS } from '../load/uplink-batches.ts'

const WARM_UP = 20
const DATABASE = 'bench_ingest'
const GOAL = { storeStage: 0.7, wholePath: 0.3 }

interface Parts extends Flooded {
  store: Child<typeof StoreCalls>
}

/** Reports from the socket to committed rows, against COPY of the same rows by one client. */
export const ingest: Measure = {
  name: 'ingest',
  async run(bench) {
    const parts = await open(bench)
    const { rounds, perLine } = bench.quick ? { rounds: 3, perLine: 40 } : { rounds: 5, perLine: 100 }
    bench.say('  warming up')
    await floodRound(parts, WARM_UP)
    await storeRound(parts, WARM_UP, 1, false)
    const legs = { floor: [] as Leg[], stage: [] as Leg[], path: [] as Leg[] }
    for (let round = 1; round <= rounds; round++) {
      const path = await floodRound(parts, perLine)
      const { stage, floor } = await storeRound(parts, perLine, path.shadowsPerReport, round % 2 === 0)
      legs.path.push(path)
      legs.stage.push(stage)
      legs.floor.push(floor)
      const rate = (leg: Leg) => `${Math.round(leg.perSecond)}/s`
      bench.say(`  round ${round}: COPY ${rate(floor)}, store stage ${rate(stage)}, whole path ${rate(path)}`)
    }
    await close(parts)
    return figures(legs)
  },
}

async function open(bench: Bench): Promise<Parts> {
  const flooded = await openFlooded(bench, DATABASE)
  const store = startChild<typeof StoreCalls>(new URL('../programs/store.process.ts', import.meta.url), bench.undo)
  await store.ask('open', { url: flooded.databaseUrl, fleet: flooded.fleet.slice(LINES) })
  return { ...flooded, store }
}

async function close({ store, ...flooded }: Parts): Promise<void> {
  await store.stop()
  await closeFlooded(flooded, DATABASE)
}

async function storeRound(parts: Parts, perLine: number, shadowsPerReport: number, floorFirst: boolean) {
  const { store, from } = parts
  const count = Math.round((LINES * perLine) / BATCH_REPORTS)
  const stationsPerBatch = Math.max(1, Math.min(LINES, Math.round(shadowsPerReport * BATCH_REPORTS)))
  const { reports } = await store.ask('prepare', { from, count, stationsPerBatch })
  const leg = async (name: 'store' | 'copy'): Promise<Leg> => {
    const postgresUs = parts.cluster.cpuUs()
    const run: StoreRun = await store.ask(name, null)
    const cpuUs = { client: run.cpuUs / reports, postgres: (parts.cluster.cpuUs() - postgresUs) / reports }
    return { perSecond: reports / run.seconds, cpuUs, shadowsPerReport: stationsPerBatch / BATCH_REPORTS }
  }
  const first = await leg(floorFirst ? 'copy' : 'store')
  const second = await leg(floorFirst ? 'store' : 'copy')
  return floorFirst ? { floor: first, stage: second } : { floor: second, stage: first }
}

function figures({ floor, stage, path }: Record<'floor' | 'stage' | 'path', Leg[]>): Figures {
  const ratio = (legs: Leg[]) => overRounds(legs.map((leg, n) => leg.perSecond / (floor[n]?.perSecond ?? Number.NaN)))
  const storeStage = ratio(stage)
  const wholePath = ratio(path)
  return {
    ratios: { storeStageToCopy: storeStage, wholePathToCopy: wholePath },
    // CPU of the floor per CPU of the way, without the generator: the figure that other load on the machine disturbs
    // least.
    cpuRatios: { storeStageToCopy: cpuRatio(floor, stage), wholePathToCopy: cpuRatio(floor, path) },
    goals: { storeStageToCopy: GOAL.storeStage, wholePathToCopy: GOAL.wholePath },
    met: { storeStage: storeStage.median >= GOAL.storeStage, wholePath: wholePath.median >= GOAL.wholePath },
    absolute: { copy: summary(floor), storeStage: summary(stage), wholePath: summary(path) },
    verified: 'every confirmed report is one message and one row of history, none is missing, none is there twice',
  }
}

function cpuRatio(floor: readonly Leg[], legs: readonly Leg[]): ReturnType<typeof overRounds> {
  const cost = ({ cpuUs }: Leg) =>
    Object.entries(cpuUs).reduce((sum, [name, us]) => (name === 'generator' ? sum : sum + us), 0)
  return overRounds(legs.map((leg, n) => cost(floor[n] ?? leg) / cost(leg)))
}

function summary(legs: readonly Leg[]): Record<string, unknown> {
  const names = Object.keys(legs[0]?.cpuUs ?? {})
  return {
    reportsPerSecond: overRounds(legs.map((leg) => leg.perSecond)),
    cpuUsPerReport: Object.fromEntries(
      names.map((name) => [name, overRounds(legs.map((leg) => leg.cpuUs[name] ?? Number.NaN)).median]),
    ),
    shadowsPerReport: rounded(overRounds(legs.map((leg) => leg.shadowsPerReport)).median),
  }
}
