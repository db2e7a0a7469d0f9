import { expect, it } from 'vitest'
import { noticeProcesses } from '../../../../../testing/src/notice/notice-processes.ts'
import { silentField } from '../../../../../testing/src/notice/silent-field.ts'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { forgetExplained } from './send.store.ts'

const { place, clock, now, given, state, processOf, makeTold, makeRule, makeDevices, insertFault } = noticeProcesses()
const { makeSilent, startWatch } = silentField(place, clock)

it('10,000 consequences under 250 causes are at most three messages for each person', {
  timeout: 120_000,
}, async () => {
  const people = 4
  for (let n = 0; n < people; n++) await makeTold(`storm ${n}`)
  const one = processOf()
  await makeSilent({ gateways: 250, slaves: 40, inSeconds: 10 })
  const watch = await startWatch()
  for (let second = 0; second < 10; second++) {
    clock.advance(1_000)
    await watch()
    await one.plan()
    await one.send()
  }
  for (let n = 0; n < 10; n++) {
    clock.advance(30_000)
    await one.plan()
    await one.send()
  }
  const { rows } = await place.db.query<{ consequences: number; faults: number; planned: number }>(
    `select (select count(*)::int from fault where cause_id is not null) as consequences,
       (select count(distinct fault_id)::int from push_fault) as faults,
       (select count(*)::int from push_plan) as planned /* unscoped:test */`,
  )
  expect(rows).toEqual([{ consequences: 10_000, faults: 250, planned: 250 }])
  const each = [...Map.groupBy(given, ({ to }) => to.name).values()].map((own) => own.length)
  expect(each).toHaveLength(people)
  expect(Math.max(...each)).toBeLessThanOrEqual(3)
  expect(given[0]!.message.title).toContain('250 条故障')
})

it('two processes share the sending: each message goes out once', async () => {
  for (let n = 0; n < 30; n++) await makeTold(`shared ${n}`)
  await makeRule({ window: 0 })
  const [device] = await makeDevices(1)
  await insertFault(device!, 'V01')
  const [one, two] = [processOf(), processOf()]
  await Promise.all([one.plan(), two.plan()])
  await Promise.all([one.send(), two.send(), one.send(), two.send()])
  expect(given).toHaveLength(30)
  expect(new Set(given.map(({ message }) => message.id)).size).toBe(30)
})

it('what a killed process was sending is sent again under its key when its lease is over, and no sooner', async () => {
  await makeTold('leased')
  await makeRule({ window: 0 })
  const [device] = await makeDevices(1)
  await insertFault(device!, 'V01')
  const [killed, next] = [processOf(), processOf()]
  await killed.plan()
  const hung = Promise.withResolvers<void>()
  state.answer = async () => {
    await hung.promise
    return { ok: true, providerId: 'late' }
  }
  const ending = killed.send()
  await expect.poll(() => given.length).toBe(1)
  state.answer = () => ({ ok: true, providerId: 'second' })
  await next.send()
  expect(given).toHaveLength(1)
  clock.advance(121_000)
  await next.send()
  expect(given.map(({ message }) => message.id)).toEqual([given[0]!.message.id, given[0]!.message.id])
  // Its late answer changes nothing any more.
  hung.resolve()
  await ending
  const { rows } = await place.db.query('select status, provider_id, attempts from push_message /* unscoped:test */')
  expect(rows).toEqual([{ status: 'SENT', provider_id: 'second', attempts: 2 }])
})

/** A small generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let at = seed
  return () => {
    at = (at * 1_664_525 + 1_013_904_223) % 2 ** 32
    return at / 2 ** 32
  }
}

const KILLED = new Error('killed')

it('in any order of beginning, end, taking, time and kills: nothing twice, nothing late, nothing lost', {
  timeout: 240_000,
}, async () => {
  const next = await makeTold('next', { levels: ['4'] })
  await makeTold('first', { channels: ['SMS', 'INAPP'] })
  await makeRule({ window: 30, repeat: 5, after: 3, next })
  const devices = await makeDevices(4)
  let sent = 0
  for (let seed = 1; seed <= 12; seed++) sent += await oneLife(random(seed), devices, seed)
  expect(sent).toBeGreaterThan(12)
})

async function oneLife(roll: () => number, devices: readonly string[], seed: number): Promise<number> {
  await place.db.query('truncate push_plan, push_fault, push_message')
  await place.db.query(`delete from fault /* unscoped:test */`)
  const received = new Map<string, number>()
  const one = processOf()
  /** Messages of which a first attempt was made, and what was told of a device in maintenance. */
  const tried = new Set<string>()
  const untimely: string[] = []
  state.held.clear()
  // Killed before the other side has it, or after that and before it is written down.
  state.answer = ({ message }) => {
    // A further attempt says what the first one said.
    const names = devices.flatMap((id, n) => ((state.held.get(id) ?? 0) > now() ? [`storm ${n + 1}：`] : []))
    if (!tried.has(message.id)) untimely.push(...names.filter((name) => message.text.includes(name)))
    tried.add(message.id)
    if (roll() < 0.2) return Promise.reject(KILLED)
    received.set(message.id, (received.get(message.id) ?? 0) + 1)
    return roll() < 0.2
      ? { ok: false, because: 'time-out after it was taken', retry: true }
      : { ok: true, providerId: null }
  }
  for (let step = 0; step < 40; step++) {
    const device = devices[Math.floor(roll() * devices.length)]!
    const what = roll()
    if (what < 0.3) await begin(device)
    else if (what < 0.4) await turn(device, `condition_state = 'CLEARED', clear_time = to_timestamp(${now()} / 1000.0)`)
    else if (what < 0.5) await turn(device, `handle_state = 'ACKED'`)
    else if (what < 0.55) await turn(device, `handle_state = 'UNHANDLED'`)
    else if (what < 0.65) await explain(device, devices[0]!)
    else if (what < 0.7) await turn(device, 'cause_id = null')
    else if (what < 0.75) await turn(device, 'in_maintenance = not in_maintenance')
    else if (what < 0.8) state.held.set(device, now() + Math.floor(roll() * 200_000))
    else clock.advance(Math.floor(roll() * 200_000))
    await planAll(one, seed)
    if (roll() < 0.7) await one.send()
    await holds(seed)
  }
  const open = `handle_state = 'UNHANDLED', cause_id = null, in_maintenance = false`
  await changeFaults(place.db, await idsOf(devices), open)
  state.held.clear()
  for (let n = 0; n < 12; n++) {
    await one.plan()
    clock.advance(40_000)
    await one.send()
  }
  await holds(seed)
  await nothingLost(seed)
  expect([seed, untimely]).toEqual([seed, []])
  return received.size
}

const begin = async (device: string) => {
  const { rows } = await place.db.query(
    `update fault set condition_state = 'ACTIVE', begin_times = begin_times || to_timestamp($2::float8 / 1000)
     where device_id = $1 and condition_state = 'CLEARED' returning id /* unscoped:test */`,
    [device, now()],
  )
  if (rows.length > 0) return
  const { rows: known } = await place.db.query('select id from fault where device_id = $1 /* unscoped:test */', [
    device,
  ])
  if (known.length === 0) await insertFault(device, 'V01')
}
const turn = (device: string, set: string) =>
  place.db.query(`update fault set ${set} where device_id = $1 and condition_state = 'ACTIVE' /* unscoped:test */`, [
    device,
  ])
const explain = (device: string, cause: string) =>
  place.db.query(
    `update fault f set cause_id = c.id from fault c
     where f.device_id = $1 and c.device_id = $2 and c.id <> f.id and c.condition_state = 'ACTIVE' /* unscoped:test */`,
    [device, cause],
  )
async function idsOf(devices: readonly string[]): Promise<string[]> {
  const { rows } = await place.db.query<{ id: string }>(
    'select id::text as id from fault where device_id = any($1::bigint[]) /* unscoped:test */',
    [devices],
  )
  return rows.map(({ id }) => id)
}

/** What is still to be decided, counted over all faults and not by what was written down to be looked at. */
async function undecided(): Promise<string[]> {
  const { rows } = await place.db.query<{ id: string }>(
    `select f.id::text as id from v_fault f
     where f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and f.cause_id is null and not f.in_maintenance
       and not exists (select from push_plan p where p.fault_id = f.id and p.begun_at = f.begun_at
         and p.outcome not in ('CONSEQUENCE', 'TAKEN')) /* unscoped:test */`,
  )
  return rows.map(({ id }) => id)
}

async function planAll(one: ReturnType<typeof processOf>, seed: number): Promise<void> {
  await one.plan()
  expect([seed, await undecided()]).toEqual([seed, []])
}

it('what is written while two processes plan is decided, too, and nobody waits for anybody', async () => {
  await makeTold('meanwhile')
  await makeRule({ window: 0 })
  const devices = await makeDevices(40)
  for (const device of devices) await insertFault(device, 'V01')
  const [one, two] = [processOf(), processOf()]
  const turns = [
    `handle_state = 'ACKED'`,
    'in_maintenance = true',
    `handle_state = 'UNHANDLED', in_maintenance = false`,
  ]
  /** As a reporting device writes its fault: locked against everybody, and changed within the same transaction. */
  const write = async (device: string) => {
    for (const set of turns)
      await place.db.transaction(async (tx) => {
        await tx.query('select from fault where device_id = $1 for update /* unscoped:test */', [device])
        await tx.query(
          `update fault set ${set}, begin_times = begin_times || clock_timestamp() where device_id = $1 /* unscoped:test */`,
          [device],
        )
      })
  }
  let writing = true
  const reading = async (process: typeof one) => {
    while (writing) {
      await process.plan()
      await process.send()
    }
  }
  const readers = [reading(one), reading(two)]
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const device of devices.filter((_device, n) => n % 4 === lane)) await write(device)
    }),
  ).finally(() => {
    writing = false
  })
  await Promise.all(readers)
  await one.plan()
  expect(await undecided()).toEqual([])
  const { rows } = await place.db.query('select from push_look')
  expect(rows).toEqual([])
})

it('what stands by itself between being read and leaving its message is decided again', async () => {
  await makeTold('between')
  await makeRule({ window: 1 })
  const [cause, device] = await makeDevices(2)
  await insertFault(cause!, 'C01')
  await insertFault(device!, 'C02')
  const one = processOf()
  await one.plan()
  await explain(device!, cause!)
  const { rows } = await place.db.query<{ id: string; fault: string }>(
    `select p.message_id::text as id, f.id::text as fault from push_fault p join fault f on f.id = p.fault_id
     where f.code = 'C02' /* unscoped:test */`,
  )
  const { id, fault } = rows[0]!
  await place.db.transaction(async (tx) => {
    await forgetExplained(tx, { id, level: 3 }, [fault])
    // Not committed yet: whoever plans sees it as told.
    await changeFaults(place.db, [fault], 'cause_id = null')
    await one.plan()
  })
  expect(await undecided()).toEqual([fault])
  await one.plan()
  expect(await undecided()).toEqual([])
})

/** At any time: no step of a beginning is told to a person by a channel twice; what has left was not explained or taken then. */
async function holds(seed: number): Promise<void> {
  const { rows } = await place.db.query(
    `select p.fault_id, p.begun_at, p.step, p.notice_user_id, p.channel from push_fault p join push_message m on m.id = p.message_id
     group by 1, 2, 3, 4, 5 having count(*) > 1
     union all
     select f.id, null, null, null, null from fault f join push_plan p on p.fault_id = f.id
     where (f.handle_state <> 'UNHANDLED' or f.condition_state <> 'ACTIVE' or f.cause_id is not null)
       and p.next_step < to_timestamp($1::float8 / 1000) - interval '1 second' /* unscoped:test */`,
    [now()],
  )
  expect([seed, rows]).toEqual([seed, []])
}

/** In the end every open fault that nobody took has reached its person by every channel. */
async function nothingLost(seed: number): Promise<void> {
  const { rows } = await place.db.query(
    `select f.id from fault f where f.condition_state = 'ACTIVE' and not exists (
       select from push_fault p join push_message m on m.id = p.message_id
       where p.fault_id = f.id and p.channel = 'INAPP' and m.status = 'SENT') /* unscoped:test */`,
  )
  expect([seed, rows]).toEqual([seed, []])
}
