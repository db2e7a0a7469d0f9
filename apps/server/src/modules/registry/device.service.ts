import type { Dependents, deviceResource, FieldName } from '@sluice/contract'
import type { Catalogue } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { readAddressList } from '../../platform/http/address-list.ts'
import type { Bus } from '../../platform/bus.ts'
import type { ResourceChange, ResourceHooks } from '../../platform/resource/resource-change.ts'
import { isRowId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { installProblems } from './registry.rules.ts'
import { productFacts, productNoOfDevice, slaveNames, stampInstalled } from './registry.store.ts'

type Change = ResourceChange<typeof deviceResource>

/** So many devices on a master are named when it cannot be deleted. */
const TOLD = 3

/** The rules of a device form beyond its fields, and the events of its changes. */
export function deviceHooks(bus: Bus, catalogue: Catalogue): ResourceHooks<typeof deviceResource> {
  return {
    together: true,
    async beforeWrite(change) {
      if (change.verb === 'del' || change.transition === 'retire') await refuseMaster(change)
      if (change.verb === 'del') return
      if (change.transition !== undefined) {
        // The database holds that a retired device is off, so that nothing which asks for that has to know its life.
        if (change.transition === 'retire') change.columns['enabled'] = false
        return
      }
      const { values } = change
      if (values.enabled && change.before?.lifecycle === 'RETIRED')
        throw new AppError('validation', { fields: { enabled: 'retired' } })
      if (values.iccid) values.iccid = values.iccid.toUpperCase()
      if (values.stationAddress) values.stationAddress = values.stationAddress.toUpperCase()
      if (values.allowedAddresses && readAddressList(values.allowedAddresses) === null)
        throw new AppError('validation', { fields: { allowedAddresses: 'format' } })
      await checkInstall(change, catalogue)
    },
    async afterWrite({ id, transition, tx }) {
      if (transition === 'install') await stampInstalled(tx, id)
    },
    afterCommit({ id, verb }) {
      const change = verb === 'insert' ? 'inserted' : verb === 'update' ? 'updated' : 'deleted'
      bus.emit('device.changed', { deviceId: id, change })
    },
  }
}

/** A master goes last: not before its slaves are deleted, or moved, or for its own retirement retired. */
async function refuseMaster({ id, tx, context, transition }: Change): Promise<void> {
  if (id === null) return
  const { total, names } = await slaveNames(tx, context.session, id, transition === 'retire')
  if (total === 0) return
  const dependents: Dependents = {
    resource: 'device',
    field: 'masterId' satisfies FieldName<typeof deviceResource>,
    count: names.length,
    more: false,
    hidden: names.length < total,
    names: names.slice(0, TOLD),
  }
  throw new AppError('has-children', { dependents: [dependents] })
}

async function checkInstall({ values, before, tx, context }: Change, { typeOf, protocolOf }: Catalogue): Promise<void> {
  const value = <K extends keyof typeof values>(name: K) => (name in values ? values[name] : before?.[name]) ?? null
  const productId = value('productId')
  const product = isRowId(productId) ? await productFacts(tx, productId) : undefined
  if (product && !product.published && !before) {
    throw new AppError('validation', { fields: { productId: 'not-published' } })
  }
  const type = product && typeOf(product.productNo)
  const protocol = type && protocolOf(type.protocol)
  if (!type || !protocol) throw new AppError('validation', { fields: { productId: 'not-found' } })
  const masterId = value('masterId')
  const fields = installProblems(
    {
      masterId,
      channel: value('channel'),
      slaveAddr: value('slaveAddr'),
      stationAddress: value('stationAddress'),
      lng: value('lng'),
      lat: value('lat'),
    },
    { type, protocol },
    await masterType({ tx, context }, masterId, typeOf),
  )
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

async function masterType(
  { tx, context }: Pick<Change, 'tx' | 'context'>,
  masterId: string | null,
  typeOf: Catalogue['typeOf'],
) {
  if (masterId === null || !isRowId(masterId)) return undefined
  const visible = await scopedDeviceId(tx, context.session, masterId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  const productNo = visible && (await productNoOfDevice(tx, visible))
  return productNo === undefined ? undefined : typeOf(productNo)
}
