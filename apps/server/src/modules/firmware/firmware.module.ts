import { firmwareDeviceResource, firmwareResource, rolloutProgress, rolloutResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { readRows } from '../../platform/resource/resource.store.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import type { Attributes, FirmwareDeps } from './firmware.ports.ts'
import { FirmwareFiles } from './firmware.service.ts'
import { offerOf } from './offers.ts'
import { PartDesk } from './part-desk.ts'
import { RolloutWorker } from './rollout-worker.ts'
import type { FirmwareReport } from './rollout.rules.ts'
import { Rollouts } from './rollout.service.ts'
import { wavesOf } from './rollout.store.ts'

const countOf = (which: string) => `select count(*) from firmware_device d where d.rollout_id = t.id ${which}`

/** Firmware of products, and how it comes to devices. */
export function createFirmware(deps: FirmwareDeps) {
  const { db, clock } = deps
  const desk = new PartDesk(db, clock)
  const worker = new RolloutWorker(deps, desk)
  const files = new FirmwareFiles(deps)
  const rollouts = new Rollouts(deps)
  return {
    mount(api: Api): void {
      mountResource(api, firmwareResource, {
        personOnly: true,
        computed: { uploadTime: 't.create_time' },
        beforeWrite: (change) => files.beforeWrite(change),
        afterWrite: (change) => files.afterWrite(change),
      })
      const mounted = mountResource(api, rolloutResource, {
        personOnly: true,
        computed: {
          deviceCount: countOf(''),
          doneCount: countOf("and (d.state = 'UPDATED' or (d.state = 'SKIPPED' and d.reason = 'ALREADY'))"),
          failedCount: countOf("and d.state in ('FAILED', 'TIMED_OUT')"),
        },
        beforeWrite: (change) => rollouts.beforeWrite(change),
        afterWrite: (change) => rollouts.afterWrite(change),
      })
      mountResource(api, firmwareDeviceResource, {
        computed: {
          version: '0',
          firmware: `select concat_ws(' ', f.title, f.version_name) from firmware_rollout r
            join firmware f on f.id = r.firmware_id where r.id = t.rollout_id`,
          currentVersion: 'select f.version_name from device_firmware f where f.device_id = t.device_id',
        },
      })
      mountOperation(api, rolloutProgress, async ({ id }, { session }) => {
        const [row] = await readRows(db, mounted.shape, session.scope, [rowId(id)])
        if (!row) throw new AppError('not-found')
        return wavesOf(db, row.id)
      })
    },
    /** Resolves when what a device said about its firmware is stored. */
    noteFirmware: (deviceId: string, report: FirmwareReport) => worker.note(deviceId, report),
    /** A part of the firmware that a device is offered. */
    firmwarePart: (deviceId: string, asked: { part: number; size: number }) => desk.part(deviceId, asked),
    /** What a device is told when it connects: the firmware that it is offered. */
    async due(deviceId: string): Promise<Attributes> {
      const offer = await desk.offer(deviceId)
      return offer ? offerOf(offer) : {}
    },
    /** Carries roll-outs on. */
    work: (signal?: AbortSignal) => worker.work(signal),
    /** Stores how far devices are with their downloads. */
    saveProgress: () => desk.flush(),
  }
}
