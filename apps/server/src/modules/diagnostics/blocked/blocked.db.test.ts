import { connect, type Socket } from 'node:net'
import {
  blockAddress,
  blockedAddressResource,
  connectLogResource,
  previewBlock,
  refusalResource,
  unblockAddress,
} from '@sluice/contract'
import {
  connectMqtt,
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  startTestPlatform,
  until,
} from '@sluice/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const PROXY = '127.0.9.9'
const { test, clock, now } = sharedPlatform({ env: { SLUICE_DEVICE_PROXIES: PROXY } })
const open: Socket[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  const { list } = await test.admin.page(blockedAddressResource, { limit: 100 })
  for (const { id } of list) await test.admin.call(unblockAddress, { id })
  await test.platform.diagnostics.lookAtBlocked()
})

const REASON = { reason: 'scans us', minutes: null } as const
const block = (network: string, more: object = {}) => test.admin.call(blockAddress, { network, ...REASON, ...more })
const listed = async () => (await test.admin.page(blockedAddressResource, { limit: 100 })).list

/** Resolves when the other side has ended it, and whether it had taken it first. */
async function knock(port: number, localAddress: string): Promise<'taken' | 'refused'> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  socket.resume()
  open.push(socket)
  const over = new Promise<'refused'>((resolve) => socket.once('close', () => resolve('refused')))
  await new Promise((resolve) => socket.once('connect', resolve))
  const stays = new Promise<'taken'>((resolve) => setTimeout(() => resolve('taken'), 400))
  return Promise.race([over, stays])
}

/** Within seconds: the listeners are told after the commit. */
const refused = (port: number, from: string) =>
  until(`${from} is refused`, async () => (await knock(port, from)) === 'refused')
const taken = (port: number, from: string) =>
  until(`${from} is taken`, async () => (await knock(port, from)) === 'taken')

const mqttPort = () => test.platform.edge.port('TB_MQTT') ?? 0

describe('a blocked address', () => {
  it('is refused by the listeners of both protocols, counted, and shown as a refusal', async () => {
    await block('127.0.0.7')
    await refused(test.sl651Port, '127.0.0.7')
    await refused(mqttPort(), '127.0.0.7')
    // What is ended while it knocks is no hit: from here on each knock is one.
    const hits = async () => Number((await listed())[0]!.hits)
    const before = await until('a hit', async () => (await hits()) || undefined)
    expect(await knock(test.sl651Port, '127.0.0.7')).toBe('refused')
    expect(await knock(mqttPort(), '127.0.0.7')).toBe('refused')
    expect(await knock(test.sl651Port, '127.0.0.8')).toBe('taken')
    expect(await knock(mqttPort(), '127.0.0.8')).toBe('taken')
    await until('both hits', async () => (await hits()) >= before + 2)
    const [entry] = await listed()
    expect(entry).toMatchObject({ network: '127.0.0.7', state: 'ACTIVE', reason: 'scans us', untilTime: null })
    expect(entry!.lastHitTime).not.toBeNull()
    await test.platform.diagnostics.flush()
    const { list } = await test.admin.page(refusalResource, { reason: 'BLOCKED' })
    expect(list.map(({ remote, protocol }) => `${remote} ${protocol}`).toSorted()).toEqual([
      '127.0.0.7 SL651',
      '127.0.0.7 TB_MQTT',
    ])
    const log = await test.admin.page(connectLogResource, { cause: 'BLOCKED' })
    expect(log.list.some(({ event, remote }) => event === 'REJECTED' && remote === '127.0.0.7:0')).toBe(true)
  })

  it('loses the connections that are open, those of known devices only after they were named', async () => {
    const { id, stationAddress } = await makeDevice(test.admin, { name: 'kept out' })
    const station = await test.station({ station: stationAddress })
    await station.report(1, { 39: 1 })
    const { id: mqttId, token, port } = await makeMqttDevice(test.admin)
    const device = await connectMqtt({ token, port })
    await device.publish('v1/devices/me/telemetry', { opening: 1 })
    await until('both in the log', async () => {
      await test.platform.diagnostics.flush()
      return (await test.admin.call(previewBlock, { network: '127.0.0.0/24' })).devices === 2
    })
    const preview = await test.admin.call(previewBlock, { network: '127.0.0.1' })
    expect(preview).toMatchObject({ network: '127.0.0.1', problem: null, devices: 2 })
    expect(preview.names).toContain('kept out')
    await expect(block('127.0.0.1')).rejects.toMatchObject({ key: 'validation', fields: { confirmed: 'required' } })
    expect(await listed()).toEqual([])
    await block('127.0.0.1', { confirmed: true })
    await Promise.all([station.whenClosed(), device.whenClosed()])
    const causes = async (deviceId: string) => {
      await test.platform.diagnostics.flush()
      const { list } = await test.admin.page(connectLogResource, { deviceId, event: 'DISCONNECT' })
      return list.map(({ cause }) => cause)
    }
    await until('both ends', async () => (await causes(id)).length > 0 && (await causes(mqttId)).length > 0)
    expect([...(await causes(id)), ...(await causes(mqttId))]).toEqual(['BLOCKED', 'BLOCKED'])
  })

  it('is let in again when its time is over, and when it is unblocked', async () => {
    const { id } = await block('127.0.0.7', { minutes: 10 })
    await block('127.0.0.16/28')
    await refused(test.sl651Port, '127.0.0.7')
    await refused(test.sl651Port, '127.0.0.17')
    clock.advance(10 * 60_000 + 1)
    await test.platform.diagnostics.lookAtBlocked()
    await taken(test.sl651Port, '127.0.0.7')
    await taken(mqttPort(), '127.0.0.7')
    expect(await knock(test.sl651Port, '127.0.0.17')).toBe('refused')
    const other = (await listed()).find((row) => row.id !== id)!
    await test.admin.call(unblockAddress, { id: other.id })
    await taken(test.sl651Port, '127.0.0.17')
    await expect(test.admin.call(unblockAddress, { id: other.id })).rejects.toMatchObject({ key: 'not-found' })
  })

  it('is told to another process of the same database', async () => {
    const other = await startTestPlatform({ database: test.database, clock })
    try {
      expect(await knock(other.sl651Port, '127.0.0.7')).toBe('taken')
      await block('127.0.0.7')
      await refused(other.sl651Port, '127.0.0.7')
    } finally {
      await other.stop()
    }
  })
})

describe('what may be blocked, and by whom', () => {
  it('is nobody’s load balancer, and not everybody', async () => {
    for (const [network, problem] of [
      ['0.0.0.0/0', 'network-too-wide'],
      ['::/8', 'network-too-wide'],
      [`${PROXY}/24`, 'holds-a-proxy'],
      ['example.org', 'format'],
    ] as const) {
      await expect(block(network)).rejects.toMatchObject({ key: 'validation', fields: { network: problem } })
      expect(await test.admin.call(previewBlock, { network })).toMatchObject({ network: null, problem })
    }
    expect(await listed()).toEqual([])
  })

  it('has one entry for a network, with the latest reason and time, and its hits', async () => {
    await block('127.0.0.7:5000')
    await test.db.query('update blocked_address set hits = 4')
    await block('127.0.0.7', { reason: 'again', minutes: 5 })
    const list = await listed()
    expect(list).toMatchObject([{ network: '127.0.0.7', reason: 'again', hits: 4 }])
    expect(Date.parse(String(list[0]!.untilTime))).toBe(now() + 5 * 60_000)
  })

  it('is decided by those who see every department, with the right to', async () => {
    const keys = ['blockedAddress:list', 'blockedAddress:block', 'blockedAddress:unblock']
    const { id } = await block('127.0.0.7')
    const theirs = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'one of many'), keys })
    for (const call of [
      () => theirs.call(blockAddress, { network: '127.0.0.8', ...REASON }),
      () => theirs.call(unblockAddress, { id }),
      () => theirs.call(previewBlock, { network: '127.0.0.8' }),
      () => theirs.page(blockedAddressResource, {}),
    ]) {
      await expect(call()).rejects.toMatchObject({ key: 'not-permitted' })
    }
  })

  it('is at most so many entries; ended ones make room', async () => {
    await test.db.query(
      `insert into blocked_address (network, reason, create_by, by_name, create_time)
       select '10.' || n / 250 || '.' || n % 250 || '.1', 'full', 1, 'test', now() from generate_series(1, 500) n`,
    )
    await expect(block('127.0.0.7')).rejects.toMatchObject({ key: 'limit-reached' })
    await test.db.query("update blocked_address set until_time = '2020-01-01' where network like '10.0.%'")
    await block('127.0.0.7')
    await test.db.query('delete from blocked_address')
    await test.platform.diagnostics.lookAtBlocked()
  })
})
