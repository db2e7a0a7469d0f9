import { sl651SwitchReport } from '@sluice/codecs'
import { listenerPage, rotatePassword, saveSharedAttributes } from '@sluice/contract'
import { makeDevice, shipDevice } from '../../../testing/src/field/devices.ts'
import { connectMqtt, makeMqttDevice } from '../../../testing/src/field/mqtt-device.ts'
import { askProvision, openProvisioning } from '../../../testing/src/field/provisioning.ts'
import { connectStation, stampOf } from '../../../testing/src/field/station.ts'
import type { ApiClient } from '../../../testing/src/platform/client.ts'
import { pause } from '../../../testing/src/platform/wait.ts'

/** A meter that reported attributes and got its report interval. Returns its id. */
export async function meterWithAttributes(admin: ApiClient, deptId: string): Promise<string> {
  const { id, ...at } = await makeMqttDevice(admin, { name: '南关泵站流量计', deviceNo: 'QH-0415', deptId })
  const line = await connectMqtt(at)
  await line.publish('v1/devices/me/attributes', { firmware: '2.4.1', imei: '866123045678901', csq: 23 })
  await admin.call(saveSharedAttributes, { deviceId: id, values: { reportIntervalS: 300, meterFactor: 1.02 } })
  // It still shows the token before.
  await admin.call(rotatePassword, { deviceId: id, graceDays: 7 })
  await connectMqtt(at)
  await connectMqtt({ ...at, token: 'nobody-has-this-token' }).catch(() => undefined)
  return id
}

/** A product of which three devices asked for their token. Returns its id. */
export async function registeringProduct(admin: ApiClient, deptId: string): Promise<string> {
  const opened = await openProvisioning(admin, 'MQTT-VALVE', { deptId, names: 'QH-2026####' })
  const { list } = await admin.call(listenerPage)
  const port = list.find(({ transport }) => transport === 'mqtt')?.port ?? 0
  const { provisionKey: provisionDeviceKey, secret: provisionDeviceSecret } = opened
  for (const deviceName of ['QH-20260017', 'QH-20260018', 'QH-20260021'])
    await askProvision(port, { deviceName, provisionDeviceKey, provisionDeviceSecret })
  return opened.productId
}

/** Causes two refusals: a wrong password, and bytes that are not a frame. */
export async function knockInVain(port: number): Promise<void> {
  const guess = await connectStation({ port, station: '9901260312', password: '0000' })
  guess.send(sl651SwitchReport(guess.link, stampOf(1, Date.now()), '4D', [true]))
  guess.socket.write(Buffer.from('GET / HTTP/1.1\r\nHost: scanner\r\n\r\n'))
  await pause(1000)
  guess.socket.destroy()
}

/** A valve on its way to where it is installed. Returns its id. */
export async function shippedValve(admin: ApiClient, deptId: string): Promise<string> {
  const { id } = await makeMqttDevice(admin, { name: '东干渠-16#阀', serialNo: 'YS-251022-0031', deptId })
  await shipDevice(admin, id)
  return id
}

const MINUTE_MS = 60_000
const STEP_MS = 5 * MINUTE_MS
const STEPS = 288

/**
 * A valve that reported for a whole day: it opened, was silent for a while, and its battery runs low. Returns its id.
 */
export async function valveWithPast(admin: ApiClient, port: number, deptId: string): Promise<string> {
  const { id } = await makeDevice(admin, {
    name: '东干渠-12#阀',
    deviceNo: 'QH-0312',
    deptId,
    stationAddress: '9901260312',
    address: '清河县东干渠6.8公里处',
    reportIntervalS: STEP_MS / 1000,
  })
  const station = await connectStation({ port, station: '9901260312', password: '1234' })
  const end = Date.now() - MINUTE_MS
  for (let step = 0; step <= STEPS; step++) {
    if (step > 96 && step < 111) continue
    const at = end - (STEPS - step) * STEP_MS
    const isOpen = step > 60 && step < 200
    const wave = Math.sin(step / 11) + 0.4 * Math.sin(step * 2.3)
    const values = {
      '28': isOpen ? 0.031 + wave / 900 : 0,
      '38': 12.6 - step / 150,
      '45': step > 270 ? '00000082' : '00000080',
      '58': (isOpen ? 268 : 312) + 4 * wave,
    }
    await station.report(2 * step + 1, values, { at, stationType: '5A' })
    station.send(sl651SwitchReport(station.link, stampOf(2 * step + 2, at), '4D', [isOpen]))
  }
  // It stays connected: the pictures show it online.
  station.socket.unref()
  return id
}
