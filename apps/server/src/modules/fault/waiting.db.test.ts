import {
  ackFault,
  faultCount,
  faultResource,
  operationLogResource,
  releaseFault,
  takeSilence,
  type Waiting,
  WAITING_SIGNS,
  waitingNow,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { openBell } from '../../../../../testing/src/browser/bell.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const clock = fakeClock(new Date(new Date().setUTCHours(2, 0, 0, 0)))

interface Made {
  id: string
  deptId: string
}
let test: TestPlatform
let east: string
let west: string
/** A gateway in the east with seven slaves there and two in the west; and a valve of its own in each. */
let gateway: Made
let slaves: Made[]
let abroad: Made[]
let valve: Made
let other: Made
let person: ApiClient & { userId: string }
let withoutCommands: ApiClient

async function made(deptId: string, more: Record<string, unknown> = {}): Promise<Made> {
  return { id: (await makeDevice(test.admin, { deptId, ...more })).id, deptId }
}

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  east = await makeDept(test.admin, '东灌区')
  west = await makeDept(test.admin, '西灌区')
  gateway = await made(east, { productNo: 'SL651-VALVE-STATION', name: '东三斗1#网关' })
  const slave = (deptId: string) => (_: unknown, at: number) =>
    made(deptId, { productNo: 'SL651-VALVE-CHANNEL', masterId: gateway.id, channel: at + (deptId === east ? 1 : 8) })
  slaves = await Promise.all(Array.from({ length: 7 }, slave(east)))
  abroad = await Promise.all(Array.from({ length: 2 }, slave(west)))
  valve = await made(east, { name: '东干渠-11#阀' })
  other = await made(west, { name: '西干渠-3#阀' })
  person = await makePerson(test.admin, test.db, { deptId: east })
  withoutCommands = await makePerson(test.admin, test.db, { deptId: east, keys: ['device:list', 'fault:ack'] })
})
afterAll(() => test?.stop())

const tell = (device: Made, conditions: Record<string, boolean>) =>
  tellConditions(test, { deviceId: device.id, deptId: device.deptId }, conditions)

/** As the ledger holds it; the time it ended. */
async function command(device: Made, status: string, minutesAgo = 1, target: object | null = { opening: 40 }) {
  const at = clock.now().getTime() - minutesAgo * MINUTE
  const { rows } = await test.db.query<{ id: string }>(
    `insert into command (device_id, station_id, code, params, source, priority, status, absolute, repeats_others,
       target, stroke_s, ack_timeout_s, exec_timeout_s, max_attempts, create_time, expire_time, done_time)
     values ($1, $1, 'SET_OPENING', '{}', 'MANUAL', 5, $2, true, false, $3, 40, 8, 60, 3, to_timestamp($4::float8 / 1000),
       to_timestamp($4::float8 / 1000 + 600), to_timestamp($4::float8 / 1000)) returning id /* unscoped:test */`,
    [device.id, status, target && JSON.stringify(target), at],
  )
  return rows[0]!.id
}

async function reportedAt(device: Made, minutesAgo: number): Promise<void> {
  const readings = { opening: [12, clock.now().getTime() - minutesAgo * MINUTE] }
  await test.db.query(
    `insert into device_shadow (device_id, status, readings, silent_after) values ($1, 'ONLINE', $2, now() + interval '1 day')
     on conflict (device_id) do update set readings = excluded.readings /* unscoped:test */`,
    [device.id, JSON.stringify(readings)],
  )
}

async function nothing(): Promise<void> {
  await test.platform.faults.flush()
  await test.db.query('delete from fault /* unscoped:test */')
  await test.db.query('delete from command /* unscoped:test */')
}

const kindsOf = ({ list }: Waiting) => list.map(({ kind, deviceName, n }) => [kind, deviceName, n])

describe('silence', () => {
  it('of more than three slaves of one master is one item, of three three', async () => {
    for (const slave of slaves.slice(0, 3)) await tell(slave, { C02: true })
    expect((await person.call(waitingNow, {})).total).toBe(3)
    for (const slave of slaves) await tell(slave, { C02: true })
    const waiting = await person.call(waitingNow, {})
    expect(kindsOf(waiting)).toEqual([['SILENCE', '东三斗1#网关', 7]])
    expect(waiting.list).toMatchObject([{ id: gateway.id, version: 0, code: 'C02', level: 2, takenBy: null }])
    expect(waiting).toMatchObject({ total: 1, sign: 'SILENT', depts: [{ id: east, total: 1, sign: 'SILENT' }] })
    expect(await person.call(faultCount, {})).toBe(1)
  })

  it('of a master explains that of its slaves in its own department, not of those elsewhere', async () => {
    await tell(gateway, { C01: true })
    for (const slave of abroad) await tell(slave, { C02: true })
    expect(kindsOf(await person.call(waitingNow, {}))).toEqual([['FAULT', '东三斗1#网关', 7]])
    const all = await test.admin.call(waitingNow, {})
    expect(all.depts.toSorted((a, b) => a.total - b.total)).toEqual([
      { id: east, total: 1, sign: 'SILENT' },
      { id: west, total: 2, sign: 'SILENT' },
    ])
    await tell(gateway, { C01: false })
    expect(kindsOf(await person.call(waitingNow, {}))).toEqual([['SILENCE', '东三斗1#网关', 7]])
  })

  it('of one master is taken as one, shows who took it, and is given back', async () => {
    const ids = await person.call(takeSilence, { masterId: gateway.id, deptId: east })
    expect(ids).toHaveLength(7)
    const taken = await person.call(waitingNow, {})
    expect(taken).toMatchObject({ total: 0, taken: 1, sign: null, list: [] })
    expect(taken.takenList).toMatchObject([
      { kind: 'SILENCE', n: 7, takenBy: (person as { username?: string }).username },
    ])
    expect(taken.takenList[0]!.takenTime).not.toBeNull()
    await expect(person.call(takeSilence, { masterId: gateway.id, deptId: east })).rejects.toMatchObject({ code: 404 })
    await expect(test.admin.call(releaseFault, { ids })).rejects.toMatchObject({ code: 409 })
    await person.call(releaseFault, { ids })
    expect((await person.call(waitingNow, {})).total).toBe(1)
    const { list } = await test.admin.page(operationLogResource, { limit: 2 })
    expect(list.map(({ action, targetIds }) => [action, (targetIds as string[]).length])).toEqual([
      ['fault.release', 7],
      ['fault.ack', 7],
    ])
    await nothing()
  })

  it('of a master out of sight has no name', async () => {
    for (const slave of abroad) await tell(slave, { C02: true })
    const stranger = await makePerson(test.admin, test.db, { deptId: west })
    await test.db.query('update device set master_id = $1 where id = $2 /* unscoped:test */', [gateway.id, other.id])
    const more = await Promise.all(
      [15, 16].map((channel) => made(west, { productNo: 'SL651-VALVE-CHANNEL', masterId: gateway.id, channel })),
    )
    for (const slave of more) await tell(slave, { C02: true })
    expect(kindsOf(await stranger.call(waitingNow, {}))).toEqual([['SILENCE', null, 4]])
    await test.db.query('update device set master_id = null where id = $1 /* unscoped:test */', [other.id])
    await nothing()
  })
})

describe('a command that ended unconfirmed', () => {
  const total = async (who = person) => (await who.call(waitingNow, {})).total

  it('waits until the position is reported, the next one moves the valve, or a day is over', async () => {
    const id = await command(valve, 'TIMEOUT', 10)
    const { list } = await person.call(waitingNow, {})
    expect(list).toMatchObject([{ kind: 'COMMAND', id, sign: 'UNCONFIRMED', code: 'SET_OPENING', opening: 40 }])
    await reportedAt(valve, 11)
    expect(await total()).toBe(1)
    await reportedAt(valve, 9)
    expect(await total()).toBe(0)
    await command(valve, 'TIMEOUT', 5)
    expect(await total()).toBe(1)
    await command(valve, 'CANCELLED', 4)
    await command(valve, 'EXECUTED', 4, null)
    expect(await total()).toBe(1)
    await command(valve, 'SENT', 3)
    expect(await total()).toBe(0)
    await nothing()
    await reportedAt(valve, 48 * 60)
    await command(valve, 'TIMEOUT', 24 * 60 - 1)
    expect(await total()).toBe(1)
    await nothing()
    await command(valve, 'TIMEOUT', 24 * 60 + 1)
    expect(await total()).toBe(0)
    await nothing()
  })

  it('is for those who may see commands, on the bell too', async () => {
    await reportedAt(valve, 100)
    await command(valve, 'TIMEOUT', 2)
    expect([await total(), await withoutCommands.call(faultCount, {})]).toEqual([1, 0])
    expect((await withoutCommands.call(waitingNow, {})).list).toEqual([])
    const bells = [person, withoutCommands].map((who) => openBell(test.url, east, who))
    for (const { opened } of bells) expect(await opened).toBe(101)
    await tell(valve, { P01: true })
    const counts = await Promise.all(
      bells.map(({ heard }) => until('the number', () => heard.find(({ message }) => message !== '')?.count)),
    )
    expect(counts).toEqual([2, 1])
    for (const { socket } of bells) socket.close()
    await nothing()
  })
})

describe('a fault', () => {
  it('that is taken says by whom, and waits again when it begins anew', async () => {
    await tell(valve, { S06: true })
    const [fault] = (await person.page(faultResource, {})).list
    await person.call(ackFault, { id: fault!.id, version: fault!.version })
    const [taken] = (await person.page(faultResource, {})).list
    expect(taken).toMatchObject({ handleState: 'ACKED', takenName: expect.stringMatching(/^person/) })
    await tell(valve, { S06: true })
    expect((await person.call(waitingNow, {})).total).toBe(0)
    await tell(valve, { S06: false })
    await test.platform.faults.flush()
    clock.advance(MINUTE)
    await tell(valve, { S06: true })
    const [again] = (await person.page(faultResource, {})).list
    expect(again).toMatchObject({ id: fault!.id, handleState: 'UNHANDLED', takenName: null, takenTime: null })
    expect((await person.call(waitingNow, {})).total).toBe(1)
  })

  it('of others, or that somebody works on, is not given back, and nothing of what was asked with it', async () => {
    await tell(valve, { P01: true })
    await tell(other, { P03: true })
    const own = (await person.page(faultResource, {})).list
    const [theirs] = (await test.admin.page(faultResource, { code: 'P03' })).list
    for (const { id, version } of own) await person.call(ackFault, { id, version })
    const ids = own.map(({ id }) => id)
    await expect(person.call(releaseFault, { ids: [...ids, theirs!.id] })).rejects.toMatchObject({ code: 404 })
    await test.db.query("update fault set handle_state = 'PROCESSING' where id = $1 /* unscoped:test */", [ids[0]])
    await expect(person.call(releaseFault, { ids })).rejects.toMatchObject({ code: 409 })
    expect((await person.call(waitingNow, {})).total).toBe(0)
    expect((await person.call(waitingNow, {})).taken).toBe(2)
    await nothing()
  })

  it('is ordered by what is most urgent, then by the newest', async () => {
    await reportedAt(valve, 100)
    await tell(gateway, { C01: true, P01: true })
    await command(valve, 'TIMEOUT', 2)
    await tell(valve, { S06: true })
    const { list, sign } = await person.call(waitingNow, {})
    const at = list.map((item) => WAITING_SIGNS.indexOf(item.sign))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect([list.length, sign]).toEqual([4, list[0]!.sign])
    expect(list.at(-1)!.code).toBe('C01')
    await nothing()
  })
})

/** The same set, counted from the plain rows by other means: docs/decisions/0039-what-waits.md in words. */
async function recount(seesDept: (deptId: string) => boolean): Promise<Map<string, number>> {
  const ask = async <T extends Record<string, unknown>>(text: string) =>
    (await test.db.query<T>(`${text} /* unscoped:test */`)).rows
  const devices = new Map(
    (
      await ask<{ id: string; dept: string; master: string | null; deleted: boolean }>(
        'select id::text, dept_id::text as dept, master_id::text as master, deleted from device',
      )
    ).map((row) => [row.id, row]),
  )
  const faults = (
    await ask<{ device: string; code: string; state: string; handle: string }>(
      'select device_id::text as device, code, condition_state as state, handle_state as handle from fault',
    )
  ).filter(
    ({ device, state }) => state === 'ACTIVE' && seesDept(devices.get(device)!.dept) && !devices.get(device)!.deleted,
  )
  const held = faults.filter(({ handle }) => ['UNHANDLED', 'ACKED', 'PROCESSING'].includes(handle))
  const isSilence = ({ code }: { code: string }) => code === 'C01' || code === 'C02'
  const silent = new Set(held.filter(isSilence).map(({ device }) => device))
  const counts = new Map<string, number>()
  const add = (dept: string) => counts.set(dept, (counts.get(dept) ?? 0) + 1)
  const groups = new Map<string, number>()
  for (const fault of held) {
    const { dept, master } = devices.get(fault.device)!
    if (fault.handle !== 'UNHANDLED') continue
    if (!isSilence(fault) || master === null) add(dept)
    else if (!(silent.has(master) && devices.get(master)!.dept === dept)) {
      const key = `${dept} ${master}`
      groups.set(key, (groups.get(key) ?? 0) + 1)
    }
  }
  for (const [key, n] of groups) for (let i = 0; i < (n > 3 ? 1 : n); i++) add(key.split(' ')[0]!)
  const commands = await ask<{ id: string; device: string; status: string; moves: boolean; done: string }>(
    `select id::text, device_id::text as device, status, target is not null as moves,
       extract(epoch from done_time) * 1000 as done from command`,
  )
  const reported = new Map(
    (
      await ask<{ device: string; readings: { opening?: [number, number] } }>(
        'select device_id::text as device, readings from device_shadow',
      )
    ).map(({ device, readings }) => [device, readings.opening?.[1] ?? 0]),
  )
  const newest = new Map<string, (typeof commands)[number]>()
  for (const one of commands.filter(({ moves, status }) => moves && status !== 'CANCELLED'))
    if (Number(one.id) > Number(newest.get(one.device)?.id ?? 0)) newest.set(one.device, one)
  for (const { device, status, done } of newest.values()) {
    const { dept, deleted } = devices.get(device)!
    if (Number(done) < (reported.get(device) ?? 0)) continue
    if (status === 'TIMEOUT' && Number(done) > clock.now().getTime() - 24 * HOUR && seesDept(dept) && !deleted)
      add(dept)
  }
  return counts
}

describe('the numbers', () => {
  it('are those of an independent count, whatever is written beside', { timeout: 120_000 }, async () => {
    const all = [gateway, ...slaves, ...abroad, valve, other]
    // A generator of its own: a failure can be run again.
    let seed = 20_261_123
    const roll = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * n)
    }
    const writers: (() => Promise<unknown>)[] = [
      () => tell(all[roll(all.length)]!, { [['C01', 'C02', 'P01', 'S06'][roll(4)]!]: roll(3) > 0 }),
      () => command(all[roll(all.length)]!, ['TIMEOUT', 'EXECUTED', 'SENT', 'CANCELLED'][roll(4)]!, roll(3_000)),
      async () => {
        const { list } = await test.admin.page(faultResource, { handleState: 'UNHANDLED' })
        const fault = list[roll(Math.max(1, list.length))]
        if (fault) await test.admin.call(ackFault, { id: fault.id, version: fault.version }).catch(() => null)
      },
      () => test.admin.call(takeSilence, { masterId: gateway.id, deptId: east }).catch(() => null),
      async () => {
        const { list } = await test.admin.page(faultResource, { handleState: 'ACKED' })
        const fault = list[roll(Math.max(1, list.length))]
        if (fault) await test.admin.call(releaseFault, { ids: [fault.id] }).catch(() => null)
      },
    ]
    let counted = 0
    for (let round = 0; round < 12; round++) {
      const readers = [person, test.admin].map(async (who) => {
        for (let n = 0; n < 4; n++) {
          const waiting = await who.call(waitingNow, {})
          expect(waiting.list).toHaveLength(Math.min(50, waiting.total))
          expect(waiting.depts.reduce((sum, { total }) => sum + total, 0)).toBe(waiting.total)
          expect(waiting.takenList).toHaveLength(Math.min(20, waiting.taken))
        }
      })
      const writing = Array.from({ length: 8 }, () => writers[roll(writers.length)]!())
      await Promise.all([...readers, ...writing])
      await test.platform.faults.flush()
      for (const [who, sees] of [
        [person, (deptId: string) => deptId === east],
        [test.admin, () => true],
      ] as const) {
        const wanted = await recount(sees)
        const waiting = await who.call(waitingNow, {})
        expect(new Map(waiting.depts.map(({ id, total }) => [id, total]))).toEqual(wanted)
        expect(await who.call(faultCount, {})).toBe(waiting.total)
        counted += waiting.total
      }
    }
    expect(counted).toBeGreaterThan(20)
  })
})
