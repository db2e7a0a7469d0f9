import { deviceRefusals, refusalResource, rotatePassword } from '@sluice/contract'
import {
  connectMqtt,
  frameOf,
  freeAddress,
  makeDept,
  makeDevice,
  makePerson,
  reportOf,
  type TestStation,
  until,
} from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'
import {
  KEPT_OF_DEVICE,
  KEPT_OF_REMOTE,
  KEPT_OF_STRANGERS,
  saveRefusals,
} from '../modules/diagnostics/refusal.store.ts'
import type { RefusalCount } from '../modules/diagnostics/refusal.recorder.ts'

const { test, now } = sharedPlatform()

/** The row of this kind, as the administrator sees it. */
async function listed(query: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  await test.platform.diagnostics.flush()
  return (await test.admin.page(refusalResource, { limit: 100, ...query })).list[0]
}

async function guess(station: TestStation, times: number): Promise<void> {
  for (let n = 1; n <= times; n++) station.send(reportOf(station.link, n, { 39: n }, { at: now() }))
}

describe('the list of refusals', () => {
  it('shows wrong passwords of a station that is known, counted, on its connection card too', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    await test.admin.call(rotatePassword, { deviceId: id, password: 'A1B2' })
    const stranger = await test.station({ station: stationAddress, password: '0001' })
    await guess(stranger, 3)
    const row = await until('three of them', async () => {
      const found = await listed({ deviceId: id })
      return found?.['count'] === 3 ? found : undefined
    })
    expect(row).toMatchObject({
      remote: '127.0.0.1',
      protocol: 'SL651',
      reason: 'BAD_PASSWORD',
      station: stationAddress,
    })
    expect(await test.admin.call(deviceRefusals, { deviceId: id })).toMatchObject([
      { remote: '127.0.0.1', reason: 'BAD_PASSWORD', count: 3 },
    ])
  })

  it('shows a frame with a wrong checksum with its bytes and the place', async () => {
    const { stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    const raw = frameOf(reportOf(station.link, 1, { 39: 1 }, { at: now() }))
    raw[20]! ^= 4
    station.write(raw)
    await station.end()
    const row = await until('the row', () => listed({ reason: 'CHECKSUM' }))
    expect(row).toMatchObject({ byteAt: raw.length - 2, hex: Buffer.from(raw).toString('hex').toUpperCase() })
  })

  it('shows unregistered stations, and tokens that were never issued', async () => {
    const station = await test.station({ station: freeAddress() })
    await guess(station, 1)
    const row = await until('the station', () => listed({ reason: 'UNKNOWN_DEVICE', keyword: station.link.station }))
    expect(row).toMatchObject({ deviceId: null })
    const port = test.platform.edge.port('TB_MQTT') ?? 0
    await expect(connectMqtt({ port, token: 'nobody-gave-this-out' })).rejects.toMatchObject({ code: 5 })
    expect(await until('the token', () => listed({ reason: 'BAD_TOKEN' }))).toMatchObject({
      protocol: 'TB_MQTT',
      hex: null,
    })
  })

  it('shows a department the refusals of its own devices only', async () => {
    const deptId = await makeDept(test.admin, 'Refusals')
    const mine = await makeDevice(test.admin, { deptId })
    const other = await makeDevice(test.admin)
    const person = await makePerson(test.admin, test.db, {
      deptId,
      keys: ['refusal:list', 'device:list'],
      dataScope: 'DEPT',
    })
    const kind = { at: now(), remote: '10.9.8.7', protocol: 'SL651', reason: 'CHECKSUM' } as const
    for (const deviceId of [mine.id, other.id, null]) test.platform.diagnostics.refusals.tell({ ...kind, deviceId })
    await test.platform.diagnostics.flush()
    expect((await test.admin.page(refusalResource, { keyword: '10.9.8.7' })).total).toBe(3)
    const { list } = await person.page(refusalResource, {})
    expect(list.map((row) => row['deviceId'])).toEqual([mine.id])
    expect(await person.call(deviceRefusals, { deviceId: mine.id })).toHaveLength(1)
    await expect(person.call(deviceRefusals, { deviceId: other.id })).rejects.toMatchObject({ answer: { status: 404 } })
  })
})

describe('the rows of refusals', () => {
  const count = (more: Partial<RefusalCount>): RefusalCount => ({
    remote: '10.0.0.1',
    protocol: 'SL651',
    reason: 'CHECKSUM',
    deviceId: null,
    station: null,
    detail: null,
    bytes: null,
    byteAt: null,
    firstAt: now(),
    lastAt: now(),
    count: 1,
    ...more,
  })
  const rowsWhere = async (condition: string) => {
    const { rows } = await test.db.query<{ n: string }>(
      `select count(*) as n from refusal where ${condition} /* unscoped:test */`,
    )
    return Number(rows[0]?.n)
  }

  it('are bounded per remote and in total, and unidentified senders displace no rows of devices', async () => {
    const { id } = await makeDevice(test.admin)
    const kinds = Array.from({ length: 40 }, (_, n) => count({ protocol: `P${n}`, lastAt: now() + n }))
    const many = Array.from({ length: KEPT_OF_STRANGERS + 50 }, (_, n) =>
      count({ remote: `10.2.${n}`, lastAt: now() + 99 }),
    )
    const ofDevice = Array.from({ length: 40 }, (_, n) => count({ deviceId: id, remote: `10.3.${n}`, lastAt: n }))
    await test.db.transaction((tx) => saveRefusals(tx, ofDevice))
    await test.db.transaction((tx) => saveRefusals(tx, kinds))
    expect(await rowsWhere(`remote = '10.0.0.1'`)).toBe(KEPT_OF_REMOTE)
    expect(await rowsWhere(`remote = '10.0.0.1' and protocol = 'P39'`)).toBe(1)
    await test.db.transaction((tx) => saveRefusals(tx, many))
    expect(await rowsWhere('device_id is null')).toBe(KEPT_OF_STRANGERS)
    expect(await rowsWhere(`device_id = ${id}`)).toBe(KEPT_OF_DEVICE)
  })

  it('of a device that is no more are left out, the others are kept', async () => {
    await test.db.transaction((tx) =>
      saveRefusals(tx, [
        count({ deviceId: '999999999', remote: '10.4.0.1' }),
        count({ remote: '10.4.0.2', lastAt: now() + 1000 }),
      ]),
    )
    expect([await rowsWhere(`remote = '10.4.0.1'`), await rowsWhere(`remote = '10.4.0.2'`)]).toEqual([0, 1])
  })
})
