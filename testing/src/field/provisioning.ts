import { type OutputOf, productResource, type ProvisioningSettings, saveProvisioning } from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'
import { connectMqtt, type MqttDevice } from './mqtt-device.ts'

/** Lets the devices of a product register themselves; answers the key and the secret. */
export async function openProvisioning(
  admin: ApiClient,
  productNo: string,
  settings: Partial<ProvisioningSettings> & Pick<ProvisioningSettings, 'deptId'>,
): Promise<OutputOf<typeof saveProvisioning> & { productId: string }> {
  const { list } = await admin.page(productResource, { keyword: productNo, limit: 100 })
  const productId = String(list.find((row) => row['productNo'] === productNo)?.['id'])
  const usual = { enabled: true, admits: 'ANYBODY', areaId: null, names: null, expireTime: null } as const
  const made = await admin.call(saveProvisioning, {
    id: productId,
    version: null,
    settings: { ...usual, totalLimit: 100, hourLimit: 100, ...settings },
  })
  return { ...made, productId }
}

/** A device without a token, listening for the answer to its question. */
export async function connectToProvision(port: number): Promise<MqttDevice> {
  const device = await connectMqtt({ port, token: 'provision' })
  await device.subscribe('/provision/response')
  return device
}

/** Asks once, as ThingsBoard's clients do, and answers what came down. */
export async function askProvision(port: number, asked: unknown): Promise<Record<string, unknown>> {
  const device = await connectToProvision(port)
  await device.publish('/provision/request', asked)
  const { json } = await device.message(({ topic }) => topic === '/provision/response')
  await device.end()
  return json as Record<string, unknown>
}
