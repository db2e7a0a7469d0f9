import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noticeUserResource, pushRuleResource, saveNoticeChannel } from '@sluice/contract'
import { emitLater } from '@sluice/server/src/platform/outbox/outbox.store.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Heard, Mood, StandIn } from '../src/channels/stand-in.ts'
import { openWebhook } from '../src/channels/webhook.ts'
import { beginFault } from '../src/notice/stand-in-channels.ts'
import {
  createClient,
  createTestDatabase,
  makeDevice,
  pause,
  type ServerProcess,
  startServerProcess,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
  until,
} from '../src/index.ts'

const PASSWORD = 'heron-4-lantern'
const SECRET = 'a-secret-of-the-webhook'
const KILLS = 20
const PEOPLE = 5
/** Faults that begin in each life of the process. */
const FAULTS = 3
const dataDir = mkdtempSync(join(tmpdir(), 'sluice-told-'))
const env = {
  PORT: '0',
  SLUICE_DATA: dataDir,
  SLUICE_DEVICE_PORTS: '0',
  SLUICE_ADMIN_PASSWORD: PASSWORD,
  SLUICE_SERVER_KEY: randomBytes(32).toString('hex'),
}
let cluster: TestCluster
let database: TestDatabase
let side: StandIn
let server: ServerProcess | undefined

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await createTestDatabase()
  side = await openWebhook(SECRET, () => new Date())
})
afterAll(async () => {
  await server?.kill()
  await side?.close()
  await database?.drop()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function start(): Promise<ServerProcess> {
  server = await startServerProcess({ env: { ...env, DATABASE_URL: database.url } })
  return server
}

/** What a first call is met with; whoever comes again is answered, or it would be given up by its number of attempts. */
const MOODS: readonly Mood[] = ['answer', 'answer', 'twice', 'break', 'drop', 'busy', 'hang']

const idOf = ({ headers }: Heard) => headers['x-sluice-id'] ?? ''

/** Every call takes a while, so that a kill falls before, into and after it; `hangs` of them are never answered. */
function beFickle(hangs: number): void {
  let met = 0
  side.mood = async (heard) => {
    const isFirst = side.heard.filter((one) => idOf(one) === idOf(heard)).length === 1
    await pause(Math.random() * 60)
    const mood = isFirst ? MOODS[met++ % MOODS.length]! : 'answer'
    return mood === 'hang' && hangs-- <= 0 ? 'break' : mood
  }
}

/** People who are told by the webhook, each fault at once, and devices that have faults. */
async function setUp(url: string): Promise<{ id: string; deptId: string }[]> {
  const admin = await createClient(url).signIn('admin', PASSWORD)
  const settings = { endpoint: `${side.url}/in` }
  const secrets = { signSecret: SECRET, authorization: 'Bearer gate' }
  const channel = { kind: 'WEBHOOK' as const, version: null, enabled: true, settings, secrets, forget: [] }
  await admin.call(saveNoticeChannel, channel)
  await admin.insert(pushRuleResource, { place: 1, name: 'at once', deptId: '1', mergeWindowS: 0 })
  for (let n = 0; n < PEOPLE; n++)
    await admin.insert(noticeUserResource, { name: `person ${n}`, deptId: '1', channels: ['WEBHOOK'] })
  const made = [await makeDevice(admin), await makeDevice(admin), await makeDevice(admin)]
  return made.map(({ id }) => ({ id, deptId: '1' }))
}

/** Begins as one that a device reports: the row, and with its commit the event. */
async function begin(device: { id: string; deptId: string }, code: string, level: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    const faultId = await beginFault(tx, { deviceId: device.id, code, level, at: Date.now() })
    const fact = { faultId, deviceId: device.id, deptId: device.deptId, fault: { code, level }, begun: 1, quiet: true }
    await emitLater(tx, [{ name: 'fault.raised', key: `${device.id} ${code}`, fact }])
  })
}

/** Leases and waits of minutes have passed, for all that nobody sends at this moment. */
const minutesPass = () =>
  database.db.query(
    `update push_message set next_try = null, lease_until = null where status = 'PENDING' /* unscoped:test */`,
  )

it(`killed ${KILLS} times while it sends: nothing lost, each message under one key, each person in order`, {
  timeout: 300_000,
}, async () => {
  const devices = await setUp((await start()).url)
  const { rows: codes } = await database.db.query<{ code: string; level: number }>(
    `select code, level from fault_code where push and enabled and code !~ '^C' order by code`,
  )
  beFickle(Number.POSITIVE_INFINITY)
  let made = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const before = side.heard.length
    for (let n = 0; n < FAULTS; n++, made++) {
      const { code, level } = codes[Math.floor(made / devices.length)]!
      await begin(devices[made % devices.length]!, code, level)
      // Every fifth time what comes later is a message behind the one that is being sent.
      if (kill % 5 === 0) await until('something is sent', () => side.heard.length > before)
    }
    await until('something is sent', () => side.heard.length > before)
    await pause(Math.random() * 150)
    await server!.kill()
    await minutesPass()
    await start()
  }
  // A call that hangs takes ten seconds: of the last life one does.
  beFickle(1)
  await until(
    'the last one has left',
    async () => {
      await database.db.query(
        `update push_message set next_try = null where status = 'PENDING' and lease_until is null and next_try is not null
       /* unscoped:test */`,
      )
      const { rows: waiting } = await database.db.query(
        `select from push_message where status = 'PENDING' /* unscoped:test */`,
      )
      return waiting.length === 0
    },
    90_000,
  )
  const { rows: told } = await database.db.query<{ faults: number; entries: number }>(
    `select count(distinct fault_id)::int as faults, count(*)::int as entries from push_fault`,
  )
  expect(told).toEqual([{ faults: made, entries: made * PEOPLE }])
  await arrived()
})

interface Stored {
  key: string
  person: string
  level: number
  status: string
  title: string
  attempts: number
}

/** Nothing waits for ever, and what is called sent was taken: once by its key, as it was first worded, in its order. */
async function arrived(): Promise<void> {
  const { rows: messages } = await database.db.query<Stored & Record<string, unknown>>(
    `select m.message_key::text as key, p.name as person, m.level, m.status, m.title, m.attempts
     from push_message m join notice_user p on p.id = m.notice_user_id order by m.id /* unscoped:test */`,
  )
  expect(messages.filter(({ status }) => status !== 'SENT')).toEqual([])
  expect(new Set(messages.map(({ key }) => key))).toEqual(side.taken)
  const calls = Map.groupBy(side.heard, idOf)
  for (const { key, title, attempts } of messages) {
    const own = calls.get(key)!
    expect(own.length).toBeLessThanOrEqual(attempts)
    // Each attempt says what the first one said.
    expect(new Set(own.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(own[0]!.body)).toMatchObject({ id: key, title })
  }
  // The kills have hit messages on their way: some came twice.
  expect(side.heard.length).toBeGreaterThan(messages.length)
  // An emergency goes before everything else (0105); among themselves both keep their order.
  const lane = ({ person, level }: Stored) => `${person} ${level === 4}`
  for (const own of Map.groupBy(messages, lane).values()) {
    const order = own.map(({ key }) => key)
    expect([...side.taken].filter((id) => order.includes(id))).toEqual(order)
  }
}
