import {
  adoptStation,
  deviceResource,
  latest,
  messagePage,
  productResource,
  rotatePassword,
  unknownStationFrames,
  unknownStationResource,
} from '@sluice/contract'
import { frameOf, freeAddress, makeDevice, reportOf, startTestPlatform, type TestStation, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform()

async function logged(station: TestStation): Promise<Record<string, unknown>[]> {
  const { rows } = await test.db.query(
    `select fault, fault_at, note, device_id, encode(raw, 'hex') as hex from byte_log
     where remote like '%:' || $1::text order by id /* unscoped:test */`,
    [station.socket.localPort],
  )
  return rows
}

async function countOf(table: string, deviceId: string): Promise<number> {
  const { rows } = await test.db.query<{ n: string }>(
    `select count(*) as n from ${table} where device_id = $1 /* unscoped:test */`,
    [deviceId],
  )
  return Number(rows[0]?.n)
}

/** Sends a report, shows that it arrived and got no answer, and returns the verdict in the byte log. */
async function refused(station: TestStation): Promise<unknown> {
  const message = reportOf(station.link, 1, { 39: 1 }, { at: now() })
  station.send(message)
  const hex = Buffer.from(frameOf(message)).toString('hex')
  const entry = await until('the byte log', async () => (await logged(station)).find((row) => row['hex'] === hex))
  expect(entry).toMatchObject({ fault: 'refused' })
  expect(station.answers).toEqual([])
  return entry['note']
}

describe('not acknowledged', () => {
  it('is an unregistered station', async () => {
    const station = await test.station({ station: freeAddress() })
    expect(await refused(station)).toBe('UNKNOWN_DEVICE')
  })

  it('is a station that was switched off, until it is switched on', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { enabled: false })
    const station = await test.station({ station: stationAddress })
    expect(await refused(station)).toBe('UNKNOWN_DEVICE')
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ status: 'DISABLED' })
    await test.admin.update(deviceResource, id, { enabled: true })
    await station.report(2, { 39: 1 })
    expect(await countOf('device_message', id)).toBe(1)
    expect(await test.admin.get(deviceResource, id)).toMatchObject({ status: 'ONLINE' })
    await test.admin.update(deviceResource, id, { enabled: false })
    const before = station.answers.length
    const late = reportOf(station.link, 3, { 39: 1 }, { at: now() })
    station.send(late)
    const hex = Buffer.from(frameOf(late)).toString('hex')
    await until('the byte log', async () => (await logged(station)).some((row) => row['hex'] === hex))
    expect(station.answers).toHaveLength(before)
  })

  it('is a wrong password; the right one works in upper and lower case', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const { password } = await test.admin.call(rotatePassword, { deviceId: id, password: 'a1b2' })
    expect(password).toBe('A1B2')
    const wrong = await test.station({ station: stationAddress, password: 'FFFF' })
    expect(await refused(wrong)).toBe('BAD_PASSWORD')
    expect(await countOf('device_message', id)).toBe(0)
    const right = await test.station({ station: stationAddress, password: 'A1B2' })
    await right.report(1, { 39: 1 })
    expect(await countOf('device_message', id)).toBe(1)
  })

  it('is a station whose password was changed while it was connected', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress, password: '1234' })
    await station.report(1, { 39: 1 })
    const { password } = await test.admin.call(rotatePassword, { deviceId: id })
    expect(password).toMatch(/^[0-9A-F]{4}$/)
    const before = station.answers.length
    station.send(reportOf(station.link, 2, { 39: 1 }, { at: now() }))
    await until('the byte log', async () => (await logged(station)).some((row) => row['note'] === 'BAD_PASSWORD'))
    expect(station.answers).toHaveLength(before)
    const again = await test.station({ station: stationAddress, password: password! })
    await again.report(2, { 39: 1 })
    expect(await countOf('device_message', id)).toBe(2)
  })

  it('a client that knows an address but not its password is refused: the real station stays connected', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    await test.admin.call(rotatePassword, { deviceId: id, password: 'A1B2' })
    const station = await test.station({ station: stationAddress, password: 'A1B2' })
    await station.report(1, { 39: 1 })
    const stranger = await test.station({ station: stationAddress, password: '0000' })
    expect(await refused(stranger)).toBe('BAD_PASSWORD')
    await station.report(2, { 39: 1 })
    expect(station.closed).toBe(false)
  })

  it('is a deleted device', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    await test.admin.remove(deviceResource, id)
    station.send(reportOf(station.link, 2, { 39: 1 }, { at: now() }))
    await until('the byte log', async () => (await logged(station)).some((row) => row['note'] === 'UNKNOWN_DEVICE'))
    expect(station.answers).toHaveLength(1)
  })
})

describe('acknowledged again', () => {
  it('is a repeated report: logged as a duplicate, its values stored once', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    for (let n = 0; n < 3; n++) await station.report(1, { 39: 1 })
    expect(station.answers.map(({ serial, end }) => [serial, end])).toEqual(Array(3).fill([1, 'ESC']))
    const { rows } = await test.db.query(
      'select result from device_message where device_id = $1 order by id /* unscoped:test */',
      [id],
    )
    expect(rows.map((row) => row['result'])).toEqual(['OK', 'DUPLICATE', 'DUPLICATE'])
    expect(await countOf('telemetry', id)).toBe(1)
  })

  it('is a report that is repeated on another connection after a restart of the platform', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    await station.end()
    const second = await startTestPlatform({ clock, database: test.database })
    const again = await second.station({ station: stationAddress })
    await again.report(1, { 39: 1 })
    await again.report(2, { 39: 1 })
    const { rows } = await test.db.query(
      'select result from device_message where device_id = $1 order by id /* unscoped:test */',
      [id],
    )
    expect(rows.map((row) => row['result'])).toEqual(['OK', 'DUPLICATE', 'OK'])
    await second.stop()
  })
})

describe('a frame whose head and checksum are right', () => {
  const BROKEN = '79230000121300001187'

  /** A report of a level with a group behind it that declares another length than it has. */
  function partialOf(station: TestStation, serial: number): { hex: string; at: number; raw: Uint8Array } {
    const whole = reportOf(station.link, serial, { 39: 14.42 }, { at: now(), func: '34' })
    const at = frameOf(whole).length - 3
    const raw = frameOf({ ...whole, partial: { at: 0, rest: BROKEN } })
    // The group and two zeros behind it read as elements; the next one claims more bytes than there are.
    return { hex: Buffer.from(raw).toString('hex'), at: at + 8, raw }
  }

  it('is kept, confirmed and shown as far as it can be read', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    const { raw, hex, at } = partialOf(station, 7)
    station.write(raw)
    expect(await station.answer()).toMatchObject({ serial: 7, func: '34', end: 'ESC' })
    const { list } = await test.admin.call(messagePage, { deviceId: id, result: 'PARTIAL' })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ result: 'PARTIAL', decoded: { partial: { at } } })
    expect((await test.admin.call(latest, { deviceId: id })).values).toMatchObject({ level: { v: 14.42, q: 'GOOD' } })
    const entry = await until('the byte log', async () => (await logged(station)).find((row) => row['hex'] === hex))
    expect(entry).toMatchObject({ fault: 'partial', fault_at: at })
  })

  it('of an unregistered station is kept until the station is adopted, and is stored then', async () => {
    const station = await test.station({ station: freeAddress() })
    const { raw, at } = partialOf(station, 1)
    station.write(raw)
    const waiting = await until('the unknown station', async () => {
      await test.platform.registry.flush()
      return (await test.admin.page(unknownStationResource, { keyword: station.link.station })).list[0]
    })
    expect(station.answers).toEqual([])
    expect(await test.admin.call(unknownStationFrames, { id: waiting.id })).toMatchObject([
      { decoded: { partial: { at } } },
    ])
    const { list } = await test.admin.page(productResource, { limit: 100 })
    const productId = list.find((row) => row['productNo'] === 'SL651-VALVE')!.id
    const form = { name: 'Partly read', deviceNo: `P-${station.link.station}`, productId, deptId: '1' }
    const adopted = await test.admin.call(adoptStation, { id: waiting.id, ...form })
    expect(adopted).toMatchObject({ replayed: 1, left: 0 })
    const { deviceId } = adopted
    expect((await test.admin.call(latest, { deviceId })).values).toMatchObject({ level: { v: 14.42 } })
    expect((await test.admin.call(messagePage, { deviceId })).list).toMatchObject([{ result: 'PARTIAL' }])
  })
})
