import { firmwareResource, productResource, rolloutResource, uploadFile } from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'
import { makeMqttDevice } from './mqtt-device.ts'
import { makeProduct } from './products.ts'

/** The values of a new firmware of a product that is made for the first of them, with its file sent. */
export async function firmwareValues(admin: ApiClient, versionName: string) {
  const productNo = 'OF-FIRMWARE'
  const known = (await admin.page(productResource, { keyword: productNo })).list[0]?.id
  const productId = known ?? (await makeProduct(admin, productNo))
  const content = Buffer.from(`firmware ${versionName}`).toString('base64')
  const { id } = await admin.call(uploadFile, { name: 'valve.bin', accept: 'firmware', content })
  return { productId, title: 'valve', versionName, file: [id] }
}

const versions = { next: 0 }

/** A planned roll-out of a firmware that is made and released for it, to one device of a department. */
export async function rolloutValues(admin: ApiClient, deptId: string, name: string) {
  // Firmware is everybody's to see: nothing of it says whose roll-out it is for.
  const firmwareId = await admin.insert(firmwareResource, await firmwareValues(admin, `1.${(versions.next += 1)}`))
  await admin.answer('POST', '/device/v1/firmware/release', { id: firmwareId, version: 0 })
  const { id: deviceId } = await makeMqttDevice(admin, { productNo: 'OF-FIRMWARE', deptId })
  return {
    name,
    deptId,
    firmwareId,
    deviceIds: [deviceId],
    waves: '100%',
    maxFailurePct: 10,
    timeoutHours: 24,
  }
}

export async function makeRollout(admin: ApiClient, deptId: string, name: string): Promise<string> {
  return admin.insert(rolloutResource, await rolloutValues(admin, deptId, name))
}
