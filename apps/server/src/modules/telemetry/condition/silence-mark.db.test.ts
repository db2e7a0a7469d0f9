import { deviceFaults, deviceResource, latest } from '@sluice/contract'
import { makeDevice } from '@sluice/testing'
import { expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'
import { holdStates } from './condition.store.ts'
import { SilenceWatch } from './silence.service.ts'
import { loadStates, markMasterSilent, markSilent, onlineDevices } from '../telemetry.store.ts'
import { StationDirectory } from '../uplink/uplink.directory.ts'

const { test, clock, now } = sharedPlatform()
const MINUTE = 60_000

async function deviceIn(status: string, silentAfter: number, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await makeDevice(test.admin, more)
  await test.db.query(
    `insert into device_shadow (device_id, status, offline_cause, first_seen_time, last_seen_time, silent_after)
     values ($1, $2, $3, $4, $4, $5) /* unscoped:test */`,
    [id, status, status === 'OFFLINE' ? 'MASTER' : null, new Date(silentAfter - MINUTE), new Date(silentAfter)],
  )
  return id
}

const stateOf = async (id: string) => {
  const state = (await loadStates(test.db, [id])).get(id)
  return [state?.status, state?.offlineCause]
}
const faultsOf = async (id: string) => {
  await test.platform.faults.catchUp()
  const { rows } = await test.db.query<{ code: string; first_time: string; count: number }>(
    'select code, first_time, count from fault where device_id = $1 /* unscoped:test */',
    [id],
  )
  return rows.map(({ code, first_time: since, count }) => [code, since, count])
}

/** Another process, which has received no reports. */
function secondWatch(more: Partial<ConstructorParameters<typeof SilenceWatch>[0]> = {}) {
  const silent: string[] = []
  const directory = new StationDirectory({
    findStations: async () => [],
    loadStates: async () => new Map(),
    loadIdentities: async () => new Map(),
    loadCounters: async () => new Map(),
    loadLimits: async () => new Map(),
    loadUsual: async () => new Map(),
    elapsed: now,
    wait: async () => undefined,
    onFailure: () => undefined,
  })
  const asked: string[][] = []
  const ownersOf = async (ids: readonly string[]) => {
    asked.push([...ids])
    return ids.map((deviceId) => ({ deviceId, deptId: '1', masterId: null as string | null }))
  }
  const onSilent = ({ deviceId }: { deviceId: string }) => void silent.push(deviceId)
  return { silent, asked, watch: new SilenceWatch({ db: test.db, directory, ownersOf, onSilent, ...more }) }
}

it('marks only devices that are online and silent for too long by the present state of the store', async () => {
  const late = await deviceIn('ONLINE', now() - 1)
  const inTime = await deviceIn('ONLINE', now())
  const heard = await deviceIn('ONLINE', now() + MINUTE)
  const offline = await deviceIn('OFFLINE', now() - MINUTE)
  const unasked = await deviceIn('ONLINE', now() - MINUTE)
  expect(await markSilent(test.db, [late, inTime, heard, offline], now())).toEqual([late])
  expect(await Promise.all([late, inTime, heard, offline, unasked].map(stateOf))).toEqual([
    ['OFFLINE', 'SELF'],
    ['ONLINE', null],
    ['ONLINE', null],
    ['OFFLINE', 'MASTER'],
    ['ONLINE', null],
  ])
  expect(await markSilent(test.db, [late], now())).toEqual([])
})

it('marks the slaves of a silent master, but none that is switched off', async () => {
  const [slave, off] = [await deviceIn('ONLINE', now()), await deviceIn('DISABLED', now())]
  await markMasterSilent(test.db, [slave, off])
  expect([await stateOf(slave), await stateOf(off)]).toEqual([
    ['OFFLINE', 'MASTER'],
    ['DISABLED', null],
  ])
})

it('a device that reported to another process meanwhile is not silent, and is checked when its next report is due', async () => {
  const id = await deviceIn('ONLINE', now() + MINUTE)
  const { watch, silent, asked } = secondWatch()
  await watch.start()
  const heardUntil = now() + 10 * MINUTE
  await test.db.query('update device_shadow set silent_after = $2 where device_id = $1 /* unscoped:test */', [
    id,
    new Date(heardUntil),
  ])
  await watch.check(now() + 2 * MINUTE)
  expect([silent.includes(id), await stateOf(id), await faultsOf(id)]).toEqual([false, ['ONLINE', null], []])
  await watch.check(now() + 3 * MINUTE)
  expect(asked.map((ids) => ids.includes(id))).toEqual([true])
  await watch.check(heardUntil + 1)
  expect(silent).toContain(id)
  expect(await stateOf(id)).toEqual(['OFFLINE', 'SELF'])
  expect(await faultsOf(id)).toEqual([['C01', new Date(heardUntil + 1).toISOString(), 1]])
  await watch.check(heardUntil + MINUTE)
  expect(silent.filter((one) => one === id)).toHaveLength(1)
  expect(await faultsOf(id)).toMatchObject([['C01', expect.any(String), 1]])
})

it('a report that is being stored is not waited for: its device is not silent', async () => {
  const [busy, idle] = [await deviceIn('ONLINE', now() - 1), await deviceIn('ONLINE', now() - 1)]
  await test.db.transaction(async (tx) => {
    await tx.query('select 1 from device_shadow where device_id = $1 for update /* unscoped:test */', [busy])
    expect(await test.db.transaction((other) => holdStates(other, [busy, idle]))).toEqual([idle])
    const { watch, silent } = secondWatch()
    await watch.start()
    await watch.check(now())
    expect(silent.includes(busy)).toBe(false)
    expect(silent).toContain(idle)
  })
  expect([await stateOf(busy), await stateOf(idle)]).toEqual([
    ['ONLINE', null],
    ['OFFLINE', 'SELF'],
  ])
})

it('a check that fails before it reports is repeated by the next one', async () => {
  const id = await deviceIn('ONLINE', now() - 1)
  const state = { away: false }
  const query: typeof test.db.query = (...given) =>
    state.away ? Promise.reject(new Error('away')) : test.db.query(...given)
  const { watch, silent } = secondWatch({ db: { ...test.db, query } })
  await watch.start()
  await test.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '53100'; end $$`)
  await test.db.query(`create trigger refuse before insert on condition_outbox execute function refuse()`)
  await expect(watch.check(now())).rejects.toThrow('no room')
  await test.db.query('drop trigger refuse on condition_outbox')
  expect([await stateOf(id), await faultsOf(id)]).toEqual([['ONLINE', null], []])
  state.away = true
  await expect(watch.check(now())).rejects.toThrow('away')
  expect([await stateOf(id), silent]).toEqual([['OFFLINE', 'SELF'], []])
  state.away = false
  await watch.check(now())
  expect(silent).toContain(id)
  expect(await faultsOf(id)).toEqual([['C01', clock.now().toISOString(), 1]])
})

it('a device marked by a process that ended before reporting is found offline and with its fault', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 })
  clock.advance(13 * MINUTE)
  const { watch } = secondWatch()
  await watch.start()
  await watch.check(now())
  expect(await stateOf(id)).toEqual(['OFFLINE', 'SELF'])
  expect(await test.admin.call(latest, { deviceId: id })).toMatchObject({ faults: [] })
  await test.platform.faults.catchUp()
  expect(await test.admin.call(latest, { deviceId: id })).toMatchObject({ faults: [{ code: 'C01', level: 2 }] })
  await test.platform.telemetry.checkSilence()
  await station.report(2, { 39: 2 })
  expect(await test.admin.call(deviceFaults, { deviceId: id })).toMatchObject([
    { code: 'C01', conditionState: 'CLEARED', count: 1 },
  ])
  await station.end()
})

it('a disabled device is marked and has no fault', async () => {
  const id = await deviceIn('ONLINE', now() - 1)
  await test.admin.update(deviceResource, id, { enabled: false })
  const { watch, silent } = secondWatch({ ownersOf: async () => [] })
  await watch.start()
  expect((await onlineDevices(test.db)).has(id)).toBe(true)
  await watch.check(now())
  expect((await onlineDevices(test.db)).has(id)).toBe(false)
  expect([silent, await faultsOf(id)]).toEqual([[], []])
})
