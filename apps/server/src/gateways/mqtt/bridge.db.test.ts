import { latest } from '@sluice/contract'
import {
  connectMqtt,
  makeMqttDevice,
  mosquitto,
  mosquittoBroker,
  type MosquittoRun,
  provideMosquitto,
  until,
} from '@sluice/testing'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { mqttOf } from './mqtt.fixture.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const VERSIONS = ['mqttv31', 'mqttv311', 'mqttv50']
const { test } = sharedPlatform()
const running: MosquittoRun[] = []

beforeAll(() => {
  provideMosquitto()
  provideMosquitto('mosquitto')
})
afterEach(async () => {
  for (const broker of running.splice(0)) {
    broker.stop()
    await broker.ended
  }
})

/** A Mosquitto bridge to a new device's endpoint, and the outcome of what it is sent. */
async function bridged(version: string, ...lines: string[]) {
  const made = await makeMqttDevice(test.admin)
  const broker = await mosquittoBroker(
    'connection sluice',
    `address 127.0.0.1:${made.port}`,
    `remote_username ${made.token}`,
    `bridge_protocol_version ${version}`,
    'restart_timeout 1',
    ...lines,
  )
  running.push(broker)
  const connects = () => broker.output.split('Received CONNACK on connection').length - 1
  await until('the bridge', () => connects() === 1)
  return {
    ...made,
    broker,
    connects,
    /** Publishes on the bridging Mosquitto. */
    say: async (topic: string, payload: string, qos = 1) => {
      const { ended } = mosquitto('mosquitto_pub', broker, '-q', String(qos), '-t', topic, '-m', payload)
      expect(await ended).toEqual({ code: 0, output: '' })
    },
    opening: async () => (await test.admin.call(latest, { deviceId: made.id })).values['opening']?.v,
    kept: async () => {
      const { rows } = await test.db.query<{ result: string; topic: string }>(
        `select result, split_part(encode(raw, 'escape'), '\\000', 1) as topic from device_message
         where device_id = $1 order by id /* unscoped:test */`,
        [made.id],
      )
      return rows.map(({ result, topic }) => `${result} ${topic}`)
    },
  }
}

describe("Mosquitto's bridge", () => {
  it.each(VERSIONS)('with its defaults brings reports, whatever is refused of the rest (%s)', async (version) => {
    const one = await bridged(version, `topic ${TELEMETRY} out 1`, 'topic v1/devices/me/rpc/# both 1')
    for (const qos of [0, 1, 2]) {
      await one.say(TELEMETRY, `{"opening":${10 + qos}}`, qos)
      await until('the report', async () => (await one.opening()) === 10 + qos)
    }
    // Its own messages have no meaning here and are stored; its subscription is too wide.
    const state = expect.stringMatching(/^UNSUPPORTED \$SYS\/broker\/connection\/.*\/state$/)
    expect(await one.kept()).toEqual([state, ...[0, 1, 2].map(() => `OK ${TELEMETRY}`)])
    expect(one.connects()).toBe(1)
  })

  it.each(VERSIONS)('with nothing but its topics brings nothing but reports (%s)', async (version) => {
    const quiet = ['cleansession true', 'notifications false', 'try_private false', 'bridge_attempt_unsubscribe false']
    const one = await bridged(version, `topic ${TELEMETRY} out 1`, ...quiet)
    await one.say(TELEMETRY, '{"opening":4}')
    await until('the report', async () => (await one.opening()) === 4)
    expect(await one.kept()).toEqual([`OK ${TELEMETRY}`])
    expect(one.connects()).toBe(1)
  })

  it.each(VERSIONS)('hands a command on and its answer back (%s)', async (version) => {
    const one = await bridged(
      version,
      'topic v1/devices/me/rpc/request/+ in 1',
      'topic v1/devices/me/rpc/response/+ out 1',
    )
    const sub = mosquitto('mosquitto_sub', one.broker, '-q', '1', '-v', '-t', 'v1/devices/me/rpc/request/+')
    running.push(sub)
    await until('the local subscription', () => /Sending SUBACK to auto/.test(one.broker.output))
    const { carrier } = mqttOf(test)
    const answered = new Promise((resolve) => carrier.onAnswer(resolve))
    const downlink = { protocol: 'TB_MQTT' as const, method: 'setValve', params: { opening: 40 } }
    const request = { requestId: one.id, stationId: one.id, deviceId: one.id, downlink }
    await until('the subscription', async () => (await carrier.transmit(request)) === 'SENT')
    await until('the request', () => sub.output.includes('\n'))
    const [topic = '', payload] = sub.output.trim().split(' ')
    expect(payload).toBe('{"method":"setValve","params":{"opening":40}}')
    await one.say(topic.replace('request', 'response'), '{"success":true}')
    expect(await answered).toMatchObject({ requestId: one.id, kind: 'ACK' })
  })

  const deep = 'farm/north/row/3/block/2/pump/1/sensor/7/raw/volts'
  const long = `farm/${'x'.repeat(3000)}`
  it.each(VERSIONS.flatMap((version) => [1, 2].map((qos) => [version, qos] as const)))(
    'that sends all there is (%s, QoS %i) is held up by no topic and no payload',
    async (version, qos) => {
      const one = await bridged(version, `topic # out ${qos}`, 'notifications false')
      await one.say('farm', '', qos)
      await one.say(deep, 'on', qos)
      await one.say(long, 'on', qos)
      await one.say(TELEMETRY, '{"open', qos)
      await one.say(TELEMETRY, '{"opening":4}', qos)
      await until('the report', async () => (await one.opening()) === 4)
      expect(await one.kept()).toEqual([
        'UNSUPPORTED farm',
        `UNSUPPORTED ${deep}`,
        `UNSUPPORTED ${long}`,
        `DECODE_ERR ${TELEMETRY}`,
        `OK ${TELEMETRY}`,
      ])
      expect(one.connects()).toBe(1)
    },
  )

  // MQTT 5 announces the longest packet; in earlier versions the operator of the bridge configures it.
  it.each([
    ['mqttv311', ['bridge_max_packet_size 65536']],
    ['mqttv50', []],
  ] as const)('keeps back what is too long, and brings what comes after it (%s)', async (version, lines) => {
    const one = await bridged(version, `topic ${TELEMETRY} out 1`, 'notifications false', ...lines)
    for (const length of [65_540, 66_400, 70_000]) await one.say(TELEMETRY, `{"a":"${'x'.repeat(length - 8)}"}`)
    await one.say(TELEMETRY, '{"opening":4}')
    await until('the report', async () => (await one.opening()) === 4)
    expect(await one.kept()).toEqual([`OK ${TELEMETRY}`])
    expect(one.connects()).toBe(1)
  })

  it.each(VERSIONS)('comes again by itself and brings what was said meanwhile (%s)', async (version) => {
    const one = await bridged(version, `topic ${TELEMETRY} out 1`)
    const other = await connectMqtt(one)
    await until('its end', () => /local\.\S+ (closed its connection|disconnected)/.test(one.broker.output))
    await one.say(TELEMETRY, '{"opening":4}')
    await other.end()
    await until('the report', async () => (await one.opening()) === 4)
    expect(one.connects()).toBe(2)
  })
})
