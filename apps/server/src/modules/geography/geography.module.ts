import {
  beginIsolation,
  geoFeatureResource,
  geoImport,
  geoMap,
  getIsolation,
  mapSettings,
  networkAttach,
  networkIsolate,
  openIsolations,
  planIsolation,
  replaceInIsolation,
  resendIsolation,
  restoreIsolation,
  stopIsolation,
  type TileSource,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Bus } from '../../platform/bus.ts'
import type { Connection } from '../../platform/db/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log/log.ts'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { type DashboardDeps, mountDashboard } from './dashboard.service.ts'
import { featureHooks, importFeatures } from './geo-feature.service.ts'
import { edgeInSight, featuresInSight } from './geo-feature.store.ts'
import { landAround } from './land/land-around.service.ts'
import { mountReadings } from './map-readings.service.ts'
import { Restores } from './isolation/isolation-restore.service.ts'
import { type IsolationDeps, Isolations } from './isolation/isolation-run.service.ts'
import { Network } from './network/network.service.ts'
import { mountPast, type PastDeps } from './past/past.service.ts'
import { attachValve, detachValve, lockNetwork, placeOfValve, valveReplaced } from './network/network.store.ts'

export interface GeographyDeps extends DashboardDeps, PastDeps, Omit<IsolationDeps, 'network'> {
  bus: Bus
  log: Log
  tiles: readonly TileSource[]
}

/** Where everything is: the operator's own map, the network its canals and pipes are, and the devices on it. */
export function createGeography(deps: GeographyDeps) {
  const { db, bus, tiles } = deps
  const network = new Network(db)
  const isolations = new Isolations({ ...deps, network })
  const restores = new Restores({ ...deps, network }, deps.log)
  // A valve that is placed elsewhere may sit on another edge.
  bus.on('device.changed', network.touch)

  return {
    downstreamOf: (deviceId: string) => network.downstreamOf(deviceId),
    /** A unit stands in the place of another one; the change of both tells the network. */
    async unitReplaced(tx: Connection, oldId: ScopedDeviceId, newId: ScopedDeviceId): Promise<void> {
      await lockNetwork(tx)
      await valveReplaced(tx, oldId, newId)
    },
    startJobs(jobs: Jobs): void {
      network.startJobs(jobs)
      restores.startJobs(jobs)
    },
    mount(api: Api): void {
      mountResource(api, geoFeatureResource, featureHooks(network.touch))
      mountOperation(api, geoMap, async (_input, { session }) => ({
        features: await featuresInSight(db, session),
        around: await landAround(db, session),
      }))
      mountOperation(api, geoImport, (input, context) => importFeatures(db, input, context, network.touch))
      mountOperation(api, networkIsolate, (input, { session }) => network.isolate(input, session))
      mountOperation(api, networkAttach, async ({ deviceId: given, edgeId }, { session, ip, traceId }) => {
        const deviceId = await scopedDeviceId(db, session, given)
        const edge = edgeId === null ? null : await edgeInSight(db, session, rowId(edgeId))
        if (edge === undefined) throw new AppError('not-found')
        await db.transaction(async (tx) => {
          // A rebuild writes every valve anew as it read them: one attached in between would be lost.
          await lockNetwork(tx)
          const { deptId, edgeId: before } = await placeOfValve(tx, deviceId)
          if (edge) await attachValve(tx, deviceId, edge.id)
          else await detachValve(tx, deviceId)
          const change = { before: { edgeId: before }, after: { edgeId: edge?.id ?? null } }
          await recordOperation(tx, session, {
            action: networkAttach.audit,
            targetIds: [deviceId],
            deptId,
            ...change,
            ip,
            traceId,
          })
        })
        network.touch()
        return true
      })
      mountIsolations(api, isolations, restores)
      mountOperation(api, mapSettings, () => ({ tiles: [...tiles] }))
      mountDashboard(api, deps)
      mountPast(api, deps)
      mountReadings(api, deps)
    },
  }
}

function mountIsolations(api: Api, isolations: Isolations, restores: Restores): void {
  mountOperation(api, planIsolation, (input, { session }) => isolations.plan(input, session))
  mountOperation(api, beginIsolation, (input, context) => isolations.begin(input, context))
  mountOperation(api, getIsolation, ({ id }, { session }) => isolations.get(id, session))
  mountOperation(api, openIsolations, (_input, { session }) => isolations.open(session))
  mountOperation(api, resendIsolation, (input, context) => isolations.resend(input, context))
  mountOperation(api, replaceInIsolation, (input, context) => isolations.replace(input, context))
  mountOperation(api, stopIsolation, (input, context) => isolations.stop(input, context))
  mountOperation(api, restoreIsolation, async (input, context) => {
    await restores.restore(input, context)
    return isolations.get(input.id, context.session)
  })
}
