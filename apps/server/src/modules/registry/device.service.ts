import { deviceTypeOf } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { readAddressList } from '../../platform/address-list.ts'
import type { Bus } from '../../platform/bus.ts'
import type { ResourceChange, ResourceHooks } from '../../platform/resource-change.ts'
import { isRowId, scopedDeviceId } from '../../platform/scoped.ts'
import { installProblems } from './registry.rules.ts'
import { hasSlaves, productNoOf, productNoOfDevice } from './registry.store.ts'

/** What a device form must satisfy beside its fields, and whom its changes are told. */
export function deviceHooks(bus: Bus): ResourceHooks {
  return {
    async beforeWrite(change) {
      if (change.verb === 'del') return refuseMaster(change)
      const { values } = change
      if (typeof values['stationAddress'] === 'string')
        values['stationAddress'] = values['stationAddress'].toUpperCase()
      if (typeof values['allowedAddresses'] === 'string' && readAddressList(values['allowedAddresses']) === null)
        throw new AppError('validation', { fields: { allowedAddresses: 'format' } })
      await checkInstall(change)
    },
    afterCommit({ id, verb }) {
      const change = verb === 'insert' ? 'inserted' : verb === 'update' ? 'updated' : 'deleted'
      bus.emit('device.changed', { deviceId: id, change })
    },
  }
}

async function refuseMaster({ id, tx }: ResourceChange): Promise<void> {
  if (id !== null && (await hasSlaves(tx, id))) throw new AppError('has-children')
}

async function checkInstall({ values, before, tx, context }: ResourceChange): Promise<void> {
  const value = <T>(name: string) => (name in values ? values[name] : (before?.[name] ?? null)) as T | null
  const productId = value<string>('productId')
  const productNo = isRowId(productId) ? await productNoOf(tx, productId) : undefined
  const type = productNo === undefined ? undefined : deviceTypeOf(productNo)
  if (!type) throw new AppError('validation', { fields: { productId: 'not-found' } })
  const masterId = value<string>('masterId')
  const fields = installProblems(
    {
      masterId,
      channel: value<number>('channel'),
      stationAddress: value<string>('stationAddress'),
      lng: value<number>('lng'),
      lat: value<number>('lat'),
    },
    type,
    await masterType({ tx, context }, masterId),
  )
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

async function masterType({ tx, context }: Pick<ResourceChange, 'tx' | 'context'>, masterId: string | null) {
  if (masterId === null || !isRowId(masterId)) return undefined
  const visible = await scopedDeviceId(tx, context.session, masterId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  const productNo = visible && (await productNoOfDevice(tx, visible))
  return productNo === undefined ? undefined : deviceTypeOf(productNo)
}
