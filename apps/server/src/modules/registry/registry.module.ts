import { randomInt } from 'node:crypto'
import {
  adoptStation,
  clearPassword,
  type ConnectionCard,
  connectionCard,
  deviceResource,
  productResource,
  rotatePassword,
  unknownStationFrames,
  unknownStationPage,
} from '@sluice/contract'
import { DEVICE_TYPES, deviceTypeOf } from '@sluice/devices'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { type Api, type CallContext, mountOperation } from '../../platform/mount-operation.ts'
import { mountResource } from '../../platform/mount-resource.ts'
import { insertOne } from '../../platform/resource-writes.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../platform/scoped.ts'
import { deviceHooks } from './device.service.ts'
import { newStationPassword } from './registry.rules.ts'
import {
  connectionOf,
  deptsOfDevices,
  ownersOf,
  placeOf,
  saveProducts,
  setStationPassword,
  slavesOf,
  stationsByAddress,
  type StationRow,
} from './registry.store.ts'
import { deleteOldUnknownStations, unknownFrames, unknownStation, unknownStations } from './unknown-station.store.ts'
import { adopt, UnknownStations } from './unknown-station.service.ts'

export interface RegistryDeps {
  db: Database
  bus: Bus
  log: Log
  /** Time zone of each department's site. */
  deptZones(): Promise<ReadonlyMap<string, string>>
  /** Where stations of a protocol reach us; `port` null while closed. */
  listener(protocol: string): { host: string | undefined; port: number | null } | undefined
  /** First and last message of a device, ISO. */
  messageTimes(deviceId: ScopedDeviceId): Promise<{ first: string | null; last: string | null }>
  /** Sends a kept frame through the pipeline; false when it was not stored. */
  replay(protocol: string, raw: Uint8Array, receivedAt: number): Promise<boolean>
  decode(protocol: string, raw: Uint8Array): unknown
}

const STATUS = `case when not t.enabled then 'DISABLED'
  else coalesce((select s.status from device_shadow s where s.device_id = t.id), 'INACTIVE') end`
const ofProduct = (column: string) => `select p.${column} from product p where p.id = t.product_id`

/** Products and devices: what exists, who owns it, how it is reached. */
export function createRegistry(deps: RegistryDeps) {
  const { db, bus, log } = deps
  const unknown = new UnknownStations(
    db,
    (address) => bus.emit('station.unknown', { protocol: 'SL651', address }),
    (error) => log.warn({ err: error }, 'frames of unknown stations could not be kept'),
  )

  async function card(deviceId: ScopedDeviceId, context: CallContext, password: string | null): Promise<ConnectionCard> {
    const row = await connectionOf(db, deviceId)
    const type = row && deviceTypeOf(row.productNo)
    if (!row || !type) throw new AppError('not-found')
    const listener = deps.listener(type.protocol)
    const times = await deps.messageTimes(deviceId)
    return {
      protocol: type.protocol,
      host: listener?.host ?? context.request.hostname,
      port: listener?.port ?? 0,
      listening: listener?.port != null,
      stationAddress: row.stationAddress ?? '',
      hasPassword: row.hasPassword,
      password,
      firstMessageTime: times.first,
      lastMessageTime: times.last,
    }
  }

  async function setPassword(id: string, context: CallContext, password: string | null): Promise<ConnectionCard> {
    const deviceId = await scopedDeviceId(db, context.session, id)
    await setStationPassword(db, deviceId, password)
    bus.emit('device.changed', { deviceId, change: 'updated' })
    return card(deviceId, context, password)
  }

  function mountConnections(api: Api): void {
    mountOperation(api, connectionCard, async (input, context) =>
      card(await scopedDeviceId(db, context.session, input.deviceId), context, null),
    )
    mountOperation(api, rotatePassword, ({ deviceId, password }, context) =>
      setPassword(deviceId, context, password?.toUpperCase() ?? newStationPassword((below) => randomInt(below))),
    )
    mountOperation(api, clearPassword, ({ deviceId }, context) => setPassword(deviceId, context, null))
  }

  return {
    /** Brings the built-in models into the store. */
    start: () => saveProducts(db, DEVICE_TYPES),
    noteUnknown: unknown.note.bind(unknown),
    flush: () => unknown.flush(),
    dropOldUnknown: () => deleteOldUnknownStations(db),
    zonesOf: (deviceIds: readonly string[]) => zonesOf(deps, deviceIds),
    ownersOf: (deviceIds: readonly string[]) => ownersOf(db, deviceIds),
    deviceFacts: async (deviceId: ScopedDeviceId) => {
      const place = await placeOf(db, deviceId)
      if (!place) throw new AppError('not-found')
      return { ...place, zone: (await deps.deptZones()).get(place.deptId) ?? DEFAULT_ZONE }
    },
    findStations: (addresses: readonly string[]) => findStations(deps, addresses),

    mount(api: Api): void {
      mountResource(api, productResource, {
        computed: { deviceCount: 'select count(*) from device d where d.product_id = t.id and not d.deleted and {scope:device d}' },
      })
      const devices = mountResource(api, deviceResource, {
        computed: {
          status: STATUS,
          deviceTypeCode: ofProduct('device_type_code'),
          nodeKind: ofProduct('node_kind'),
          protocol: ofProduct('protocol'),
          commands: ofProduct('commands'),
          lastSeenTime: 'select s.last_seen_time from device_shadow s where s.device_id = t.id',
        },
        ...deviceHooks(bus),
      })
      mountConnections(api)
      mountOperation(api, unknownStationPage, async (query, { session }) => {
        seesEverything(session.scope.all)
        return { ...(await unknownStations(db, query)), page: query.page, limit: query.limit }
      })
      mountOperation(api, unknownStationFrames, async ({ id }, { session }) => {
        seesEverything(session.scope.all)
        const station = await unknownStation(db, rowId(id))
        if (!station) throw new AppError('not-found')
        const frames = await unknownFrames(db, id)
        return frames.map(({ ts, raw }) => ({
          ts,
          hex: Buffer.from(raw).toString('hex').toUpperCase(),
          decoded: deps.decode(station.protocol, raw),
        }))
      })
      mountOperation(api, adoptStation, (input, context) => {
        seesEverything(context.session.scope.all)
        return adopt(
          {
            db,
            insertDevice: (values) => insertOne(devices, values, context),
            replay: (raw, receivedAt) => deps.replay('SL651', raw, receivedAt),
          },
          input,
        )
      })
    },
  }
}

/** A station that belongs to nobody is shown to those who see everything: its frames may be anybody's. */
function seesEverything(all: boolean): void {
  if (!all) throw new AppError('not-permitted')
}

async function zonesOf({ db, deptZones }: RegistryDeps, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const [depts, zones] = [await deptsOfDevices(db, deviceIds), await deptZones()]
  return new Map([...depts].map(([deviceId, deptId]) => [deviceId, zones.get(deptId) ?? DEFAULT_ZONE]))
}

/** Stations with their slaves, in the words of the pipeline. */
async function findStations({ db, deptZones, log }: RegistryDeps, addresses: readonly string[]) {
  const stations = await stationsByAddress(db, addresses)
  const slaves = await slavesOf(db, stations.map((station) => station.deviceId))
  const zones = await deptZones()
  const registered = (row: Omit<StationRow, 'address' | 'password'>) => {
    const type = deviceTypeOf(row.productNo)
    if (!type) log.warn({ productNo: row.productNo }, 'a device has a product that this program does not know')
    return type && {
      deviceId: row.deviceId,
      deptId: row.deptId,
      productNo: row.productNo,
      type,
      enabled: row.enabled,
      zone: zones.get(row.deptId) ?? DEFAULT_ZONE,
      reportIntervalS: row.reportIntervalS ?? type.reportIntervalS,
    }
  }
  return stations.flatMap((station) => {
    const device = registered(station)
    if (!device) return []
    const channels = slaves.flatMap((slave) => {
      const known = slave.masterId === station.deviceId ? registered(slave) : undefined
      return known ? [{ channel: slave.channel, device: known }] : []
    })
    return [{ address: station.address, password: station.password, device, channels }]
  })
}
