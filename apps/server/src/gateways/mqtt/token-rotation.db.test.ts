import { clearPassword, connectionCard, revokeOldToken, rotatePassword } from '@sluice/contract'
import {
  askProvision,
  connectMqtt,
  makeDept,
  makeDevice,
  makeMqttDevice,
  openProvisioning,
  startTestPlatform,
  until,
} from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const refused = { code: 5 }

const card = (deviceId: string) => test.admin.call(connectionCard, { deviceId })

/** A device whose token is in use, and the token that is to follow it. */
async function rotated(graceDays: number | undefined) {
  const device = await makeMqttDevice(test.admin)
  const line = await connectMqtt(device)
  const { password } = await test.admin.call(rotatePassword, {
    deviceId: device.id,
    ...(graceDays !== undefined && { graceDays }),
  })
  return { ...device, line, next: { port: device.port, token: password ?? '' } }
}

describe('a token that is replaced', () => {
  it('stops at once where nothing else is asked for', async () => {
    const device = await rotated(undefined)
    await device.line.whenClosed()
    await expect(connectMqtt(device)).rejects.toMatchObject(refused)
    expect(await card(device.id)).toMatchObject({ oldToken: null })
  })

  it('goes on beside the new one until that is used', async () => {
    const device = await rotated(7)
    await device.line.publish('v1/devices/me/telemetry', { flow: 1 })
    expect(device.line.closed).toBe(false)
    expect(await card(device.id)).toMatchObject({ hasPassword: true, oldToken: { usedTime: null } })
    await device.line.end()
    const again = await connectMqtt(device)
    await again.publish('v1/devices/me/telemetry', { flow: 2 })
    const { oldToken, tokenTime } = await card(device.id)
    expect(oldToken?.usedTime).not.toBeNull()
    expect(Date.parse(oldToken!.until) - Date.parse(tokenTime!)).toBe(7 * 86_400_000)
    const line = await connectMqtt(device.next)
    await again.whenClosed()
    await line.publish('v1/devices/me/telemetry', { flow: 3 })
    expect(await card(device.id)).toMatchObject({ oldToken: null })
    await expect(connectMqtt(device)).rejects.toMatchObject(refused)
    expect(line.closed).toBe(false)
    await line.end()
    const { rows } = await test.db.query<{ count: number }>(
      `select count(*)::int as count from telemetry where device_id = $1 /* unscoped:test */`,
      [device.id],
    )
    expect(rows).toEqual([{ count: 3 }])
  })

  it('can be stopped at once, with its connection', async () => {
    const device = await rotated(7)
    await test.admin.call(revokeOldToken, { deviceId: device.id })
    await device.line.whenClosed()
    await expect(connectMqtt(device)).rejects.toMatchObject(refused)
    const line = await connectMqtt(device.next)
    await line.end()
  })

  it('stops when its time is over, with its connection', async () => {
    const device = await rotated(1)
    await test.db.query(`update device set old_token_until = now() where id = $1 /* unscoped:test */`, [device.id])
    await test.platform.registry.endOldTokens()
    await device.line.whenClosed()
    await expect(connectMqtt(device)).rejects.toMatchObject(refused)
    expect(await card(device.id)).toMatchObject({ oldToken: null })
  })

  it('is over before any job looks', async () => {
    const device = await rotated(1)
    await device.line.end()
    await test.db.query(`update device set old_token_until = now() where id = $1 /* unscoped:test */`, [device.id])
    await expect(connectMqtt(device)).rejects.toMatchObject(refused)
    expect(await card(device.id)).toMatchObject({ oldToken: null })
  })

  it('stays the one in the device when it is replaced twice', async () => {
    const device = await rotated(7)
    const { password } = await test.admin.call(rotatePassword, { deviceId: device.id, graceDays: 7 })
    expect(device.line.closed).toBe(false)
    await device.line.end()
    const again = await connectMqtt(device)
    await again.end()
    await expect(connectMqtt(device.next)).rejects.toMatchObject(refused)
    const line = await connectMqtt({ port: device.port, token: password ?? '' })
    await line.end()
  })

  it('goes with the new one when the device is to have none', async () => {
    const device = await rotated(7)
    await test.admin.call(clearPassword, { deviceId: device.id })
    await device.line.whenClosed()
    await expect(connectMqtt(device)).rejects.toMatchObject(refused)
  })

  it('is no password: a station has no days of grace', async () => {
    const { id } = await makeDevice(test.admin)
    await expect(test.admin.call(rotatePassword, { deviceId: id, graceDays: 7 })).rejects.toMatchObject({ code: 400 })
  })
})

it('a device whose answer a restart swallowed asks again and is let in', async () => {
  const deptId = await makeDept(test.admin, '重启')
  const { provisionKey: key, secret } = await openProvisioning(test.admin, 'MQTT-VALVE', { deptId })
  const asked = { protocol: 'TB_MQTT', key, secret: secret ?? '', deviceName: 'PV-RESTART', token: null }
  // Committed, and never answered.
  await test.platform.registry.provisioning.give({ ...asked, remote: '127.0.0.1' })
  const restarted = await startTestPlatform({ database: test.database })
  try {
    const port = restarted.platform.edge.port('TB_MQTT') ?? 0
    const given = await askProvision(port, {
      deviceName: asked.deviceName,
      provisionDeviceKey: key,
      provisionDeviceSecret: secret,
    })
    expect(given).toMatchObject({ status: 'SUCCESS' })
    const line = await connectMqtt({ port, token: String(given['credentialsValue']) })
    await line.end()
    const { rows } = await until('the rows', () =>
      test.db.query(`select outcome from device_provision order by id /* unscoped:test */`),
    )
    expect(rows).toEqual([{ outcome: 'CREATED' }, { outcome: 'REISSUED' }])
  } finally {
    await restarted.stop()
  }
})
