import { latest, messagePage } from '@sluice/contract'
import { connectMqtt, makeDept, makeMqttDevice, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { MQTT_LIMITS } from './broker/broker.messages.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const { test, now } = sharedPlatform()

async function device() {
  const made = await makeMqttDevice(test.admin)
  return { ...made, ...(await connectMqtt(made)) }
}

async function valuesOf(deviceId: string): Promise<Record<string, unknown>> {
  const { values } = await test.admin.call(latest, { deviceId })
  return Object.fromEntries(Object.entries(values).map(([key, { v }]) => [key, v]))
}

async function countOf(deviceId: string): Promise<{ rows: number; keys: number }> {
  const { rows } = await test.db.query<{ rows: number; keys: number }>(
    `select count(*)::int as rows, sum((select count(*) from jsonb_object_keys(readings)))::int as keys
     from telemetry where device_id = $1 /* unscoped:test */`,
    [deviceId],
  )
  return rows[0]!
}

describe('a device that means harm', () => {
  it('and sends a thousand times in every message is slowed by its bytes, and fills no statement that others wait for', async () => {
    const [one, other] = [await device(), await device()]
    const [messages, rows] = [40, 1500]
    const from = now() - messages * rows
    const message = (no: number) =>
      JSON.stringify(Array.from({ length: rows }, (_, n) => ({ ts: from + n * messages + no, values: { flow: n } })))
    const { burst, packetsPerSecond } = MQTT_LIMITS
    const leastSeconds = ((messages * message(0).length) / 512 - burst) / packetsPerSecond
    const begin = performance.now()
    const sent = Array.from({ length: messages }, (_, no) => one.publish(TELEMETRY, message(no)))
    await other.publish(TELEMETRY, { flow: 1 })
    await Promise.all(sent)
    // The data of one read passes whole.
    expect((performance.now() - begin) / 1000).toBeGreaterThan(leastSeconds - 1)
    expect(await countOf(one.id)).toEqual({ rows: messages * rows, keys: messages * rows })
    expect(await valuesOf(other.id)).toEqual({ flow: 1 })
    await Promise.all([one.end(), other.end()])
  })

  it('and sends one time over and over, each with keys of its own, makes one row of them, which ends somewhere', async () => {
    const one = await device()
    const [ts, keys] = [now(), 3000]
    const values = (no: number) => Object.fromEntries(Array.from({ length: keys }, (_, n) => [`${no}k${n}`, no + n]))
    await one.publish(TELEMETRY, { ts, values: values(0) })
    await one.publish(TELEMETRY, { ts, values: { ...values(0), flow: 1 } })
    expect(await countOf(one.id)).toEqual({ rows: 1, keys: keys + 1 })
    await Promise.all(Array.from({ length: 60 }, (_, no) => one.publish(TELEMETRY, { ts, values: values(no + 1) })))
    const { rows, keys: kept } = await countOf(one.id)
    expect(rows).toBe(1)
    expect(kept).toBeLessThan(60_000)
    // The latest state does not grow with them, and the next time is a row like any other.
    expect(Object.keys(await valuesOf(one.id))).toHaveLength(300)
    await one.publish(TELEMETRY, { ts: ts + 1, values: { flow: 2 } })
    expect(await countOf(one.id)).toEqual({ rows: 2, keys: kept + 1 })
    await one.end()
  })

  it('and names its keys like what every object has is taken at its word', async () => {
    const one = await device()
    const payload = '{"__proto__":{"admin":true},"constructor":1,"toString":"2","hasOwnProperty":null,"flow":3}'
    await one.publish(TELEMETRY, payload)
    await one.publish(TELEMETRY, payload)
    expect(await valuesOf(one.id)).toEqual({ constructor: 1, toString: 2, flow: 3 })
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    await one.end()
  })

  it.each([0, -1, 1, 8.64e15 + 1, Number.MAX_SAFE_INTEGER, '-62135596800000'])(
    'and says that it is %s o’clock is acknowledged and believed nothing',
    async (ts) => {
      const one = await device()
      await one.publish(TELEMETRY, { ts, values: { flow: 1 } })
      await one.publish(TELEMETRY, [{ ts, values: { flow: 1 } }, { csq: 9 }])
      expect(await valuesOf(one.id)).toEqual({ csq: 9 })
      const { list } = await test.admin.call(messagePage, { deviceId: one.id })
      expect(list.map(({ result }) => result)).toEqual(['BAD_TIME', 'BAD_TIME'])
      await one.end()
    },
  )

  it('and answers what nobody can show any more is kept as it came, and its log stays readable', async () => {
    const one = await device()
    await one.publish(TELEMETRY, { flow: 1 })
    const payload = '['.repeat(30_000) + ']'.repeat(30_000)
    await one.publish('v1/devices/me/rpc/response/1', payload)
    expect(one.closed).toBe(false)
    const { list } = await test.admin.call(messagePage, { deviceId: one.id })
    expect(list.map(({ func, result }) => [func, result])).toEqual([
      ['unread', 'DECODE_ERR'],
      ['telemetry', 'OK'],
    ])
    expect(Buffer.from(list[0]?.hex ?? '', 'hex').toString()).toBe(`v1/devices/me/rpc/response/1\0${payload}`)
    const fault = await until('its line in the byte log', async () => {
      const { rows } = await test.db.query('select fault from byte_log where device_id = $1 /* unscoped:test */', [
        one.id,
      ])
      return rows[0]
    })
    expect(fault).toEqual({ fault: 'invalid' })
    await one.end()
  })

  it('and publishes to a topic of many levels is answered, and what it said means nothing here', async () => {
    const one = await device()
    await one.publish('a/b/c/d/e/f/g/h/i/j/k', { flow: 1 })
    expect(one.closed).toBe(false)
    expect(await valuesOf(one.id)).toEqual({})
    const { list } = await test.admin.call(messagePage, { deviceId: one.id })
    expect(list.map(({ result }) => result)).toEqual(['UNSUPPORTED'])
    await one.end()
  })

  it.each(['v1/devices/+/telemetry', 'v1/#', ''])('and publishes to the topic «%s» is closed', async (topic) => {
    const one = await device()
    // mqtt.js looks at topics itself: the packet is made by hand.
    const name = Buffer.from(topic)
    const body = Buffer.concat([Buffer.from([0, name.length]), name, Buffer.from([0, 1]), Buffer.from('{"flow":1}')])
    one.client.stream.write(Buffer.concat([Buffer.from([0x32, body.length]), body]))
    await one.whenClosed()
    expect(await valuesOf(one.id)).toEqual({})
  })
})

describe('a repeated PUBLISH', () => {
  it('with DUP brings its values once, as its time says', async () => {
    const one = await device()
    const report = JSON.stringify({ ts: now(), values: { flow: 7 } })
    await one.publish(TELEMETRY, report)
    await one.client.publishAsync(TELEMETRY, report, { qos: 1, dup: true })
    expect(await countOf(one.id)).toEqual({ rows: 1, keys: 1 })
    await one.end()
  })
})

describe('a gateway', () => {
  it('of one tenant reaches no slave of another: not by number, not by name, not by asking', async () => {
    const [mine, theirs] = [await makeDept(test.admin, 'mine'), await makeDept(test.admin, 'theirs')]
    const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY', deptId: mine })
    const foreign = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY', deptId: theirs })
    const { id: masterId } = foreign
    const options = { productNo: 'MQTT-VALVE-SLAVE', deptId: theirs, masterId, deviceNo: 'THEIR-1', name: '他人的阀门' }
    const victim = await makeMqttDevice(test.admin, options)
    const [one, two] = [await connectMqtt(gateway), await connectMqtt(foreign)]
    await two.publish('v1/gateway/telemetry', { 'THEIR-1': [{ opening: 10, secret: 42 }] })
    await one.subscribe('v1/gateway/attributes/response', 'v1/gateway/rpc')
    for (const name of ['THEIR-1', '他人的阀门', victim.id]) {
      await one.publish('v1/gateway/connect', { device: name })
      await one.publish('v1/gateway/telemetry', { [name]: [{ opening: 99 }] })
      await one.publish('v1/gateway/attributes', { [name]: { opening: 99 } })
      await one.publish('v1/gateway/attributes/request', { id: 1, device: name, client: true, key: 'secret' })
    }
    expect(await valuesOf(victim.id)).toEqual({ opening: 10, secret: 42 })
    await until('three answers', () => one.received.length === 3)
    for (const { text } of one.received) expect(text).not.toContain('42')
    await Promise.all([one.end(), two.end()])
  })
})
