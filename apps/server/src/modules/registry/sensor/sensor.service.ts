import { type sensorCalibrationResource, typedLine } from '@sluice/contract'
import { AppError, DEFAULT_ZONE } from '@sluice/kit'
import { nameOf } from '../../../platform/http/session.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { isRowId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import { deptsOfDevices } from '../registry.store.ts'
import { calibrationProblems } from './sensor.rules.ts'
import { daysOf, lockCalibrations, measures } from './sensor.store.ts'

/** Checks a calibration before it is written, and adds its line and what was left out. */
export async function checkCalibration(
  { deptZones }: Pick<RegistryDeps, 'deptZones'>,
  { values, columns, tx, context: { session } }: ResourceChange<typeof sensorCalibrationResource>,
): Promise<void> {
  const { deviceId: id, metric, way } = values
  const deviceId = isRowId(id) ? await scopedDeviceId(tx, session, id).catch(missing) : missing()
  await lockCalibrations(tx, deviceId)
  const deptId = (await deptsOfDevices(tx, [deviceId])).get(deviceId)
  const zone = (await deptZones()).get(deptId ?? '') ?? DEFAULT_ZONE
  const { today, due } = await daysOf(tx, zone, values.calibratedOn ?? null)
  const measured = await measures(tx, deviceId, metric ?? '')
  const fields = calibrationProblems({ given: values, measured, today })
  const line = way === 'TWO_POINT' || way === 'SHIFT' ? typedLine(way, values) : undefined
  if (Object.keys(fields).length > 0 || !line) throw new AppError('validation', { fields })
  if (way === 'SHIFT') Object.assign(values, { secondRaw: null, secondRef: null })
  values.calibratedOn ??= today
  values.dueDate ??= due
  Object.assign(columns, { ...line, byName: nameOf(session) })
}

function missing(): never {
  throw new AppError('validation', { fields: { deviceId: 'not-found' } })
}
