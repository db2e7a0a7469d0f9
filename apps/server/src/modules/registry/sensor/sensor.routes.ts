import { revokeCalibration, sensorCalibrationResource, sensorResource } from '@sluice/contract'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { nameOf } from '../../../platform/http/session.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import { deptsOfDevices } from '../registry.store.ts'
import { checkCalibration } from './sensor.service.ts'
import { CALIBRATIONS, lockCalibrations, saveEnd, sensors } from './sensor.store.ts'

/** What devices measure, and the record of how it was calibrated. */
export function mountSensors(api: Api, deps: Pick<RegistryDeps, 'db' | 'bus' | 'deptZones'>): void {
  const { db, bus } = deps
  /** Its station is looked up again at its next report, with the corrections in force. */
  const tell = (deviceId: string) => bus.emit('device.changed', { deviceId, change: 'updated' })
  mountResource(api, sensorResource, sensors(DEFAULT_ZONE))
  mountResource(api, sensorCalibrationResource, {
    ...CALIBRATIONS,
    beforeWrite: (change) => checkCalibration(deps, change),
    afterCommit: ({ values }) => tell(String(values.deviceId)),
  })
  mountOperation(api, revokeCalibration, async ({ deviceId: id, metric, remark = null }, context) => {
    const { session, ip, traceId } = context
    const deviceId = await scopedDeviceId(db, session, id)
    const deptId = (await deptsOfDevices(db, [deviceId])).get(deviceId)
    const ended = await db.transaction(async (tx) => {
      await lockCalibrations(tx, deviceId)
      const saved = await saveEnd(tx, deviceId, { metric, remark, byName: nameOf(session), userId: session.userId })
      if (!saved) throw new AppError('conflict')
      const { gain, shift, certificateNo } = saved
      await recordOperation(tx, session, {
        action: revokeCalibration.audit,
        targetIds: [deviceId],
        ...(deptId === undefined ? {} : { deptId }),
        before: { metric, gain, shift, certificateNo },
        after: { metric, gain: 1, shift: 0, certificateNo: null },
        ip,
        traceId,
      })
      return saved
    })
    tell(deviceId)
    return { id: ended.id }
  })
}
