import { fstatSync } from 'node:fs'
import { readArguments, type Task, UsageError } from './arguments.ts'
import { type Demo, startDemo } from './demo/demo.ts'
import { DemoError } from './demo/platform-api.ts'
import { createFleet, type Fleet } from './fleet/fleet.ts'
import { openDoor, tellThroughDoor } from './fleet/door.ts'
import { MischiefError, MischiefMaker } from './fleet/mischief-order.ts'
import { planStations } from './fleet/plan.ts'
import { firstLine } from './first-line.ts'
import { onLines } from './input-lines.ts'

const STATS_MS = 1_000

/** The process: runs the requested fleet until it is stopped or its parent has ended. */
async function main(): Promise<void> {
  const task = readArguments(process.argv.slice(2))
  if (task.mode === 'tell') return say((await tellThroughDoor(task.folder, task.order)) as Record<string, unknown>)
  const stopped = untilStopped()
  const begun = await begin(task, stopped)
  if (!begun) return
  const { fleet, provisioned, folder, takes } = begun
  const mischief = new MischiefMaker(() => fleet.members)
  const door = folder === undefined ? undefined : await openDoor(folder, (line) => mischief.tell(line))
  void fleet.start()
  // Reading the input to its end is also how this process hears that its parent is gone.
  onLines(process.stdin, (line) => {
    if (!takes(line)) obey(mischief, line)
  })
  const stats = task.stats ? tellStats(fleet) : undefined
  try {
    await Promise.race([stopped, provisioned.then(() => stopped)])
  } finally {
    clearInterval(stats)
    door?.close()
    const { waiting } = fleet.counters()
    await fleet.stop()
    say({ event: 'stopped', ...fleet.counters(), waiting })
  }
}

/** Undefined when it is stopped before its task is known. */
async function begin(task: Exclude<Task, { mode: 'tell' }>, stopped: Promise<void>): Promise<Demo | undefined> {
  if (task.mode === 'fleet') {
    const { host, port, plan, callsPerSecond } = task
    const fleet = createFleet({ host, port, plan: planStations(plan), seed: plan.seed, callsPerSecond })
    return { fleet, provisioned: Promise.resolve(), folder: task.folder, takes: () => false }
  }
  const line = await Promise.race([firstLine(process.stdin), stopped])
  if (!line) return undefined
  const stop = new AbortController()
  void stopped.then(() => stop.abort())
  return startDemo(line, { say, signal: stop.signal })
}

/** A line on standard input: what the fleet is to do wrong. A wrong line is answered, and changes nothing. */
function obey(mischief: MischiefMaker, line: string): void {
  try {
    say({ event: 'mischief', ...mischief.tell(line) })
  } catch (error) {
    if (!(error instanceof MischiefError)) throw error
    say({ event: 'mischief', error: error.message })
  }
}

function say(status: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(status)}\n`)
}

function tellStats(fleet: Fleet): NodeJS.Timeout {
  const startedAt = performance.now()
  let acknowledged = 0
  return setInterval(() => {
    const counters = fleet.counters()
    const rate = counters.acknowledged - acknowledged
    acknowledged = counters.acknowledged
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const rssMb = Math.round(process.memoryUsage.rss() / 1024 / 1024)
    say({ event: 'stats', seconds, ...counters, acknowledgedPerS: rate, rssMb })
  }, STATS_MS)
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
    // The reader of our status has ended, and so has our parent.
    process.stdout.on('error', () => resolve())
    if (isNullDevice()) return
    process.stdin.once('end', () => resolve())
    process.stdin.once('close', () => resolve())
  })
}

/** Started in the background of a shell or with its input ignored: that input ends at once and says nothing of a parent. */
function isNullDevice(): boolean {
  return !process.stdin.isTTY && fstatSync(0).isCharacterDevice()
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const isKnown = error instanceof UsageError || error instanceof DemoError || error instanceof MischiefError
    process.stderr.write(
      `${isKnown ? error.message : `The simulator failed: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    )
    process.exit(1)
  },
)
