import { loadavg } from 'node:os'
import { ABUSE_GOALS, type AbusePhase, metOf, phaseFigures } from '../gauge/abuse-figures.ts'
import type { calls as AttackCalls } from '../programs/attack.process.ts'
import { startChild } from '../child.ts'
import { insertMqttFleet, type MqttDevice } from '../load/fleet.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import { countKept, type MqttPool, openMqttPool } from '../load/pool/mqtt-pool.ts'
import type { calls as PeopleCalls } from '../programs/people.process.ts'
import { cpuOf } from '../gauge/process-cost.ts'
import { percentile, rounded } from '../gauge/statistics.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { insertReaders } from '../load/pool/user-pool.ts'
import { strangerRows, watchResident } from '../gauge/abuse-watch.ts'

const DEVICES = 1000
const PER_SECOND = 1000
const UNDER_WAY = 20
const PEOPLE = 10
const WARM_UP_S = 15
const QUIET_S = 15
const PAUSE_S = 15
const DATABASE = 'bench_abuse'

const ATTACKS = ['packets', 'idle', 'noise', 'tokens', 'uploads'] as const
type Attack = (typeof ATTACKS)[number]
/** The address of the device that reconnects every second: for token attacks, that of the attacker. */
const KNOCKS_FROM: Partial<Record<Attack, string>> = { tokens: '127.0.0.2' }
const ELSEWHERE = '127.0.0.1'

/**
 * The effect of five attacks, one after another, on known devices and users, and what the attacks leave behind. The
 * server runs with the limits and the log level of a fresh installation.
 */
export const abuse: Measure = {
  name: 'abuse',
  async run(bench): Promise<Figures> {
    const seconds = bench.quick ? 20 : 60
    const env = { SLUICE_DEVICE_STRANGERS: '', SLUICE_LOG_LEVEL: 'info' }
    const pool = await openMqttPool(bench, DATABASE, DEVICES, { env })
    const usernames = Array.from({ length: PEOPLE }, (_, n) => `bench-reader-${n + 1}`)
    await insertReaders(pool.db, usernames)
    const [known] = await insertMqttFleet(pool.db, 'MQTT-VALVE', 1)
    const people = startChild<typeof PeopleCalls>(new URL('../programs/people.process.ts', import.meta.url), bench.undo)
    const { url } = pool.server
    const deviceIds = pool.sensors.slice(0, PEOPLE).map(({ deviceId }) => deviceId)
    await people.ask('open', { url, usernames, password: ADMIN_PASSWORD, deviceIds })
    bench.say('  warming up')
    const field: Field = { bench, pool, people, known: known!, levelMs: Number.NaN, lostBefore: 0 }
    await serve(field, WARM_UP_S)
    const quiet = (await serve(field, QUIET_S)).people.map(({ ms }) => ms)
    field.levelMs = percentile(quiet, 0.99)
    bench.say(`  people p99 ${rounded(field.levelMs)} ms before any attack`)
    const phases: Record<string, Figures> = {}
    const met: Record<string, boolean> = {}
    for (const attack of ATTACKS) {
      const phase = await attacked(field, attack, seconds)
      phases[attack] = phaseFigures(phase)
      for (const [goal, isMet] of Object.entries(metOf(phase))) met[`${attack}.${goal}`] = isMet
      bench.say(`  ${attack}: ${summary(phase)}`)
    }
    const stillUp = await pool.server.isUp()
    await people.stop()
    await pool.close()
    return {
      devices: DEVICES,
      messagesPerSecond: PER_SECOND,
      people: PEOPLE,
      seconds,
      pauseSeconds: PAUSE_S,
      goals: ABUSE_GOALS,
      met: { ...met, stillUp },
      quietPeopleP99Ms: rounded(field.levelMs),
      phases,
    }
  },
}

interface Field {
  bench: Bench
  pool: MqttPool
  people: ReturnType<typeof startChild<typeof PeopleCalls>>
  /** The device that reconnects every second. */
  known: MqttDevice
  /** p99 of users before any attack, ms. */
  levelMs: number
  /** Lost messages of the earlier phases. */
  lostBefore: number
}

/** The platform's normal work for a while: devices report, users read, and a device reconnects from this address. */
async function serve({ pool, people, known }: Field, seconds: number, localAddress = ELSEWHERE) {
  const offered = { perSecond: PER_SECOND, seconds, underWay: UNDER_WAY }
  const knock = { port: pool.server.mqttPort, localAddress, token: known.token, seconds }
  const [calls, knocks, messages] = await Promise.all([
    people.ask('read', { seconds }),
    people.ask('knock', knock),
    pool.load.ask('steady', offered).catch((error: unknown) => {
      process.stderr.write(`  devices: ${error instanceof Error ? error.message : String(error)}\n`)
      return undefined
    }),
  ])
  return { people: calls, knocks, messages }
}

async function attacked(field: Field, attack: Attack, seconds: number): Promise<AbusePhase> {
  const { pool, bench, levelMs } = field
  const { server, db } = pool
  const attacker = startChild<typeof AttackCalls>(new URL('../programs/attack.process.ts', import.meta.url), bench.undo)
  const rowsBefore = await strangerRows(db)
  const linesBefore = server.logLines()
  const resident = watchResident(server.pid)
  const started = performance.now()
  const { url, sl651Port, mqttPort } = server
  const target = { url, password: ADMIN_PASSWORD, sl651Port, mqttPort, seconds }
  const attacking = attacker.ask(attack, target).then((figures) => {
    const cpuUs = cpuOf(attacker.pid)
    return { figures, endedMs: performance.now() - started, cpuUs }
  })
  const [{ figures, endedMs, cpuUs }, served] = await Promise.all([
    attacking,
    serve(field, seconds + PAUSE_S, KNOCKS_FROM[attack]),
  ])
  const wholeMs = performance.now() - started
  const memory = resident.stop()
  const rowsAfter = await strangerRows(db)
  const lines = server.logLines() - linesBefore
  await attacker.stop()
  const kept = await countKept(pool)
  const lost = kept.lost - field.lostBefore
  field.lostBefore = kept.lost
  return {
    attack: figures,
    attackerCores: cpuUs / 1000 / endedMs,
    endedMs,
    watchedMs: (seconds + PAUSE_S) * 1000,
    wholeMs,
    levelMs,
    calls: served.people,
    knocks: served.knocks,
    messages: served.messages,
    offered: (seconds + PAUSE_S) * PER_SECOND,
    lost,
    memory,
    rows: Object.fromEntries(Object.entries(rowsAfter).map(([table, n]) => [table, n - (rowsBefore[table] ?? 0)])),
    lines,
    loadAverage: loadavg()[0] ?? Number.NaN,
  }
}

function summary(phase: AbusePhase): string {
  const { memory, people, recoveryS, loadAverage, messages } = phaseFigures(phase) as {
    memory: { beforeMiB: number; maxMiB: number; afterMiB: number }
    people: { p99Ms: number; failed: number }
    messages: { lost: number }
    recoveryS: number
    loadAverage: number
  }
  const recovered = Number.isFinite(recoveryS) ? `recovered in ${recoveryS} s` : 'not recovered'
  return (
    `resident ${memory.beforeMiB}, ${memory.maxMiB}, ${memory.afterMiB} MiB, people p99 ${people.p99Ms} ms, ` +
    `${people.failed} calls failed, ${messages.lost} lost, ${recovered}, load ${loadAverage}`
  )
}
