import { deviceResource, valveSlaveResource } from '@sluice/contract'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import type { Api } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import { createAddressees } from './addressee.service.ts'
import { mountConnections } from './connection.routes.ts'
import { deviceHooks } from './device.service.ts'
import { mountProducts } from './product/product.routes.ts'
import { Products } from './product/product.service.ts'
import type { RegistryDeps } from './registry.ports.ts'
import { deptsOfDevices, devicesByToken, devicesMadeBy, ownersOf, placeOf, tokenHashes } from './registry.store.ts'
import { findStations, namesOfSlave } from './station.service.ts'
import { traitsSql } from './traits.rules.ts'
import { mountUnknownStations } from './unknown-station.routes.ts'
import { replayKept, UnknownStations } from './unknown-station.service.ts'
import { deleteOldUnknownStations } from './unknown-station.store.ts'
import { FAULTY, VALVE_SLAVES } from './valve-slave.store.ts'

const STATUS = `case when not t.enabled then 'DISABLED'
  else coalesce((select s.status from v_device_state s where s.device_id = t.id), 'INACTIVE') end`
const LAST_SEEN = 'select s.last_seen_time from v_device_state s where s.device_id = t.id'
/** The same as STATUS, written so that a single scan of all states answers it. */
const withStatus = (status: string) => {
  const states = 'select s.device_id from v_device_state s where s.status'
  if (status === 'DISABLED') return `not t.enabled or t.id in (${states} = {value})`
  // A device without any report has no state row.
  if (status === 'INACTIVE') return `t.enabled and t.id not in (${states} <> {value})`
  return `t.enabled and t.id in (${states} = {value})`
}
const DEVICE_ACCESS: NonNullable<ResourceOptions<typeof deviceResource>['access']> = {
  name: { letters: true },
  status: { equals: withStatus },
  lastSeenTime: { order: { join: 'left join v_device_state as o on o.device_id = t.id', by: 'o.last_seen_time' } },
}
/** The commands of a device: those of its type, as far as its product's firmware supports them. */
const COMMANDS = `select case when p.command_map is null then p.commands else (
    select coalesce(jsonb_agg(c.def order by c.place), '[]')
    from jsonb_array_elements(p.commands) with ordinality c (def, place)
    where jsonb_typeof(p.command_map->'commands'->(c.def->>'code')) = 'object') end
  from product p where p.id = t.product_id`
const ofProduct = (column: string) => `select p.${column} from product p where p.id = t.product_id`

/** The tokens that admit devices. */
const tokensOf = (db: RegistryDeps['db']) => ({
  findTokens: (hashes: readonly string[]) => devicesByToken(db, hashes),
  tokenHashes: () => tokenHashes(db),
})

/** @throws AppError `not-found` for a device that was deleted meanwhile. */
async function deviceFacts({ db, deptZones, catalogue }: RegistryDeps, deviceId: ScopedDeviceId) {
  const place = await placeOf(db, deviceId)
  if (!place) throw new AppError('not-found')
  const { deptId, enabled, productNo } = place
  const reportIntervalS = place.reportIntervalS ?? catalogue.typeOf(productNo)?.reportIntervalS ?? null
  return { deptId, enabled, reportIntervalS, zone: (await deptZones()).get(deptId) ?? DEFAULT_ZONE }
}

/** Products and devices: what exists, who owns it, how it is reached. */
export function createRegistry(deps: RegistryDeps) {
  const { db, bus, log } = deps
  const products = new Products(deps)
  const unknown = new UnknownStations(
    db,
    (protocol, address) => bus.emit('station.unknown', { protocol, address }),
    (error) => log.warn({ err: error }, 'frames of unknown stations could not be kept'),
  )

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
    findStations: (addresses: readonly string[]) => findStations(deps, addresses),
    tokens: tokensOf(db),
    namesOfSlave: (deviceId: string) => namesOfSlave(deps, deviceId),

    mount(api: Api): void {
      mountProducts(api, { products, catalogue: deps.catalogue })
      const devices = mountResource(api, deviceResource, {
        computed: {
          status: STATUS,
          deviceTypeCode: ofProduct('device_type_code'),
          nodeKind: ofProduct('node_kind'),
          protocol: ofProduct('protocol'),
          traits: `select ${traitsSql('p', deps.catalogue)} from product p where p.id = t.product_id`,
          passwordFree: 't.station_address is not null and t.station_password is null',
          commands: COMMANDS,
          lastSeenTime: LAST_SEEN,
          faulty: FAULTY,
          deptOff: 'select o.is_off from v_dept o where o.id = t.dept_id',
        },
        access: {
          ...DEVICE_ACCESS,
          deviceTypeCode: { equals: 't.product_id in (select p.id from product p where p.device_type_code = {value})' },
        },
        ...deviceHooks(bus, deps.catalogue),
      })
      mountResource(api, valveSlaveResource, {
        only: VALVE_SLAVES.only,
        access: { ...DEVICE_ACCESS, ...VALVE_SLAVES.access },
        computed: {
          status: STATUS,
          commands: COMMANDS,
          lastSeenTime: LAST_SEEN,
          ...VALVE_SLAVES.computed,
        },
      })
      mountConnections(api, deps)
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
