import { parseArgs } from 'node:util'
import { abuse } from './measures/abuse.measure.ts'
import { burst } from './measures/burst.measure.ts'
import { startCluster, type BenchCluster } from './gauge/cluster.ts'
import { clustering } from './measures/clustering.measure.ts'
import { codec } from './measures/codec.measure.ts'
import { command } from './measures/command.measure.ts'
import { kills } from './measures/kills.measure.ts'
import { fault } from './measures/fault.measure.ts'
import { faultList } from './measures/fault-list.measure.ts'
import { hand } from './measures/hand.measure.ts'
import { ingest } from './measures/ingest.measure.ts'
import { jobs } from './measures/jobs.measure.ts'
import { latency } from './measures/latency.measure.ts'
import { list } from './measures/list.measure.ts'
import { console_ } from './measures/console.measure.ts'
import { machineFacts } from './gauge/machine.ts'
import { type Bench, type Figures, type Measure, missedGoals } from './measure.ts'
import { map } from './measures/map.measure.ts'
import { memory } from './measures/memory.measure.ts'
import { mqtt } from './measures/mqtt.measure.ts'
import { makePlace } from './place.ts'
import { registry } from './measures/registry.measure.ts'
import { scope } from './measures/scope.measure.ts'
import { tellNever } from './gauge/statistics.ts'
import { script } from './measures/script.measure.ts'
import { steady } from './measures/steady.measure.ts'
import { storm } from './measures/storm.measure.ts'
import { createUndo, type Undo } from './load/undo.ts'

const MEASURES: readonly Measure[] = [
  ingest,
  fault,
  faultList,
  latency,
  memory,
  list,
  codec,
  script,
  mqtt,
  command,
  jobs,
  steady,
  storm,
  burst,
  abuse,
  kills,
  clustering,
  scope,
  registry,
  console_,
  hand,
  map,
]

const USAGE = `npm run bench -- [--quick] [NAME…]    progress on standard error, one JSON document on standard output
NAME: ${MEASURES.map(({ name }) => name).join(', ')}; all of them when left out`

/** The requested measures; undefined when an argument is unknown. */
function readArguments() {
  try {
    const asked = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
    return asked.positionals.every((name) => MEASURES.some((measure) => measure.name === name)) ? asked : undefined
  } catch {
    return undefined
  }
}

async function main(undo: Undo): Promise<number> {
  const asked = readArguments()
  if (!asked) {
    say(USAGE)
    return 2
  }
  const { values, positionals } = asked
  const chosen = MEASURES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const bench = createBench(values.quick ?? false, undo)
  const machine = machineFacts(bench.place)
  const started = performance.now()
  const measures: Record<string, Figures> = {}
  let failed = 0
  for (const measure of chosen) {
    say(measure.name)
    try {
      measures[measure.name] = await measure.run(bench)
    } catch (error) {
      failed++
      measures[measure.name] = { error: error instanceof Error ? error.message : String(error) }
      say(`  failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
  }
  const postgres = (await bench.cluster()).version
  const seconds = Math.round((performance.now() - started) / 1000)
  const document = {
    at: new Date().toISOString(),
    quick: bench.quick,
    seconds,
    machine: { ...machine, postgres },
    measures,
  }
  process.stdout.write(`${JSON.stringify(document, tellNever, 2)}\n`)
  const missed = missedGoals(measures)
  if (missed.length > 0) say(`goals missed: ${missed.join(', ')}`)
  // A slow machine is not the product's fault, lost data is.
  return failed > 0 || missed.some((goal) => goal.endsWith('.lost')) ? 1 : 0
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function createBench(quick: boolean, undo: Undo): Bench {
  const place = makePlace(undo)
  let cluster: Promise<BenchCluster> | undefined
  const startOnce = () => {
    cluster ??= startCluster(place, undo)
    return cluster
  }
  return { quick, place, undo, say, cluster: startOnce }
}

const undo = createUndo()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void undo.all().finally(() => process.exit(130)))
}
try {
  process.exitCode = await main(undo)
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
} finally {
  await undo.all()
}
process.exit()
