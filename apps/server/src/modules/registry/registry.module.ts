import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import { kindOf } from '../../platform/device-credential.ts'
import type { Api } from '../../platform/http/mount-operation.ts'
import type { MountedResource } from '../../platform/resource/resource-change.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import { createAddressees } from './addressee.service.ts'
import { carriesFirmware, devicesOfProduct } from './devices-of-product.ts'
import { mountAreas } from './area/area.routes.ts'
import { mountCategories } from './category.routes.ts'
import { mountCommissionings } from './commissioning/commissioning.routes.ts'
import { mountDevices } from './device.routes.ts'
import { mountConnections } from './connection.routes.ts'
import { groupsOf, membersOf } from './group/group-condition.store.ts'
import { mountGroups } from './group/group.routes.ts'
import { mountProvisionings } from './provisioning/provisioning.routes.ts'
import { Provisionings } from './provisioning/provisioning.service.ts'
import { mountProducts } from './product/product.routes.ts'
import { Products } from './product/product.service.ts'
import type { RegistryDeps } from './registry.ports.ts'
import { mountReplacements } from './replacement/replacement.routes.ts'
import { switchOnIn } from './replacement/back-in-use.service.ts'
import { replaceUnitIn } from './replacement/replacement.service.ts'
import { deptsOfDevices, devicesMadeBy, ownersOf, placeOf } from './registry.store.ts'
import { noteCertificateUsed } from './certificate/certificate.store.ts'
import { mountCertificates } from './certificate/certificate.routes.ts'
import { devicesByCredential, knownCredentials } from './device-credential.store.ts'
import { dropOldTokens, noteNewUsed, noteOldUsed } from './device-token.store.ts'
import { findStations, namesOfSlave } from './station/station.service.ts'
import { mountSensors } from './sensor/sensor.routes.ts'
import { mountTags } from './tag/tag.routes.ts'
import { mountDeviceTypes } from './type/device-type.routes.ts'
import { mountWells } from './well/well.routes.ts'
import { mountMasters } from './master/master.routes.ts'
import { mountUnknownStations } from './station/unknown-station.routes.ts'
import { replayKept, UnknownStations } from './station/unknown-station.service.ts'
import { deleteOldUnknownStations } from './station/unknown-station.store.ts'

/** What admits devices. */
const credentialsOf = ({ db, bus }: Pick<RegistryDeps, 'db' | 'bus'>) => ({
  findCredentials: (hashes: readonly string[]) => devicesByCredential(db, hashes),
  knownCredentials: () => knownCredentials(db),
  /** A device shows something for the first time, or a token that was replaced. */
  async noteCredentialUse({ deviceId, use }: { deviceId: string; use: 'FIRST' | 'OLD' }, shown: string): Promise<void> {
    if (kindOf(shown) === 'certificate') return noteCertificateUsed(db, deviceId, shown)
    if (use === 'OLD') return noteOldUsed(db, deviceId, shown)
    if (await noteNewUsed(db, deviceId, shown)) bus.emit('device.changed', { deviceId, change: 'updated' })
  },
})

async function endOldTokens({ db, bus }: Pick<RegistryDeps, 'db' | 'bus'>): Promise<void> {
  for (const deviceId of await dropOldTokens(db)) bus.emit('device.changed', { deviceId, change: 'updated' })
}

/** @throws AppError `not-found` for a device that was deleted meanwhile. */
async function deviceFacts({ db, deptZones, catalogue }: RegistryDeps, deviceId: ScopedDeviceId) {
  const place = await placeOf(db, deviceId)
  if (!place) throw new AppError('not-found')
  const { deptId, enabled, productNo } = place
  const reportIntervalS = place.reportIntervalS ?? catalogue.typeOf(productNo)?.reportIntervalS ?? null
  return { deptId, enabled, productNo, reportIntervalS, zone: (await deptZones()).get(deptId) ?? DEFAULT_ZONE }
}

/** Products and devices: what exists, who owns it, how it is reached. */
export function createRegistry(deps: RegistryDeps) {
  const { db, bus, log } = deps
  const products = new Products(deps)
  const provisionings = new Provisionings(deps)
  const unknown = new UnknownStations(db, (error) =>
    log.warn({ err: error }, 'frames of unknown stations could not be kept'),
  )

  let list: ReturnType<typeof mountDevices> | undefined

  return {
    /** Brings the built-in models into the store, and the products in force into this process. */
    start: () => products.start(),
    /** Another version of the product is in force. */
    onPublished: (productId: string) => products.reload(productId),
    noteUnknown: unknown.note.bind(unknown),
    flush: () => unknown.flush(),
    /** Stores the stored frames of stations that have been adopted meanwhile. */
    replayKept: (signal?: AbortSignal) => replayKept(deps, signal),
    dropOldUnknown: () => deleteOldUnknownStations(db),
    ...createAddressees(deps),
    zonesOf: (deviceIds: readonly string[]) => zonesOf(deps, deviceIds),
    ownersOf: (deviceIds: readonly string[]) => ownersOf(db, deviceIds),
    devicesMadeBy: (userId: string) => devicesMadeBy(db, userId),
    deviceFacts: (deviceId: ScopedDeviceId) => deviceFacts(deps, deviceId),
    /** Those of these groups that each of these devices is in now, by hand or by condition. */
    groupsOf: (deviceIds: readonly string[], groupIds: readonly string[]) => groupsOf(db, deviceIds, groupIds),
    /** The devices of a group, whoever sees them. */
    membersOf: (groupId: string) => membersOf(db, groupId),
    findStations: (addresses: readonly string[]) => findStations(deps, addresses),
    carriesFirmware: (productId: string) => carriesFirmware(db, deps.catalogue, productId),
    /** Of a product, in a group and in an area; as far as the caller sees them. */
    async devicesOfProduct(scope: Scope, which: Parameters<typeof devicesOfProduct>[2]) {
      return list ? devicesOfProduct(list, scope, which) : []
    },
    /** A unit takes the place of another one, in the transaction of the order it is done by. */
    replaceUnit: replaceUnitIn(() => list as MountedResource),
    /** The same for one that was off for its repair: it is in use again. */
    switchOn: switchOnIn(() => list as MountedResource),
    tokens: credentialsOf(deps),
    /** Tokens for devices that ask with the key and secret of their product. */
    provisioning: {
      knowsSecret: provisionings.knowsSecret.bind(provisionings),
      give: provisionings.give.bind(provisionings),
    },
    /** Tokens whose time is over stop. */
    endOldTokens: () => endOldTokens(deps),
    namesOfSlave: (deviceId: string) => namesOfSlave(deps, deviceId),

    mount(api: Api): void {
      mountProducts(api, { products, catalogue: deps.catalogue })
      mountProvisionings(api, deps)
      mountAreas(api)
      mountTags(api)
      mountDeviceTypes(api)
      mountCategories(api)
      mountGroups(api, bus)
      mountWells(api)
      const devices = mountDevices(api, deps)
      list = devices
      mountMasters(api, deps)
      mountReplacements(api, db)
      mountSensors(api, deps)
      mountCommissionings(api, devices)
      mountConnections(api, deps)
      mountCertificates(api, deps)
      mountUnknownStations(api, { ...deps, devices, flush: () => unknown.flush() })
    },
  }
}

/** Zones of the sites of these devices, as far as their departments have one. */
export async function zonesOf(
  { db, deptZones }: Pick<RegistryDeps, 'db' | 'deptZones'>,
  deviceIds: readonly string[],
): Promise<Map<string, string>> {
  const [depts, zones] = [await deptsOfDevices(db, deviceIds), await deptZones()]
  return new Map([...depts].map(([deviceId, deptId]) => [deviceId, zones.get(deptId) ?? DEFAULT_ZONE]))
}
