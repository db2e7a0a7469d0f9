import { sl651Packets } from '@sluice/codecs'
import {
  adoptStation,
  deviceResource,
  history,
  latest,
  messagePage,
  productResource,
  resourcePath,
  unknownStationFrames,
  unknownStationResource,
} from '@sluice/contract'
import {
  fakeClock,
  frameOf,
  freeAddress,
  makeDept,
  makeDevice,
  makePerson,
  openLive,
  reportOf,
  startTestPlatform,
  type TestPlatform,
  type TestStation,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportOf, fileOf } from '../../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../../platform/sheet/csv.ts'
import { KEPT_STATIONS, saveUnknownFrames } from './unknown-station.store.ts'

const MINUTE = 60_000
const clock = fakeClock(new Date(new Date().setUTCHours(6, 30, 0, 0)))
const now = () => clock.now().getTime()
let test: TestPlatform
let productId: string

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  const { list } = await test.admin.page(productResource, { limit: 100 })
  productId = list.find((row) => row['productNo'] === 'SL651-VALVE')!.id
})
afterAll(() => test?.stop())

async function known(address: string) {
  const { list } = await test.admin.page(unknownStationResource, { keyword: address })
  return list[0]
}

/**
 * Sends reports a minute apart, the last one now, and waits until this many frames are counted. Each comes on a line of
 * its own: an unidentified one is closed a minute after it opened.
 */
async function knock(count: number): Promise<{ station: TestStation; id: string; firstAt: number }> {
  const address = freeAddress()
  const firstAt = now()
  let station = await test.station({ station: address })
  for (let n = 1; ; n++) {
    station.send(reportOf(station.link, n, { 39: n - 1 }, { at: now() }))
    await until('the frame', async () => {
      await test.platform.registry.flush()
      return (await known(address))?.['frameCount'] === n
    })
    if (n === count) return { station, id: (await known(address))!.id, firstAt }
    expect(station.answers).toEqual([])
    await station.end()
    clock.advance(MINUTE)
    station = await test.station({ station: address })
  }
}

describe('an unregistered station', () => {
  it('is listed with its last twenty frames, decoded, and never answered', async () => {
    const { station, id } = await knock(27)
    expect(await known(station.link.station)).toMatchObject({ protocol: 'SL651', frameCount: 27 })
    const frames = await test.admin.call(unknownStationFrames, { id })
    expect(frames).toHaveLength(20)
    const serials = frames.map(({ decoded }) => (decoded as { serial: number }).serial)
    expect(serials.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 8))
    expect(station.answers).toEqual([])
  })

  it('is sent to the screens that watch for it', async () => {
    const live = await openLive(test.url, test.admin.visitor)
    await live.watch({ lists: ['unknownStation'] })
    // Has the permission key and sees one department; a station that belongs to no department is out of scope.
    const tenant = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'Listening') })
    const theirs = await openLive(test.url, tenant.visitor)
    await theirs.watch({ lists: ['unknownStation'] })
    await live.event(({ type }) => type === 'hello')
    const station = await test.station({ station: freeAddress() })
    station.send(reportOf(station.link, 1, { 39: 1 }, { at: now() }))
    expect(await live.event(({ type }) => type === 'rows')).toMatchObject({ resource: 'unknownStation' })
    // Once this is answered, every event that was on its way has arrived.
    await theirs.watch({ lists: ['unknownStation'] })
    expect(theirs.events.filter(({ type }) => type === 'rows')).toEqual([])
    live.close()
    theirs.close()
  })

  it('is adopted: the device is made and the kept frames go through the pipeline with the time they came', async () => {
    const { station, id, firstAt } = await knock(3)
    const { deviceId, replayed } = await test.admin.call(adoptStation, {
      id,
      name: 'Adopted',
      deviceNo: 'ADOPTED',
      productId,
      deptId: '1',
      lng: 116.5,
      lat: 37.25,
    })
    expect(replayed).toBe(3)
    expect(await test.admin.get(deviceResource, deviceId)).toMatchObject({ lng: 116.5, lat: 37.25 })
    const messages = await test.admin.call(messagePage, { deviceId })
    expect(messages.list.map(({ result }) => result)).toEqual(['OK', 'OK', 'OK'])
    expect(messages.list.map(({ ts }) => Date.parse(ts) - firstAt)).toEqual([2 * MINUTE, MINUTE, 0])
    const range = { startTime: new Date(firstAt - MINUTE).toISOString(), endTime: clock.now().toISOString() }
    const { series } = await test.admin.call(history, { deviceId, keys: 'level', ...range, bucket: 'RAW' })
    expect(series['level']?.map(({ v }) => v)).toEqual([0, 1, 2])
    expect((await test.admin.call(latest, { deviceId })).values['level']).toMatchObject({ v: 2 })
    expect(await known(station.link.station)).toBeUndefined()
    // It sends again what was never acknowledged: a duplicate now, so it is acknowledged and stored once.
    await station.report(3, { 39: 2 }, { at: firstAt + 2 * MINUTE })
    expect((await test.admin.call(messagePage, { deviceId, result: 'DUPLICATE' })).total).toBe(1)
    await station.report(4, { 39: 4 })
  })

  it('cannot be adopted twice, nor as a product of another protocol, nor with a number that is taken', async () => {
    const { id } = await knock(1)
    const form = { id, name: 'A', deviceNo: 'ADOPT-1', productId, deptId: '1' }
    await expect(test.admin.call(adoptStation, { ...form, productId: '99999' })).rejects.toMatchObject({
      fields: { productId: 'wrong-protocol' },
    })
    await test.admin.call(adoptStation, form)
    await expect(test.admin.call(adoptStation, form)).rejects.toMatchObject({ code: 404 })
    const other = await knock(1)
    await expect(test.admin.call(adoptStation, { ...form, id: other.id })).rejects.toMatchObject({
      fields: { deviceNo: 'taken' },
    })
    expect(await known(other.station.link.station)).toBeDefined()
  })

  it('is known once a device has its address, however that was made', async () => {
    const { station } = await knock(2)
    await makeDevice(test.admin, { stationAddress: station.link.station })
    expect(await known(station.link.station)).toBeUndefined()
    await station.report(9, { 39: 1 })
  })

  it('belongs to no department: only users who see everything may list, read or adopt it', async () => {
    const { id, station } = await knock(1)
    const local = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'Local') })
    const everywhere = await makePerson(test.admin, test.db, { deptId: '1', dataScope: 'ALL' })
    await expect(local.page(unknownStationResource)).rejects.toMatchObject({ code: 403 })
    await expect(local.call(unknownStationFrames, { id })).rejects.toMatchObject({ code: 403 })
    const form = { id, name: 'A', deviceNo: 'LOCAL', productId, deptId: '1' }
    await expect(local.call(adoptStation, form)).rejects.toMatchObject({ code: 403 })
    expect((await everywhere.page(unknownStationResource)).total).toBeGreaterThan(0)
    const search = { format: 'csv', columns: ['address', 'frameCount'], keyword: station.link.station }
    const path = resourcePath(unknownStationResource, 'export')
    expect(await local.answer('POST', path, search)).toMatchObject({ code: 403 })
    const sheet = parseCsv(await fileOf(everywhere, await exportOf(everywhere, unknownStationResource, search)), 100)
    expect(sheet).toEqual([
      ['address', 'frameCount'],
      [station.link.station, '1'],
    ])
  })

  it('is found by protocol and sorted by any column, for there are few', async () => {
    const [one, more] = [await knock(1), await knock(3)]
    const ids = async (order: string) => {
      const { list } = await test.admin.page(unknownStationResource, { sort: 'frameCount', order, limit: 100 })
      return list.map((row) => row.id).filter((id) => id === one.id || id === more.id)
    }
    expect([await ids('asc'), await ids('desc')]).toEqual([
      [one.id, more.id],
      [more.id, one.id],
    ])
    expect((await test.admin.page(unknownStationResource, { protocol: 'TB_MQTT' })).total).toBe(0)
  })
})

describe('frames kept for the adoption', () => {
  const kept = async (address: string) => {
    const { rows } = await test.db.query<{ n: number }>(
      `select count(*)::int as n from unknown_frame f join unknown_station s on s.id = f.station_id where s.address = $1`,
      [address],
    )
    return rows[0]?.n
  }
  const resultsOf = async (deviceId: string) =>
    (await test.admin.call(messagePage, { deviceId })).list.map(({ result }) => result)

  /** The store refuses this frame until the returned function is called. */
  async function refusing(raw: Uint8Array): Promise<() => Promise<void>> {
    await test.db.query(`create function refuse_frame() returns trigger language plpgsql as $$ begin
      if encode(new.raw, 'hex') = '${Buffer.from(raw).toString('hex')}' then raise exception 'refused'; end if;
      return new; end $$`)
    await test.db.query(
      `create trigger refuse_frame before insert on device_message for each row execute function refuse_frame()
       /* unscoped:test */`,
    )
    return async () => void (await test.db.query('drop function refuse_frame cascade'))
  }

  it('stay when the store refuses them, and are stored later, each once', async () => {
    const { station, id } = await knock(3)
    const [, second] = await test.admin.call(unknownStationFrames, { id })
    const allow = await refusing(Buffer.from(second!.hex, 'hex'))
    const form = { id, name: 'A', deviceNo: 'REFUSED-ONCE', productId, deptId: '1' }
    const { deviceId, replayed, left } = await test.admin.call(adoptStation, form)
    expect([replayed, left]).toEqual([2, 1])
    expect(await kept(station.link.station)).toBe(1)
    await test.platform.registry.replayKept()
    expect(await kept(station.link.station)).toBe(1)
    await allow()
    await test.platform.registry.replayKept()
    expect(await resultsOf(deviceId)).toEqual(['OK', 'OK', 'OK'])
    expect(await kept(station.link.station)).toBe(0)
    await test.platform.registry.replayKept()
    expect(await resultsOf(deviceId)).toHaveLength(3)
  })

  it('are taken by the next process when the first one died once the device was made', async () => {
    const { station } = await knock(3)
    // The state after a kill between the two steps: the device exists, its frames were not replayed.
    const { id: deviceId } = await makeDevice(test.admin, { stationAddress: station.link.station })
    const next = await startTestPlatform({ clock, database: test.database })
    try {
      await until('the frames', async () => (await resultsOf(deviceId)).length === 3)
      expect(await resultsOf(deviceId)).toEqual(['OK', 'OK', 'OK'])
      await until('the end of the ring', async () => (await kept(station.link.station)) === 0)
    } finally {
      await next.stop()
    }
  })

  it('are not stored twice when a process died before it could forget them', async () => {
    const { station, id } = await knock(3)
    await test.db.query('create table died as select * from unknown_frame where station_id = $1', [id])
    await test.db.query('create table died_station as select * from unknown_station where id = $1', [id])
    const form = { id, name: 'A', deviceNo: 'DIED-LATE', productId, deptId: '1' }
    const { deviceId, replayed, left } = await test.admin.call(adoptStation, form)
    expect([replayed, left]).toEqual([3, 0])
    await test.db.query('insert into unknown_station overriding system value select * from died_station')
    await test.db.query('insert into unknown_frame select * from died')
    await test.platform.registry.replayKept()
    expect(await resultsOf(deviceId)).toEqual(['OK', 'OK', 'OK'])
    expect(await kept(station.link.station)).toBe(0)
    await test.db.query('drop table died, died_station')
  })

  it('that came in packets are one message again', async () => {
    const address = freeAddress()
    const station = await test.station({ station: address })
    const values = { 39: 3, 38: 12, 28: 1, 58: 300, 60: 5000, 68: 40, 20: 1, 26: 2 }
    const frames = sl651Packets(reportOf(station.link, 1, values, { at: now() }), 20)!.map(frameOf)
    expect(frames.length).toBeGreaterThan(2)
    for (const frame of frames) station.write(frame)
    await until('the packets', async () => {
      await test.platform.registry.flush()
      return (await kept(address)) === frames.length
    })
    const form = { name: 'A', deviceNo: 'IN-PACKETS', productId, deptId: '1' }
    const { id } = (await known(address))!
    const { deviceId, replayed } = await test.admin.call(adoptStation, { id, ...form })
    expect(replayed).toBe(frames.length)
    expect(await resultsOf(deviceId)).toEqual(frames.map(() => 'OK'))
  })

  it('outlive a week of silence while their device is new, for they may be stored yet', async () => {
    const { station } = await knock(1)
    const { id: deviceId } = await makeDevice(test.admin, { stationAddress: station.link.station })
    const old = "update unknown_station set last_time = now() - interval '8 days' where address = $1"
    await test.db.query(old, [station.link.station])
    await test.platform.registry.dropOldUnknown()
    expect(await kept(station.link.station)).toBe(1)
    await test.db.query("update device set create_time = now() - interval '8 days' where id = $1 /* unscoped:test */", [
      deviceId,
    ])
    await test.platform.registry.dropOldUnknown()
    expect(await kept(station.link.station)).toBe(0)
  })
})

describe('an open port does not fill the disk', () => {
  const frame = (address: string, ts: number) => ({
    protocol: 'SL651',
    address,
    remote: 'x',
    ts,
    raw: Uint8Array.of(1, 2),
  })

  it('so many stations are kept and the ones that knocked first stay', async () => {
    const before = (await test.admin.page(unknownStationResource, { limit: 1 })).total
    const addresses = Array.from({ length: KEPT_STATIONS + 50 }, (_, n) => `F${String(n).padStart(9, '0')}`)
    for (let n = 0; n < addresses.length; n += 500) {
      await saveUnknownFrames(
        test.db,
        addresses.slice(n, n + 500).map((address) => frame(address, now())),
      )
    }
    const { total } = await test.admin.page(unknownStationResource, { limit: 1 })
    expect(total).toBeGreaterThanOrEqual(KEPT_STATIONS)
    expect(total).toBeLessThanOrEqual(KEPT_STATIONS + 500 + before)
    await saveUnknownFrames(test.db, [frame(addresses[0]!, now() + 1), frame('FFFFFFFFFF', now())])
    expect(await test.admin.page(unknownStationResource, { limit: 1, keyword: addresses[0] })).toMatchObject({
      list: [{ frameCount: 2 }],
    })
    expect((await test.admin.page(unknownStationResource, { limit: 1, keyword: 'FFFFFFFFFF' })).total).toBe(0)
  })

  it('one that is silent for a week is forgotten with its frames', async () => {
    await test.db.query("update unknown_station set last_time = now() - interval '8 days' where address like 'F0%'")
    await test.platform.registry.dropOldUnknown()
    expect((await test.admin.page(unknownStationResource, { limit: 1, keyword: 'F0' })).total).toBe(0)
    const { rows } = await test.db.query(
      'select from unknown_frame f where not exists (select from unknown_station s where s.id = f.station_id)',
    )
    expect(rows).toEqual([])
  })
})
