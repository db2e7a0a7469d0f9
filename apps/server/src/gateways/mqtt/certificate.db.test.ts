import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDeviceCertificate,
  CERTIFICATE_LIMITS,
  deviceCertificates,
  deviceResource,
  removeDeviceCertificate,
} from '@sluice/contract'
import {
  connectMqtt,
  makeCertificate,
  makeDevice,
  makeMqttDevice,
  mosquitto,
  provideMosquitto,
  until,
} from '@sluice/testing'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { certificateCredential } from '../../platform/device-credential.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-x509-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const files = { cert: join(folder, 'server.crt'), key: join(folder, 'server.key') }
const server = makeCertificate()
writeFileSync(files.cert, server.cert)
writeFileSync(files.key, server.key)
const { test } = sharedPlatform({ env: { SLUICE_MQTT_TLS_CERT: files.cert, SLUICE_MQTT_TLS_KEY: files.key } })

type Pair = ReturnType<typeof makeCertificate>

const tlsPort = () => test.platform.edge.openPorts().find(({ label }) => label === 'MQTT over TLS')?.port ?? 0
const certificates = (deviceId: string) => test.admin.call(deviceCertificates, { deviceId })
const add = (deviceId: string, { cert: pem }: Pair) => test.admin.call(addDeviceCertificate, { deviceId, pem })

/** An MQTT device with no token and this certificate. */
async function registered(own = makeCertificate('a meter')) {
  const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
  const { list } = await add(id, own)
  return { id, own, certificateId: list[0]!.id }
}

function shown(own: Pair | undefined, options: mqtt.IClientOptions = {}) {
  const pair = own && { cert: own.cert, key: own.key }
  const common = { ca: server.cert, reconnectPeriod: 0, protocolVersion: 5, ...pair } as const
  return mqtt.connectAsync(`mqtts://localhost:${tlsPort()}`, { ...common, ...options })
}

const flows = async (id: string) => {
  const { rows } = await test.db.query<{ flow: number }>(
    `select (readings->>'flow')::int as flow from telemetry where device_id = $1 order by ts /* unscoped:test */`,
    [id],
  )
  return rows.map(({ flow }) => flow)
}
const told = async (reason: string) => {
  const { rows } = await test.db.query(`select from connect_log where reason = $1 /* unscoped:test */`, [reason])
  return rows.length
}

describe('a device with a certificate', () => {
  it('is let in by it over TLS, without a token, and its first use is written down', async () => {
    const device = await registered()
    expect(await certificates(device.id)).toMatchObject({ tlsPort: tlsPort(), list: [{ usedTime: null }] })
    const client = await shown(device.own)
    await client.publishAsync('v1/devices/me/telemetry', '{"flow":5}', { qos: 1 })
    expect(await flows(device.id)).toEqual([5])
    const { list } = await certificates(device.id)
    expect(list).toMatchObject([{ subject: 'CN=a meter', usedTime: expect.any(String) }])
    await client.endAsync()
  })

  it('is not let in by one that nobody registered, whoever signed it', async () => {
    await expect(shown(makeCertificate('a meter'))).rejects.toMatchObject({ code: 135 })
    await until('the line', async () => (await told('unknown certificate')) === 1)
  })

  it('is not let in without one, nor by its name, its fingerprint or a wrong token', async () => {
    const { own, id } = await registered()
    const { list } = await certificates(id)
    const { fingerprint } = list[0]!
    await expect(shown(undefined)).rejects.toMatchObject({ code: 135 })
    for (const username of ['a meter', fingerprint, certificateCredential(fingerprint)]) {
      await expect(shown(undefined, { username })).rejects.toMatchObject({ code: 135 })
      await expect(
        connectMqtt({ port: test.platform.edge.port('TB_MQTT') ?? 0, token: username }),
      ).rejects.toMatchObject({ code: 5 })
      // Whoever names a token is judged by it.
      await expect(shown(own, { username })).rejects.toMatchObject({ code: 135 })
    }
  })

  it('may show its token instead', async () => {
    const { id, token } = await makeMqttDevice(test.admin)
    await add(id, makeCertificate())
    const client = await shown(undefined, { username: token })
    expect(client.connected).toBe(true)
    await client.endAsync()
  })

  it('is let in by each of several: a key is replaced without losing the device', async () => {
    const { id, own, certificateId } = await registered()
    const next = makeCertificate('the next')
    await add(id, next)
    const old = await shown(own)
    const client = await shown(next)
    await until('the take-over', () => !old.connected)
    await client.publishAsync('v1/devices/me/telemetry', '{"flow":2}', { qos: 1 })
    const { list } = await test.admin.call(removeDeviceCertificate, { deviceId: id, id: certificateId })
    expect(list).toMatchObject([{ subject: 'CN=the next' }])
    await expect(shown(own)).rejects.toMatchObject({ code: 135 })
    await client.publishAsync('v1/devices/me/telemetry', '{"flow":3}', { qos: 1 })
    expect(await flows(id)).toEqual([2, 3])
    await client.endAsync()
  })

  it('is cut off when its certificate is removed, or when it is disabled', async () => {
    const { id, own, certificateId } = await registered()
    const client = await shown(own)
    await test.admin.call(removeDeviceCertificate, { deviceId: id, id: certificateId })
    await until('the close', () => !client.connected)
    await until('the line', async () => (await told('its certificate is no longer valid')) === 1)
    await add(id, own)
    const again = await shown(own)
    await test.admin.update(deviceResource, id, { enabled: false })
    await until('the close', () => !again.connected)
    await expect(shown(own)).rejects.toMatchObject({ code: 135 })
  })

  it.each(['valid_until = now()', `valid_from = now() + interval '1 hour'`])(
    'is not let in outside its time: %s',
    async (time) => {
      const { id, own } = await registered()
      await test.db.query(`update device_certificate set ${time} where device_id = $1 /* unscoped:test */`, [id])
      await expect(shown(own)).rejects.toMatchObject({ code: 135 })
    },
  )
})

describe("with Mosquitto's clients", () => {
  beforeAll(() => provideMosquitto())

  it.each(['311', '5'])('a report over MQTT %s arrives from whoever holds the key', async (version) => {
    const { id, own } = await registered()
    const pair = { cert: join(folder, 'client.crt'), key: join(folder, 'client.key') }
    writeFileSync(pair.cert, own.cert)
    writeFileSync(pair.key, own.key)
    const at = { host: 'localhost', port: tlsPort() }
    const tls = ['--cafile', files.cert, '--cert', pair.cert, '--key', pair.key]
    const report = ['-q', '1', '-t', 'v1/devices/me/telemetry', '-m', '{"flow":4}']
    expect(await mosquitto('mosquitto_pub', at, '-V', version, ...tls, ...report).ended).toEqual({
      code: 0,
      output: '',
    })
    expect(await flows(id)).toEqual([4])
    const without = await mosquitto('mosquitto_pub', at, '-V', version, '--cafile', files.cert, ...report).ended
    expect(without.output).toMatch(/not authori[sz]ed/i)
  })
})

describe('a certificate', () => {
  it('is one device’s, until that is deleted', async () => {
    const { id, own } = await registered()
    const { id: other } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
    const duplicate = { fields: { pem: 'duplicate' } }
    await expect(add(other, own)).rejects.toMatchObject(duplicate)
    await expect(add(id, own)).rejects.toMatchObject(duplicate)
    await test.admin.remove(deviceResource, id)
    expect((await add(other, own)).list).toHaveLength(1)
  })

  it('whose time is over is not registered', async () => {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
    const over = makeCertificate('over', { from: -2, until: -1 })
    await expect(add(id, over)).rejects.toMatchObject({ fields: { pem: 'over' } })
  })

  it('is one of few: two calls at once do not make one more', async () => {
    const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE', stationAddress: null })
    const calls = Array.from({ length: CERTIFICATE_LIMITS.most + 3 }, () => add(id, makeCertificate()))
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(CERTIFICATE_LIMITS.most)
    expect((await certificates(id)).list).toHaveLength(CERTIFICATE_LIMITS.most)
  })

  it('is of devices that show one', async () => {
    const station = await makeDevice(test.admin)
    const why = { fields: { deviceId: 'shows-no-certificate' } }
    await expect(add(station.id, makeCertificate())).rejects.toMatchObject(why)
    const gateway = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const slave = await makeMqttDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId: gateway.id })
    await expect(add(slave.id, makeCertificate())).rejects.toMatchObject({ fields: { deviceId: 'not-for-slave' } })
  })

  it('is not removed by the id of another device’s', async () => {
    const [one, two] = [await registered(), await registered(makeCertificate())]
    const wrong = test.admin.call(removeDeviceCertificate, { deviceId: one.id, id: two.certificateId })
    await expect(wrong).rejects.toMatchObject({ key: 'not-found' })
    expect((await certificates(two.id)).list).toHaveLength(1)
  })
})
