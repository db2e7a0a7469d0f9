import { latest } from '@sluice/contract'
import {
  createTestDatabase,
  fakeClock,
  makeDevice,
  reportOf,
  startTestPlatform,
  type TestDatabase,
  type TestPlatform,
} from '@sluice/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const DAY = 86_400_000
const MINUTE = 60_000
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
let database: TestDatabase
let test: TestPlatform

beforeEach(async () => {
  database = await createTestDatabase()
  test = await startTestPlatform({ clock, database })
})
afterEach(async () => {
  await test.stop()
  await database.drop()
})

async function restart(): Promise<void> {
  await test.stop()
  test = await startTestPlatform({ clock, database })
}

async function registered(now = () => clock.now().getTime()) {
  const { id, stationAddress } = await makeDevice(test.admin)
  return { id, station: await test.station({ station: stationAddress, now }) }
}

const stateOf = (deviceId: string) => test.admin.call(latest, { deviceId })
const partitions = async () => {
  const { rows } = await test.db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid order by 1`,
  )
  return rows.map(({ name }) => name)
}
const storedReadings = async (id: string) => {
  const { rows } = await test.db.query<{ n: number }>(
    'select count(*)::int as n from telemetry where device_id = $1 /* unscoped:test */',
    [id],
  )
  return rows[0]!.n
}

describe.each([60 * DAY, 500 * DAY, -2 * MINUTE, -2 * DAY])('a clock that is wrong by %d ms', (by) => {
  it('when the platform starts, and right again at the next start: nothing is dropped, and reports are stored', async () => {
    const { id, station } = await registered()
    await station.report(1, { 39: 1 })
    const before = await partitions()
    await station.end()
    clock.leap(by)
    await restart()
    expect(await partitions()).toEqual(expect.arrayContaining(before))
    clock.leap(-by)
    await restart()
    expect(await partitions()).toEqual(expect.arrayContaining(before))
    clock.advance(5 * MINUTE)
    const again = await test.station({ station: station.link.station })
    await again.report(2, { 39: 2 })
    expect(await storedReadings(id)).toBe(2)
    await again.end()
  })

  it('while it runs, and then right again: reports are stored, and silence is found', async () => {
    const { id, station } = await registered()
    // One of two stations keeps its own time, which is right; the other one takes it from the platform.
    let wrongBy = 0
    const own = await registered(() => clock.now().getTime() - wrongBy)
    const both = async (serial: number) => {
      for (const one of [station, own.station]) await one.report(serial, { 39: serial })
    }
    await both(1)
    clock.leap(by)
    wrongBy = by
    await test.platform.telemetry.checkSilence()
    for (const one of [id, own.id]) expect(await stateOf(one)).toMatchObject({ status: 'ONLINE' })
    clock.advance(5 * MINUTE)
    await both(2)
    for (const one of [id, own.id]) expect(await stateOf(one)).toMatchObject({ values: { level: { v: 2 } } })
    clock.leap(-by)
    wrongBy = 0
    await test.platform.telemetry.checkSilence()
    for (const one of [id, own.id]) expect(await stateOf(one)).toMatchObject({ status: 'ONLINE' })
    clock.advance(5 * MINUTE)
    await both(3)
    for (const one of [id, own.id]) {
      expect(await storedReadings(one)).toBe(3)
      expect(await stateOf(one)).toMatchObject({ status: 'ONLINE', values: { level: { v: 3 } } })
    }
    expect((await fetch(`${test.url}/readyz`)).status).toBe(200)
    clock.advance(13 * MINUTE)
    await test.platform.telemetry.checkSilence()
    for (const one of [id, own.id])
      expect(await stateOf(one)).toMatchObject({ status: 'OFFLINE', faults: [{ code: 'C01' }] })
    for (const one of [station, own.station]) await one.end()
  })
})

it('what died under a clock that was ahead is found silent at the next start, and its faults are of no later time', async () => {
  clock.leap(60 * DAY)
  await test.platform.telemetry.checkSilence()
  const { id, station } = await registered()
  await station.report(1, { 39: 1 })
  const quiet = await registered()
  await quiet.station.report(1, { 39: 1 })
  await station.end()
  clock.advance(13 * MINUTE)
  await quiet.station.report(2, { 39: 2 })
  await test.platform.telemetry.checkSilence()
  await test.platform.faults.catchUp()
  await test.stop()
  clock.leap(-60 * DAY)
  test = await startTestPlatform({ clock, database })
  const now = clock.now().getTime()
  const timesOf = async () => {
    const { rows } = await test.db.query<Record<string, string>>(
      `select max(last_seen_time) as seen, max(conditions_at) as told, (select max(last_time) from fault) as fault
       from device_shadow /* unscoped:test */`,
    )
    return Object.values(rows[0]!).flatMap((time) => (time === null ? [] : [Date.parse(time)]))
  }
  expect(Math.max(...(await timesOf()))).toBeLessThanOrEqual(now)
  expect(await test.admin.call(latest, { deviceId: id })).toMatchObject({
    status: 'OFFLINE',
    faults: [{ code: 'C01' }],
  })
  expect(await stateOf(quiet.id)).toMatchObject({ status: 'ONLINE' })
  clock.advance(13 * MINUTE)
  await test.platform.telemetry.checkSilence()
  expect(await stateOf(quiet.id)).toMatchObject({ status: 'OFFLINE' })
  await quiet.station.end()
})

it('where the pieces of the present are missing they are made with the first report', async () => {
  const { id, station } = await registered()
  for (const name of await partitions()) {
    if (/^(telemetry|device_message)_\d{8}$/.test(name)) await test.db.query(`drop table ${name}`)
  }
  await station.report(1, { 39: 1 })
  expect(await storedReadings(id)).toBe(1)
  expect((await partitions()).filter((name) => /^(telemetry|device_message)_\d{8}$/.test(name))).toHaveLength(2)
  await station.end()
})

it('/readyz says it while all that is reported is refused, and not for one device among others', async () => {
  const [bad, good] = [await registered(), await registered()]
  const checks = async () => {
    const answer = await fetch(`${test.url}/readyz`)
    return [answer.status, ((await answer.json()) as { checks: Record<string, boolean> }).checks['uplinks']]
  }
  await test.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin if new.device_id = ${bad.id} then raise 'no' using errcode = '22000'; end if; return new; end $$`)
  await test.db.query('create trigger refuse before insert on device_message for each row execute function refuse()')
  bad.station.send(reportOf(bad.station.link, 1, { 39: 1 }, { at: clock.now().getTime() }))
  await expect.poll(checks).toEqual([503, false])
  await good.station.report(1, { 39: 1 })
  expect(await checks()).toEqual([200, true])
  clock.advance(61_000)
  bad.station.send(reportOf(bad.station.link, 2, { 39: 1 }, { at: clock.now().getTime() }))
  await expect.poll(checks).toEqual([503, false])
  clock.advance(61_000)
  expect(await checks()).toEqual([200, true])
  await Promise.all([bad.station.end(), good.station.end()])
})
