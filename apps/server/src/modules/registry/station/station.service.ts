import { deviceIdIn } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { RegistryDeps } from '../registry.ports.ts'
import { slaveNames } from '../registry.rules.ts'
import { correctionsOf } from '../sensor/sensor.store.ts'
import { namesOfDevice, slavesOf, stationsByAddress, stationsById, type StationRow } from '../registry.store.ts'

/** Stations with their slaves, in the words of the pipeline. An address is a station's own or `addressOfDevice`. */
export async function findStations({ db, deptZones, log, catalogue }: RegistryDeps, addresses: readonly string[]) {
  const [ids, own] = [[] as string[], [] as string[]]
  for (const address of addresses) {
    const id = deviceIdIn(address)
    if (id === undefined) own.push(address)
    else ids.push(id)
  }
  const stations = [
    ...(own.length > 0 ? await stationsByAddress(db, own) : []),
    ...(ids.length > 0 ? await stationsById(db, ids) : []),
  ]
  const slaves = await slavesOf(
    db,
    stations.map((station) => station.deviceId),
  )
  const corrections = await correctionsOf(
    db,
    [...stations, ...slaves].map(({ deviceId }) => deviceId),
  )
  const zones = await deptZones()
  const registered = (row: Omit<StationRow, 'address' | 'password' | 'allowedAddresses'>) => {
    const type = catalogue.typeOf(row.productNo)
    if (!type) log.warn({ productNo: row.productNo }, 'a device has a product that this program does not know')
    return (
      type && {
        deviceId: row.deviceId,
        deptId: row.deptId,
        productNo: row.productNo,
        type,
        enabled: row.enabled,
        zone: zones.get(row.deptId) ?? DEFAULT_ZONE,
        reportIntervalS: row.reportIntervalS ?? type.reportIntervalS,
        // Said in any case: what is registered anew replaces what was known member by member.
        corrections: corrections.get(row.deviceId) ?? null,
      }
    )
  }
  return stations.flatMap((station) => {
    const device = registered(station)
    if (!device) return []
    const mine = slaves.filter((slave) => slave.masterId === station.deviceId)
    const channels = slaveNames(mine).flatMap(({ slave, names }) => {
      const known = registered(slave)
      return known ? [{ channel: slave.channel, names, device: known }] : []
    })
    const { address, password, allowedAddresses } = station
    return [{ address, password, allowedAddresses, device, channels }]
  })
}

/** The names a gateway may use for this slave, the more reliable one first. */
export async function namesOfSlave({ db }: Pick<RegistryDeps, 'db'>, deviceId: string): Promise<readonly string[]> {
  const device = await namesOfDevice(db, deviceId)
  if (!device?.masterId) return []
  const slaves = await slavesOf(db, [device.masterId])
  return slaveNames(slaves).find(({ slave }) => slave.deviceId === deviceId)?.names ?? []
}
