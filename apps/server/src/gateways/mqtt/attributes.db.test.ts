import { deviceAttributes, messagePage, saveSharedAttributes } from '@sluice/contract'
import { connectMqtt, makeDevice, makeMqttDevice, type MqttDevice, pause, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const OWN = 'v1/devices/me/attributes'
const RESPONSES = 'v1/devices/me/attributes/response/+'
const { test } = sharedPlatform()

const save = (deviceId: string, values: Record<string, unknown>, deleted: string[] = []) =>
  test.admin.call(saveSharedAttributes, { deviceId, values: values as Record<string, string>, deleted })

const told = (device: MqttDevice, topic: string) =>
  device.received.filter((one) => one.topic === topic).map(({ text }) => text)

async function keysOf(deviceId: string) {
  const { client, shared } = await test.admin.call(deviceAttributes, { deviceId })
  const plain = (list: typeof client) => Object.fromEntries(list.map(({ key, value }) => [key, value]))
  return { client: plain(client), shared: plain(shared) }
}

/** Publishes, waits until the connection is closed for it, and says whether it never was acknowledged. */
async function unacknowledged(device: MqttDevice, topic: string, payload: unknown): Promise<boolean> {
  const state = { acknowledged: false }
  device.publish(topic, payload).then(
    () => (state.acknowledged = true),
    () => undefined,
  )
  await device.whenClosed()
  return !state.acknowledged
}

let made = 0

async function gatewayWith(name: string) {
  const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
  const options = { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id, deviceNo: `ATTR-${++made}`, name }
  return { gateway, slave: await makeMqttDevice(test.admin, options), device: await connectMqtt(gateway) }
}

// The payloads are those of recorded sessions of ThingsBoard's SDK 1.13.13.
describe('attributes of a device', () => {
  it('are said and told: the request’s answer, the update, and what is deleted, as ThingsBoard writes them', async () => {
    const made = await makeMqttDevice(test.admin)
    // It is away: what it is to be waits for it.
    expect((await save(made.id, { uploadFrequency: 60, targetState: 'OPEN' })).pushed).toBe(false)
    const device = await connectMqtt(made)
    await device.subscribe(OWN, RESPONSES)
    await device.publish(OWN, '{"sensorModel":"DHT-22","attribute_2":"value"}')
    const request = '{"clientKeys":"sensorModel","sharedKeys":"uploadFrequency,targetState"}'
    await device.publish('v1/devices/me/attributes/request/1', request)
    await device.message(({ topic }) => topic.endsWith('/response/1'))
    expect(told(device, 'v1/devices/me/attributes/response/1')).toEqual([
      '{"client":{"sensorModel":"DHT-22"},"shared":{"uploadFrequency":60,"targetState":"OPEN"}}',
    ])
    const { pushed, shared } = await save(made.id, { uploadFrequency: 30 })
    expect([pushed, shared.map(({ key, value }) => [key, value])]).toEqual([
      true,
      [
        ['targetState', 'OPEN'],
        ['uploadFrequency', 30],
      ],
    ])
    expect((await save(made.id, {}, ['uploadFrequency'])).pushed).toBe(true)
    await until('both updates', () => told(device, OWN).length === 2)
    expect(told(device, OWN)).toEqual(['{"uploadFrequency":30}', '{"deleted":["uploadFrequency"]}'])
    await device.publish('v1/devices/me/attributes/request/2', '{}')
    const everything = await device.message(({ topic }) => topic.endsWith('/response/2'))
    expect(everything.json).toEqual({
      client: { sensorModel: 'DHT-22', attribute_2: 'value' },
      shared: { targetState: 'OPEN' },
    })
    expect(await keysOf(made.id)).toEqual(everything.json)
    await test.platform.diagnostics.flush()
    const { rows } = await test.db.query<{ note: string }>(
      "select note from byte_log where device_id = $1 and direction = 'DOWN' /* unscoped:test */",
      [made.id],
    )
    expect(rows.map(({ note }) => note)).toContain('shared attributes')
    await device.end()
  })

  it('are sent only to a device that subscribed, and to no other device', async () => {
    const [mine, theirs] = [await makeMqttDevice(test.admin), await makeMqttDevice(test.admin)]
    const [one, other] = [await connectMqtt(mine), await connectMqtt(theirs)]
    await other.subscribe(OWN, RESPONSES)
    expect((await save(mine.id, { secret: 42 })).pushed).toBe(false)
    await one.subscribe(OWN)
    expect((await save(mine.id, { secret: 43 })).pushed).toBe(true)
    await other.publish('v1/devices/me/attributes/request/1', { sharedKeys: 'secret', clientKeys: 'secret' })
    expect((await other.message(() => true)).json).toEqual({})
    await pause(200)
    expect([told(one, OWN), other.received.length]).toEqual([['{"secret":43}'], 1])
    await Promise.all([one.end(), other.end()])
  })

  it('that change many times at once end, at the device, as they are stored', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.subscribe(OWN)
    await Promise.all(Array.from({ length: 20 }, (_, n) => save(made.id, { n })))
    await until('twenty updates', () => told(device, OWN).length === 20)
    expect(told(device, OWN).at(-1)).toBe(JSON.stringify((await keysOf(made.id)).shared))
    await device.end()
  })

  it('are not acknowledged while they cannot be stored', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await test.db.query(`create function refuse_attribute() returns trigger language plpgsql as $$ begin
      if new.key = 'refused' then raise exception 'refused'; end if; return new; end $$`)
    await test.db.query(
      `create trigger refuse_attribute before insert on device_attribute for each row execute function refuse_attribute()
       /* unscoped:test */`,
    )
    expect(await unacknowledged(device, OWN, { refused: 1 })).toBe(true)
    await test.db.query('drop function refuse_attribute cascade')
    const back = await connectMqtt(made)
    await back.publish(OWN, { refused: 1 })
    expect((await keysOf(made.id)).client).toEqual({ refused: 1 })
    await back.end()
  })

  it('without end leave a hundred keys, which go on being heard, and no more bytes than an answer may have', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    const invented = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n]))
    await device.publish(OWN, { known: 1 })
    await device.publish(OWN, { ...invented, known: 2 })
    const { client } = await keysOf(made.id)
    expect([Object.keys(client).length, client['known']]).toEqual([100, 2])
    const long = await makeMqttDevice(test.admin)
    const other = await connectMqtt(long)
    for (let n = 0; n < 20; n++)
      await other.publish(OWN, { [`long${n}`]: 'x'.repeat(4000), [`endless${n}`]: 'x'.repeat(5000) })
    const kept = (await keysOf(long.id)).client
    expect(Object.keys(kept)).toEqual(Array.from({ length: 8 }, (_, n) => `long${n}`))
    await Promise.all([device.end(), other.end()])
  })
})

describe('attributes of a gateway’s sub-device', () => {
  it('are asked for and told through the gateway, by the name it uses, as ThingsBoard writes them', async () => {
    const { slave, device } = await gatewayWith('Device A')
    await device.subscribe('v1/gateway/attributes', 'v1/gateway/attributes/response')
    await device.publish('v1/gateway/connect', '{"device":"Device A","type":"thermostat"}')
    await device.publish('v1/gateway/attributes', '{"Device A":{"firmwareVersion":"1.0.1","serial":"0012"}}')
    expect((await save(slave.id, { uploadFrequency: 30 })).pushed).toBe(true)
    expect((await save(slave.id, {}, ['uploadFrequency'])).pushed).toBe(true)
    await save(slave.id, { mode: { night: [22, 6] } })
    await until('three updates', () => told(device, 'v1/gateway/attributes').length === 3)
    expect(told(device, 'v1/gateway/attributes')).toEqual([
      '{"device":"Device A","data":{"uploadFrequency":30}}',
      '{"device":"Device A","data":{"deleted":["uploadFrequency"]}}',
      '{"device":"Device A","data":{"mode":{"night":[22,6]}}}',
    ])
    const ask = (id: number, more: object) =>
      device.publish('v1/gateway/attributes/request', { id, device: 'Device A', ...more })
    await ask(1, { client: true, key: 'firmwareVersion' })
    await ask(2, { client: false, keys: ['mode', 'none'] })
    await device.message(({ json }) => (json as { id?: number }).id === 2)
    expect(told(device, 'v1/gateway/attributes/response')).toEqual([
      '{"id":1,"device":"Device A","value":"1.0.1"}',
      '{"id":2,"device":"Device A","values":{"mode":{"night":[22,6]}}}',
    ])
    expect((await keysOf(slave.id)).client).toEqual({ firmwareVersion: '1.0.1', serial: '0012' })
    // A device that its gateway does not reach is sent nothing until it is back.
    await device.publish('v1/gateway/disconnect', '{"device":"Device A"}')
    expect((await save(slave.id, { late: 1 })).pushed).toBe(false)
    await device.end()
  })

  it('of another gateway are neither read nor written nor received', async () => {
    const [mine, theirs] = [await gatewayWith('Device M'), await gatewayWith('Device T')]
    await save(theirs.slave.id, { secret: 42 })
    await mine.device.subscribe('v1/gateway/attributes', 'v1/gateway/attributes/response', OWN)
    await mine.device.publish('v1/gateway/attributes', { 'Device T': { firmware: 'mine' } })
    await mine.device.publish('v1/gateway/attributes/request', {
      id: 1,
      device: 'Device T',
      client: false,
      key: 'secret',
    })
    expect((await mine.device.message(() => true)).text).not.toContain('42')
    await theirs.device.subscribe('v1/gateway/attributes')
    expect((await save(theirs.slave.id, { secret: 43 })).pushed).toBe(true)
    await pause(200)
    expect([mine.device.received.length, (await keysOf(theirs.slave.id)).client]).toEqual([1, {}])
    await Promise.all([mine.device.end(), theirs.device.end()])
  })

  it('do not come up in the form they go down in', async () => {
    const { gateway, device } = await gatewayWith('Device U')
    await device.publish('v1/gateway/attributes', { device: 'Device U', data: { a: 1 } })
    expect(device.closed).toBe(false)
    const { list } = await test.admin.call(messagePage, { deviceId: gateway.id })
    expect(list.map(({ result }) => result)).toEqual(['DECODE_ERR'])
    const entry = await until('the byte log', async () => {
      const { rows } = await test.db.query(
        "select note from byte_log where device_id = $1 and direction = 'UP' /* unscoped:test */",
        [gateway.id],
      )
      return rows[0]
    })
    expect(entry).toEqual({ note: 'DECODE_ERR' })
    await device.end()
  })
})

describe('who sets shared attributes', () => {
  const fieldsOf = (deviceId: string, values: Record<string, unknown>, deleted: string[] = []) =>
    save(deviceId, values, deleted).then(
      () => 'taken',
      (error: { fields?: Record<string, string> }) => error.fields,
    )

  it('is refused keys no device could ask for, values out of bounds, and devices that hear no such thing', async () => {
    const { id } = await makeMqttDevice(test.admin)
    for (const key of ['a,b', ' a', 'a ', 'deleted', '', 'k'.repeat(256)])
      expect(await fieldsOf(id, { [key]: 1 })).not.toBe('taken')
    expect(await fieldsOf(id, { a: 1 }, ['a'])).not.toBe('taken')
    expect(await fieldsOf(id, { a: null })).not.toBe('taken')
    expect(await fieldsOf(id, { a: 'x'.repeat(4095) })).toEqual({ 'values.a': 'too-long' })
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    expect(await fieldsOf(id, { a: nested(11) })).toEqual({ 'values.a': 'too-big' })
    expect(await fieldsOf(id, { a: nested(10) })).toBe('taken')
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n]))
    expect(await fieldsOf(id, many)).toEqual({ values: 'too-big' })
    expect(await fieldsOf(id, many, ['a'])).toBe('taken')
    const station = await makeDevice(test.admin)
    expect(await fieldsOf(station.id, { a: 1 })).toEqual({ deviceId: 'wrong-protocol' })
  })

  it('is refused more bytes in sum than an answer may have, and may delete to make room', async () => {
    const { id } = await makeMqttDevice(test.admin)
    const long = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, 'x'.repeat(4000)]))
    expect(await fieldsOf(id, long(0, 8))).toBe('taken')
    expect(await fieldsOf(id, long(8, 1))).toEqual({ values: 'too-long' })
    expect(await fieldsOf(id, long(8, 1), ['k0'])).toBe('taken')
  })

  it('leaves a line with what it was and what it is', async () => {
    const { id } = await makeMqttDevice(test.admin)
    await save(id, { mode: 'day', kept: 1 })
    await save(id, { mode: 'night' }, ['none'])
    expect((await save(id, {})).pushed).toBe(false)
    const { rows } = await test.db.query(
      "select before, after from oper_log where action = 'device.saveSharedAttributes' and $1 = any(target_ids) order by id /* unscoped:test */",
      [id],
    )
    expect(rows).toEqual([
      { before: {}, after: { mode: 'day', kept: 1 } },
      { before: { mode: 'day' }, after: { mode: 'night' } },
    ])
  })
})
