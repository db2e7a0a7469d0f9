import { deviceTypeOf } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { RegistryDeps } from './registry.ports.ts'
import { slavesOf, stationsByAddress, type StationRow } from './registry.store.ts'

/** Stations with their slaves, in the words of the pipeline. */
export async function findStations({ db, deptZones, log }: RegistryDeps, addresses: readonly string[]) {
  const stations = await stationsByAddress(db, addresses)
  const slaves = await slavesOf(
    db,
    stations.map((station) => station.deviceId),
  )
  const zones = await deptZones()
  const registered = (row: Omit<StationRow, 'address' | 'password'>) => {
    const type = deviceTypeOf(row.productNo)
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
      }
    )
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
