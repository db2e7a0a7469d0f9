import {
  adoptStation,
  unknownStationFrames,
  unknownStationResource,
  type GivenValues,
  type deviceResource,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { MountedResource } from '../../../platform/resource/resource-change.ts'
import { insertOne } from '../../../platform/resource/resource-writes.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import { adopt } from './unknown-station.service.ts'
import { UNKNOWN_STATIONS, unknownFrames, unknownStation } from './unknown-station.store.ts'

/** Unknown stations: the list, their frames, and adopting one. */
export function mountUnknownStations(
  api: Api,
  deps: RegistryDeps & { devices: MountedResource; flush(): Promise<void> },
): void {
  const { db, devices } = deps

  mountResource(api, unknownStationResource, UNKNOWN_STATIONS)
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
    const insertDevice = (values: GivenValues<typeof deviceResource>) => insertOne(devices, { values }, context)
    return adopt({ ...deps, insertDevice }, input)
  })
}

/** An unknown station is shown only to users who see everything: its frames may belong to any department. */
function seesEverything(all: boolean): void {
  if (!all) throw new AppError('not-permitted')
}
