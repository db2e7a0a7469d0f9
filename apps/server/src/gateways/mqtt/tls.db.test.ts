import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { connectMqtt, makeCertificate, makeMqttDevice, startTestPlatform, until } from '@sluice/testing'
import mqtt from 'mqtt'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { watchCertificate } from './broker/certificate-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, { cert, key } = makeCertificate()) {
  const files = { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return { files, cert, key }
}

const { files, cert } = written('device')
const env = { SLUICE_MQTT_TLS_CERT: files.cert, SLUICE_MQTT_TLS_KEY: files.key }
const { test } = sharedPlatform({ env })

const tlsPort = () => test.platform.edge.openPorts().find(({ label }) => label === 'MQTT over TLS')?.port ?? 0

/** The name in the certificate that a new connection gets. */
function nameShown(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: 'localhost', ca }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}

describe('MQTT over TLS', () => {
  it.each([4, 5] as const)('carries what plain MQTT carries (MQTT version %i)', async (protocolVersion) => {
    const made = await makeMqttDevice(test.admin)
    const options = { username: made.token, protocolVersion, ca: cert, reconnectPeriod: 0 }
    const client = await mqtt.connectAsync(`mqtts://localhost:${tlsPort()}`, options)
    // More than one record of TLS.
    const payload = `{"flow":${protocolVersion},"text":"${'x'.repeat(60_000)}"}`
    await client.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 })
    const { rows } = await test.db.query<{ flow: number }>(
      `select (readings->>'flow')::int as flow from telemetry where device_id = $1 /* unscoped:test */`,
      [made.id],
    )
    expect(rows).toEqual([{ flow: protocolVersion }])
    // It is the same broker: the plain connection of the device takes its place.
    const plain = await connectMqtt(made)
    await until('the close', () => !client.connected)
    await Promise.all([client.endAsync(true), plain.end()])
  })

  it('ignores a client that does not speak TLS, and continues', async () => {
    const socket = connect({ port: tlsPort(), host: '127.0.0.1' })
    socket.on('error', () => undefined)
    const heard: Buffer[] = []
    socket.on('data', (bytes) => heard.push(bytes))
    socket.write(Buffer.from('100d00044d51545404c2003c00017800', 'hex'))
    await new Promise((resolve) => socket.once('close', resolve))
    // The reply, if any, is a TLS alert.
    expect(Buffer.concat(heard)[0] ?? 0x15).toBe(0x15)
    expect(await nameShown(tlsPort(), cert)).toBe('localhost')
  })

  it('is off without a certificate', async () => {
    const other = await startTestPlatform()
    try {
      expect(other.platform.edge.openPorts().find(({ label }) => label === 'MQTT over TLS')?.port ?? null).toBeNull()
    } finally {
      await other.stop()
    }
  })

  it.each([
    [{ SLUICE_MQTT_TLS_CERT: files.cert }, /SLUICE_MQTT_TLS_CERT and SLUICE_MQTT_TLS_KEY must be set together/],
    [{ SLUICE_MQTT_TLS_PORT: '8883' }, /SLUICE_MQTT_TLS_PORT needs SLUICE_MQTT_TLS_CERT/],
    [{ ...env, SLUICE_MQTT_PORT: 'off' }, /needs an SLUICE_MQTT_PORT/],
    [{ ...env, SLUICE_MQTT_TLS_KEY: join(folder, 'none') }, /SLUICE_MQTT_TLS_KEY cannot be used: ENOENT/],
    [{ ...env, SLUICE_MQTT_TLS_KEY: written('other').files.key }, /cannot be used: .*key values mismatch/],
  ])('is not begun with %o', async (wrong, why) => {
    await expect(startTestPlatform({ env: wrong })).rejects.toThrow(why)
  })
})

describe('a certificate that is renewed', () => {
  it('is shown from then on, and one that cannot be used is not', async () => {
    const { cert: renewed, key } = makeCertificate('renewed')
    writeFileSync(files.cert, 'half a file')
    writeFileSync(files.key, key)
    writeFileSync(files.cert, renewed)
    const shown = () => nameShown(tlsPort(), renewed).catch(() => 'the old one')
    await until('the new one', async () => (await shown()) === 'renewed', 20_000)
    expect(await shown()).toBe('renewed')
  })

  it('is reported once both files fit together', async () => {
    const { files: watched } = written('watched')
    const told: string[] = []
    const stop = watchCertificate(
      watched,
      { onRenewed: ({ key }) => told.push(key.toString()), onFailure: () => told.push('failed') },
      50,
    )
    const { cert: next, key } = makeCertificate()
    await new Promise((resolve) => setTimeout(resolve, 200))
    writeFileSync(watched.cert, next)
    await until('the failure', () => told.length === 1)
    writeFileSync(watched.key, key)
    await until('the new one', () => told.length === 2)
    expect(told).toEqual(['failed', key])
    stop()
  })
})
