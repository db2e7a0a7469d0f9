import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import { type AddresseeRow, addresseeOf, addresseesAtStart, slavesByChannel } from './addressee.store.ts'
import type { RegistryDeps } from './registry.ports.ts'

/** Devices in the form that sending commands needs. */
export function createAddressees({ db, catalogue }: Pick<RegistryDeps, 'db' | 'catalogue'>) {
  const known = (rows: readonly AddresseeRow[]) =>
    rows.flatMap((row) => {
      const type = catalogue.typeOf(row.productNo)
      return type ? [{ ...row, type }] : []
    })

  return {
    addressee: async (deviceId: ScopedDeviceId) => {
      const row = await addresseeOf(db, deviceId)
      return row && known([row])[0]
    },
    addresseesAtStart: async (deviceIds: readonly string[]) => known(await addresseesAtStart(db, deviceIds)),
    slavesByChannel: (stationId: string) => slavesByChannel(db, stationId),
  }
}
