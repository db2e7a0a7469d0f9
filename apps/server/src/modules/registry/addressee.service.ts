import { deviceTypeOf } from '@sluice/devices'
import { DEFAULT_ZONE } from '@sluice/kit'
import type { ScopedDeviceId } from '../../platform/scoped.ts'
import { type AddresseeRow, addresseeOf, addresseesAtStart, slavesByChannel } from './addressee.store.ts'
import type { RegistryDeps } from './registry.ports.ts'

/** Devices as those who send commands need to know them. */
export function createAddressees({ db, deptZones }: Pick<RegistryDeps, 'db' | 'deptZones'>) {
  async function known(rows: readonly AddresseeRow[]) {
    const zones = await deptZones()
    return rows.flatMap((row) => {
      const type = deviceTypeOf(row.productNo)
      return type ? [{ ...row, type, zone: zones.get(row.deptId) ?? DEFAULT_ZONE }] : []
    })
  }

  return {
    addressee: async (deviceId: ScopedDeviceId) => {
      const row = await addresseeOf(db, deviceId)
      return row && (await known([row]))[0]
    },
    addresseesAtStart: async (deviceIds: readonly string[]) => known(await addresseesAtStart(db, deviceIds)),
    slavesByChannel: (stationId: string) => slavesByChannel(db, stationId),
  }
}
