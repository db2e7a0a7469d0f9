import { spawn } from 'node:child_process'
import { connectionCard, latest, rotatePassword } from '@sluice/contract'
import {
  makeDevice,
  makeMqttDevice,
  mosquitto,
  provideMosquitto,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackedEnv } from '../../../../../testing/src/programs/apt.ts'
import { mqttOf } from './mqtt.fixture.ts'

let test: TestPlatform

beforeAll(async () => {
  provideMosquitto()
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

const opening = async (deviceId: string) => (await test.admin.call(latest, { deviceId })).values['opening']?.v

describe("with Mosquitto's clients", () => {
  const versions = ['31', '311', '5'].flatMap((version) => ['0', '1', '2'].map((qos) => [version, qos] as const))
  it.each(versions)('a report over MQTT %s with QoS %s arrives', async (version, qos) => {
    const made = await makeMqttDevice(test.admin)
    const { ended } = mosquitto(
      'mosquitto_pub',
      made,
      '-V',
      version,
      '-q',
      qos,
      '-t',
      'v1/devices/me/telemetry',
      '-m',
      '{"opening":4}',
    )
    expect(await ended).toEqual({ code: 0, output: '' })
    await until('the value', async () => (await opening(made.id)) === 4)
  })

  it('the line on the connection card works as it is', async () => {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
    expect(await test.admin.call(connectionCard, { deviceId: id })).toMatchObject({
      protocol: 'TB_MQTT',
      credential: 'TOKEN',
      hasPassword: false,
      password: null,
      topic: 'v1/devices/me/telemetry',
      example: expect.stringContaining('-u <token> '),
    })
    const { example, password } = await test.admin.call(rotatePassword, { deviceId: id })
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/)
    const run = spawn('sh', ['-c', example ?? ''], { env: unpackedEnv('mosquitto-clients') })
    expect(await new Promise((resolve) => run.once('close', resolve))).toBe(0)
    expect(await opening(id)).toBe(1)
  })

  it('a wrong token and a foreign subscription are refused in words', async () => {
    const made = await makeMqttDevice(test.admin)
    const pub = ['-t', 'v1/devices/me/telemetry', '-m', '{}']
    for (const version of ['31', '311', '5']) {
      const wrong = await mosquitto('mosquitto_pub', { ...made, token: 'wrong' }, '-V', version, ...pub).ended
      expect(wrong.output).toMatch(/not authori[sz]ed/i)
      const all = await mosquitto('mosquitto_sub', made, '-V', version, '-t', '#', '-q', '1').ended
      expect(all.output).toMatch(/denied|rejected/i)
    }
  })

  it('a topic that is not the device’s is refused in the words of MQTT 5', async () => {
    const made = await makeMqttDevice(test.admin)
    const { ended } = mosquitto('mosquitto_pub', made, '-V', '5', '-q', '1', '-t', 'not/allowed', '-m', 'x')
    expect((await ended).output).toMatch(/not authorized/i)
  })

  it('a command reaches mosquitto_sub, and mosquitto_pub answers it', async () => {
    const made = await makeMqttDevice(test.admin)
    const sub = mosquitto('mosquitto_sub', made, '-q', '1', '-v', '-t', 'v1/devices/me/rpc/request/+')
    const { carrier } = mqttOf(test)
    const answered = new Promise((resolve) => carrier.onAnswer(resolve))
    const downlink = { protocol: 'TB_MQTT' as const, method: 'setValve', params: { opening: 40 } }
    let n = 0
    await until('the subscription', async () => {
      const request = { requestId: `m${++n}`, stationId: made.id, deviceId: made.id, downlink }
      return (await carrier.transmit(request)) === 'SENT'
    })
    await until('the request', () => sub.output.includes('\n'))
    const [topic = '', payload] = sub.output.trim().split(' ')
    expect(payload).toBe('{"method":"setValve","params":{"opening":40}}')
    // A second connection with the same token takes the first one's place.
    const response = topic.replace('request', 'response')
    await mosquitto('mosquitto_pub', made, '-q', '1', '-t', response, '-m', '{"success":true}').ended
    expect(await answered).toMatchObject({ requestId: `m${n}`, kind: 'ACK' })
    sub.stop()
  })

  it('a gateway reports for its slaves', async () => {
    const made = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const slave = await makeMqttDevice(test.admin, {
      productNo: 'MQTT-VALVE-SLAVE',
      masterId: made.id,
      deviceNo: 'MQ-1',
    })
    const payload = JSON.stringify({ 'MQ-1': [{ ts: Date.now(), values: { opening: 77 } }] })
    const { ended } = mosquitto('mosquitto_pub', made, '-q', '1', '-t', 'v1/gateway/telemetry', '-m', payload)
    expect((await ended).code).toBe(0)
    expect(await opening(slave.id)).toBe(77)
  })
})
