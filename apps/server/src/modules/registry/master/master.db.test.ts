import { deviceResource, history, operationLogResource, replaceMaster } from '@sluice/contract'
import { makeDept, makeDevice, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { connectMqtt, makeMqttDevice } from '../../../../../../testing/src/field/mqtt-device.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

const master = (values = {}) => makeDevice(test.admin, { productNo: 'SL651-VALVE-STATION', ...values })
const slave = (masterId: string, channel: number, values = {}) =>
  makeDevice(test.admin, { productNo: 'SL651-VALVE-CHANNEL', masterId, channel, ...values })
const row = (id: string) => test.admin.get(deviceResource, id)

describe('replacing a master', () => {
  it('moves its slaves with their history, and their reports come through the new one', async () => {
    const at = { productNo: 'MQTT-GATEWAY' }
    const [old, next] = [await makeMqttDevice(test.admin, at), await makeMqttDevice(test.admin, at)]
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: old.id, name: 'gate 7' })
    const say = async (gateway: typeof old, flow: number, ts: number) => {
      const connection = await connectMqtt(gateway)
      await connection.publish('v1/gateway/telemetry', { 'gate 7': [{ ts, values: { flow } }] })
      await connection.end()
    }
    const now = Date.now()
    await say(old, 3, now - 60_000)
    const { version } = await row(id)
    expect(await test.admin.call(replaceMaster, { masterId: old.id, newMasterId: next.id })).toEqual({ moved: [id] })
    expect(await row(id)).toMatchObject({ masterId: next.id, version: version + 1 })
    await say(next, 4, now)
    const range = { startTime: new Date(now - 3_600_000).toISOString(), endTime: new Date(now + 60_000).toISOString() }
    const past = await test.admin.call(history, { deviceId: id, keys: 'flow', bucket: 'RAW', ...range })
    expect(past.series['flow']?.map(({ v }) => v)).toEqual([3, 4])
    // The old one carries nothing any more, and is free to go.
    await test.admin.remove(deviceResource, old.id)
    const { list } = await test.admin.page(operationLogResource, { limit: 20 })
    const line = list.find((row) => row['action'] === replaceMaster.audit)
    expect(line).toMatchObject({ targetIds: [old.id, next.id, id] })
  })

  it('is refused as a whole where a place is taken, the other is no master, or a slave is out of sight', async () => {
    const [old, next, valve] = [await master(), await master(), await makeDevice(test.admin)]
    const { id: one } = await slave(old.id, 1)
    const { id: two } = await slave(old.id, 2)
    const { id: other } = await slave(next.id, 2)
    const replace = (newMasterId: string, who = test.admin) =>
      who.call(replaceMaster, { masterId: old.id, newMasterId })
    await expect(replace(next.id)).rejects.toMatchObject({ fields: { newMasterId: 'taken' } })
    await expect(replace(valve.id)).rejects.toMatchObject({ fields: { newMasterId: 'not-a-master' } })
    await expect(replace(old.id)).rejects.toMatchObject({ fields: { newMasterId: 'not-a-master' } })
    await expect(replace('999999')).rejects.toMatchObject({ fields: { newMasterId: 'not-found' } })
    const deptId = await makeDept(test.admin, 'masters')
    const local = await makePerson(test.admin, test.db, { deptId })
    await expect(replace(next.id, local)).rejects.toMatchObject({ key: 'not-found' })
    await test.admin.update(deviceResource, old.id, { deptId })
    await test.admin.update(deviceResource, next.id, { deptId })
    await test.admin.remove(deviceResource, other)
    await expect(replace(next.id, local)).rejects.toMatchObject({ key: 'not-permitted' })
    expect([(await row(one))['masterId'], (await row(two))['masterId']]).toEqual([old.id, old.id])
  })
})

describe('a slave', () => {
  it('moves to another master and channel; a place is taken once', async () => {
    const [old, next] = [await master(), await master()]
    const { id } = await slave(old.id, 1)
    const { id: other } = await slave(next.id, 1)
    await expect(test.admin.update(deviceResource, id, { masterId: next.id })).rejects.toMatchObject({
      fields: { channel: 'taken' },
    })
    await test.admin.update(deviceResource, id, { masterId: next.id, channel: 7 })
    expect(await row(id)).toMatchObject({ masterId: next.id, channel: 7 })
    expect(await row(other)).toMatchObject({ masterId: next.id, channel: 1 })
  })

  it('has an address only where its protocol numbers slaves by address, and then once on its master', async () => {
    const [station, gateway] = [
      await master(),
      await makeDevice(test.admin, { productNo: 'MQTT-GATEWAY', stationAddress: null }),
    ]
    await expect(slave(station.id, 1, { slaveAddr: 3 })).rejects.toMatchObject({
      fields: { slaveAddr: 'not-for-slave' },
    })
    const named = (values = {}) =>
      makeDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id, ...values })
    const { id } = await named({ slaveAddr: 3 })
    expect(await row(id)).toMatchObject({ slaveAddr: 3, channel: null })
    await expect(named({ slaveAddr: 3 })).rejects.toMatchObject({ fields: { slaveAddr: 'taken' } })
    await named()
    await named()
    await expect(makeDevice(test.admin, { slaveAddr: 3 })).rejects.toMatchObject({
      fields: { slaveAddr: 'only-for-slave' },
    })
  })
})
