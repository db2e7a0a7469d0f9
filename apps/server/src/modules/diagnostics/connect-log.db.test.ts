import {
  connectionPage,
  connectLogResource,
  endConnection,
  FLAPPING_CONNECTIONS,
  flappingDevices,
  lineHistory,
} from '@sluice/contract'
import { connectMqtt, makeDept, makeDevice, makeMqttDevice, makePerson, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import type { ConnectionEntry } from './diagnostics.store.ts'

const { test, now } = sharedPlatform()

/** Writes lines as a gateway does. */
async function note(...entries: Partial<ConnectionEntry>[]): Promise<void> {
  for (const entry of entries) {
    test.platform.diagnostics.noteConnection({
      at: now(),
      deviceId: null,
      protocol: 'SL651',
      channelId: 'aa00',
      remote: '10.1.2.3:5000',
      event: 'CONNECT',
      reason: null,
      durationS: null,
      bytesIn: 0,
      bytesOut: 0,
      ...entry,
    })
  }
  await test.platform.diagnostics.flush()
}

const registered = (deviceId: string, times: number, at = now()) =>
  Array.from({ length: times }, (_, n) => ({ deviceId, event: 'REGISTER' as const, at: at - n * 1000 }))

describe('the connection log', () => {
  it('has a line for each connection of a station and its end, with the cause in words of its own', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    const again = await test.station({ station: stationAddress })
    await again.report(2, { 39: 1 })
    const list = await until('the first connection’s end', async () => {
      await test.platform.diagnostics.flush()
      const page = await test.admin.page(connectLogResource, { deviceId: id, limit: 20 })
      return page.list.some(({ event }) => event === 'DISCONNECT') ? page.list : undefined
    })
    const lines = new Map(list.map((line) => [line.event, line]))
    expect(lines.get('KICKED')).toMatchObject({ cause: 'REPLACED', protocol: 'SL651', reason: 'connected again' })
    expect(lines.get('REGISTER')).toMatchObject({ cause: null })
    expect(lines.get('DISCONNECT')).toMatchObject({ cause: 'REPLACED' })
    expect(lines.get('DISCONNECT')!.bytesIn).toBeGreaterThan(0)
    const own = await test.admin.call(connectionPage, { deviceId: id, page: 1, limit: 20 })
    expect(own.list.find(({ event }) => event === 'KICKED')).toMatchObject({ cause: 'REPLACED' })
  })

  it('finds lines by cause, event, connection and address', async () => {
    const { id: deviceId } = await makeDevice(test.admin)
    const end = { deviceId, event: 'DISCONNECT', durationS: 61.6 } as const
    await note(
      { ...end, channelId: 'c1', reason: 'read ECONNRESET', remote: '10.9.9.1:7' },
      { ...end, channelId: 'c2', reason: 'connect ETIMEDOUT' },
      { ...end, channelId: 'c3', reason: null },
      { ...end, channelId: 'c4', reason: 'something new' },
      { ...end, channelId: 'c5', reason: 'server stops' },
      { ...end, channelId: 'c6', reason: null, event: 'HEARTBEAT_LOST' },
      { ...end, channelId: 'c7', event: 'REJECTED', reason: 'too many bad frames' },
    )
    const causes = async (query: Record<string, string>) =>
      (await test.admin.page(connectLogResource, { deviceId, ...query })).list.map(
        ({ channelId, cause }) => `${channelId} ${cause}`,
      )
    expect((await causes({})).sort()).toEqual([
      'c1 RESET',
      'c2 NETWORK',
      'c3 LEFT',
      'c4 OTHER',
      'c5 PLATFORM_STOPPED',
      'c6 null',
      'c7 TOO_MANY_FAULTS',
    ])
    expect(await causes({ cause: 'RESET,NETWORK' })).toHaveLength(2)
    expect(await causes({ event: 'REJECTED' })).toEqual(['c7 TOO_MANY_FAULTS'])
    expect(await causes({ channelId: 'c4' })).toEqual(['c4 OTHER'])
    expect(await causes({ keyword: '10.9.9.1' })).toEqual(['c1 RESET'])
    const [line] = (await test.admin.page(connectLogResource, { deviceId, channelId: 'c1' })).list
    expect(line).toMatchObject({ durationS: 62 })
  })

  it('shows lines of nobody only to those who see everything, and those of a device to those who see it', async () => {
    const deptId = await makeDept(test.admin, 'lines')
    const { id: deviceId } = await makeDevice(test.admin, { deptId })
    const keys = ['connectLog:list']
    const [sees, other] = [
      await makePerson(test.admin, test.db, { deptId, keys }),
      await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'elsewhere'), keys }),
    ]
    await note({ channelId: 'nobody' }, { channelId: 'somebody', deviceId })
    const seen = async (who: Pick<typeof sees, 'page'>) =>
      (await who.page(connectLogResource, {})).list.map(({ channelId }) => channelId)
    expect(await seen(sees)).toEqual(['somebody'])
    expect(await seen(other)).toEqual([])
    expect(await seen(test.admin)).toEqual(expect.arrayContaining(['nobody', 'somebody']))
  })

  it('names devices that connect again and again within a day, in scope', async () => {
    const deptId = await makeDept(test.admin, 'flapping')
    const [steady, flapping, before] = [
      await makeDevice(test.admin, { deptId }),
      await makeDevice(test.admin, { deptId }),
      await makeDevice(test.admin, { deptId }),
    ]
    const most = FLAPPING_CONNECTIONS
    await note(
      ...registered(steady.id, most),
      ...registered(flapping.id, most + 1),
      ...registered(before.id, most + 1, now() - 25 * 3_600_000),
    )
    const keys = ['connectLog:list']
    const sees = await makePerson(test.admin, test.db, { deptId, keys })
    const other = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'calm'), keys })
    expect(await sees.call(flappingDevices)).toMatchObject([{ deviceId: flapping.id, connections: most + 1 }])
    expect(await other.call(flappingDevices)).toEqual([])
  })
})

describe('the sessions of a device', () => {
  it('are told with their ends and the share of the time, also one from before, to whoever sees the device', async () => {
    const { id: deviceId } = await makeDevice(test.admin)
    const HOUR = 3_600_000
    const at = (hoursAgo: number) => now() - hoursAgo * HOUR
    const end = { deviceId, event: 'DISCONNECT', bytesIn: 9, bytesOut: 4 } as const
    await note(
      { deviceId, event: 'REGISTER', channelId: 's1', at: at(30) },
      { ...end, channelId: 's1', at: at(18), reason: 'read ECONNRESET' },
      { deviceId, event: 'REGISTER', channelId: 's2', at: at(6) },
      { deviceId, event: 'REJECTED', channelId: 's9', at: at(5) },
    )
    const told = await test.admin.call(lineHistory, { deviceId, days: '1' })
    expect(told).toMatchObject({ onlineShare: 50, more: 0, toTime: new Date(now()).toISOString() })
    expect(told.sessions).toMatchObject([
      {
        channelId: 's1',
        beginTime: told.fromTime,
        endTime: new Date(at(18)).toISOString(),
        cause: 'RESET',
        bytesIn: 9,
      },
      { channelId: 's2', beginTime: new Date(at(6)).toISOString(), endTime: null, cause: null, flapping: false },
    ])
    const week = await test.admin.call(lineHistory, { deviceId, days: '7' })
    expect(week.sessions[0]!.beginTime).toBe(new Date(at(30)).toISOString())
    const keys = ['connectLog:list']
    const other = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'no sight'), keys })
    await expect(other.call(lineHistory, { deviceId, days: '1' })).rejects.toMatchObject({ key: 'not-found' })
  })
})

describe('ending a connection', () => {
  it('closes that of a station, says so in the log and leaves a line of who did it', async () => {
    const { id, stationAddress } = await makeDevice(test.admin)
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    expect(await test.admin.call(endConnection, { deviceId: id })).toBe(true)
    await station.whenClosed()
    await test.platform.diagnostics.flush()
    const { list } = await test.admin.page(connectLogResource, { deviceId: id, event: 'KICKED' })
    expect(list).toEqual([expect.objectContaining({ cause: 'OPERATOR' })])
    const { rows } = await test.db.query<{ target_ids: string[] }>(
      "select target_ids from oper_log where action = 'device.endConnection' /* unscoped:test */",
    )
    expect(rows.map(({ target_ids: ids }) => ids)).toContainEqual([id])
    await expect(test.admin.call(endConnection, { deviceId: id })).rejects.toMatchObject({ key: 'device-offline' })
    const again = await test.station({ station: stationAddress })
    await again.report(2, { 39: 1 })
  })

  it('closes that of an MQTT device', async () => {
    const { id, token, port } = await makeMqttDevice(test.admin)
    const device = await connectMqtt({ token, port })
    await device.publish('v1/devices/me/telemetry', { opening: 1 })
    await test.admin.call(endConnection, { deviceId: id })
    await device.whenClosed()
    const told = await until('the end in the log', async () => {
      await test.platform.diagnostics.flush()
      const { total } = await test.admin.page(connectLogResource, { deviceId: id, cause: 'OPERATOR' })
      return total > 0 ? total : undefined
    })
    expect(told).toBe(1)
  })

  it('is refused to somebody without the right, and to whoever does not see the device', async () => {
    const { id } = await makeDevice(test.admin)
    const dept = await makeDept(test.admin, '别处')
    const foreign = await makePerson(test.admin, test.db, { deptId: dept })
    await expect(foreign.call(endConnection, { deviceId: id })).rejects.toMatchObject({ key: 'not-found' })
    const reader = await makePerson(test.admin, test.db, { deptId: '1', keys: ['connectLog:list'] })
    await expect(reader.call(endConnection, { deviceId: id })).rejects.toMatchObject({ key: 'not-permitted' })
  })
})
