import { sl651LinkKeep } from '@sluice/codecs'
import { frameOf, makeDept, makeDevice, pause, reportOf, stampOf } from '@sluice/testing'
import { localTimeOf } from '@sluice/kit'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, clock, now } = sharedPlatform()

async function rowsOf(table: string, deviceId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await test.db.query(`select * from ${table} where device_id = $1 /* unscoped:test */`, [deviceId])
  return rows
}

describe('a report', () => {
  it('is in history, log and latest state before its confirm goes out', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(7, { 38: 12.2, 58: 268, 28: 0.024, 60: 12.5 })
    const [[history], [message], [shadow]] = await Promise.all([
      rowsOf('telemetry', id),
      rowsOf('device_message', id),
      rowsOf('device_shadow', id),
    ])
    expect(history).toMatchObject({
      ts: clock.now().toISOString(),
      readings: { batteryV: 12.2, outletPressure: 0.268, flow: 86.4, remainWater: 12.5 },
      quality: null,
      source: 'REPORT',
    })
    expect(message).toMatchObject({ direction: 'UP', protocol: 'SL651', func: '32', result: 'OK' })
    const frame = frameOf(reportOf(station.link, 7, { 38: 12.2, 58: 268, 28: 0.024, 60: 12.5 }, { at: now() }))
    expect(Buffer.from(message?.['raw'] as Uint8Array)).toEqual(Buffer.from(frame))
    expect(shadow).toMatchObject({ status: 'ONLINE', readings: { batteryV: [12.2, now()] } })
  })

  it('is not confirmed while its transaction is open', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await test.db.transaction(async (tx) => {
      await tx.query('lock table device_message in access exclusive mode')
      station.send(reportOf(station.link, 1, { 39: 1 }, { at: now() }))
      await pause(300)
      expect(station.answers).toEqual([])
    })
    expect(await station.answer()).toMatchObject({ serial: 1, end: 'ESC' })
    expect(await rowsOf('telemetry', id)).toHaveLength(1)
  })

  it('of several stations at once is confirmed to each by its own serial number', async () => {
    const stations = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { stationAddress } = await makeDevice(test.admin)
        return test.station({ station: stationAddress })
      }),
    )
    const answers = await Promise.all(stations.map((station, n) => station.report(1000 + n, { 39: n })))
    expect(answers.map(({ serial }) => serial)).toEqual(stations.map((_, n) => 1000 + n))
    expect(answers.map(({ station }) => station)).toEqual(stations.map(({ link }) => link.station))
  })
})

describe('the confirm', () => {
  it('comes from the centre that was addressed, echoes function, serial and password, and carries our time', async () => {
    const { stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress, center: 9, password: 'A5B6' })
    const at = now() - 60_000
    expect(await station.report(0xfffe, { 39: 1.5 }, { at })).toEqual({
      direction: 'down',
      encoding: 'HEX',
      center: 9,
      station: stationAddress,
      password: 'A5B6',
      func: '32',
      start: 'STX',
      serial: 0xfffe,
      sendTime: localTimeOf(now(), 'Asia/Shanghai'),
      body: { kind: 'empty', station: null },
      end: 'ESC',
    })
  })

  it('swaps station and centre on the wire and sets the direction bit', async () => {
    const { stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress, center: 9 })
    const bytes = new Promise<Buffer>((resolve) => station.socket.once('data', resolve))
    station.send(reportOf(station.link, 1, { 39: 1 }, { at: now() }))
    const hex = (await bytes).toString('hex').toUpperCase()
    // 7E7E, station, centre, password, function, direction and length: serial and time are 8 bytes (SL651 6.2.3).
    expect(hex.slice(0, 28)).toBe(`7E7E${stationAddress}09000032800802`)
  })

  it('lets a sleeping station go with EOT and keeps a mains station online with ESC', async () => {
    const sleeper = await makeDevice(test.admin, { productNo: 'SL651-LEVEL' })
    const valve = await makeDevice(test.admin, { productNo: 'SL651-VALVE' })
    const [one, two] = [
      await test.station({ station: sleeper.stationAddress }),
      await test.station({ station: valve.stationAddress }),
    ]
    expect((await one.report(1, { 39: 1 })).end).toBe('EOT')
    expect((await two.report(1, { 39: 1 })).end).toBe('ESC')
  })

  it('tells the time of the site, and reads the station by it', async () => {
    const deptId = await makeDept(test.admin, 'Urumqi', { timeZone: 'Asia/Urumqi' })
    const { id, stationAddress } = await makeDevice(test.admin, { deptId })
    const station = await test.station({ station: stationAddress })
    const confirm = await station.report(1, { 39: 1 }, { zone: 'Asia/Urumqi' })
    expect(confirm.sendTime).toBe(localTimeOf(now(), 'Asia/Urumqi'))
    expect((await rowsOf('telemetry', id))[0]).toMatchObject({ ts: clock.now().toISOString() })
  })

  it('goes to an ASCII station in ASCII', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress, encoding: 'ASCII' })
    expect(await station.report(5, { 39: 12.34 })).toMatchObject({
      encoding: 'ASCII',
      serial: 5,
      end: 'ESC',
      station: stationAddress,
    })
    expect((await rowsOf('telemetry', id))[0]).toMatchObject({ readings: { level: 12.34 } })
  })

  it('of a heartbeat does not exist; the device is online all the same', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    station.send(sl651LinkKeep(station.link, stampOf(1, now())))
    await station.report(2, { 39: 1 })
    expect(station.answers).toHaveLength(1)
    expect(await rowsOf('device_message', id)).toHaveLength(1)
  })
})
