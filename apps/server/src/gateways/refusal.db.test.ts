import { rotatePassword, deviceResource } from '@sluice/contract'
import { frameOf, freeAddress, makeDevice, reportOf, startTestPlatform, type TestStation, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { standingPlatform } from '../../../../testing/src/standing-platform.ts'

const { test, clock, now } = standingPlatform()

async function logged(station: TestStation): Promise<Record<string, unknown>[]> {
  const { rows } = await test.db.query(
    `select fault, note, device_id, encode(raw, 'hex') as hex from byte_log
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

/** Sends a report, shows that it was heard and left without an answer, and tells the verdict in the byte log. */
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
  it('is a station that nobody registered', async () => {
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

  it('is a stranger who knows an address but not its password: the station he poses as stays connected', async () => {
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
