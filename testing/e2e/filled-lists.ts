import {
  alarmLimitResource,
  areaResource,
  beginCommissioning,
  categoryResource,
  deviceGroupResource,
  deviceResource,
  deviceTagResource,
  flowDefinitionResource,
  flowModel,
  saveFlowModel,
  noticeUserResource,
  repairRecordResource,
  sensorCalibrationResource,
  userResource,
  wellResource,
} from '@sluice/contract'
import { makeDevice, shipDevice } from '../src/field/devices.ts'
import { makeRollout } from '../src/field/firmware.ts'
import { approval, modelOf } from '../src/flow/flow-models.ts'
import type { ApiClient } from '../src/platform/client.ts'
import { PASSWORD } from '../src/platform/people.ts'

const ROOT_DEPT = '1'

/** Something for every list, in words that are no language's; `deviceId` is the device that the walk opens. */
export async function fillLists(admin: ApiClient, deviceId: string): Promise<{ masterId: string; slaveId: string }> {
  await sortDevices(admin, deviceId)
  await putIntoService(admin)
  await makeRollout(admin, ROOT_DEPT, 'R-1')
  const { id: level } = await makeDevice(admin, { name: 'a level', productNo: 'SL651-LEVEL' })
  const points = { way: 'SHIFT', firstRaw: 3, firstRef: 3.1 }
  await admin.insert(sensorCalibrationResource, { deviceId: level, metric: 'level', ...points })
  await admin.insert(alarmLimitResource, {
    key: 'flow',
    op: 'GT',
    value: 1e6,
    faultCode: 'V13',
    scope: 'DEVICE',
    deviceId,
  })
  const person = { username: 'p-1', nickName: 'P-1', deptId: ROOT_DEPT, password: PASSWORD, status: 'NORMAL' }
  await admin.insert(userResource, person)
  await admin.insert(noticeUserResource, { name: 'N-1', deptId: ROOT_DEPT, phone: '13800000000', channels: ['SMS'] })
  await drawFlow(admin)
  await admin.insert(repairRecordResource, { deviceId, source: 'CALL', level: 3, problem: 'P-1' })
  return makeValves(admin)
}

/** A flow with a step and a field, named in no language. */
async function drawFlow(admin: ApiClient): Promise<void> {
  const flow = { name: 'F-1', code: 'f-1', deptId: ROOT_DEPT, flowType: 'GENERAL' }
  const id = await admin.insert(flowDefinitionResource, flow)
  const { version } = await admin.call(flowModel, { id })
  const form = [{ formId: 'field', tag: 'INPUT' as const, label: 'L-1', required: true }]
  await admin.call(saveFlowModel, { id, version, model: modelOf([approval('S-1', {})], { form }) })
}

/** What the device is found and described by. */
async function sortDevices(admin: ApiClient, deviceId: string): Promise<void> {
  const deptId = ROOT_DEPT
  const areaId = await admin.insert(areaResource, { name: 'A-1', kind: 'SITE', deptId })
  const tagId = await admin.insert(deviceTagResource, { name: 'T-1', deptId })
  await admin.update(deviceResource, deviceId, { areaId, tagIds: [tagId] })
  const filter = { tagIds: tagId, lifecycle: 'PRODUCED', keyword: '12' }
  await admin.insert(deviceGroupResource, { name: 'G-1', kind: 'ROTATION', membership: 'FILTER', filter, deptId })
  await admin.insert(wellResource, { wellNo: 'W-1', deviceId, depthM: 80 })
  await admin.insert(categoryResource, { name: 'C-1', code: 'C-1' })
}

/** A device whose commissioning has begun. */
async function putIntoService(admin: ApiClient): Promise<void> {
  const { id } = await makeDevice(admin, { name: 'in service' })
  await shipDevice(admin, id)
  await admin.call(beginCommissioning, { deviceId: id, key: 'of every screen', at: new Date().toISOString() })
}

/** A master and what hangs on it. */
async function makeValves(admin: ApiClient): Promise<{ masterId: string; slaveId: string }> {
  const { id: masterId } = await makeDevice(admin, { name: 'a master', productNo: 'SL651-VALVE-STATION' })
  const { id } = await makeDevice(admin, { name: 'a slave', productNo: 'SL651-VALVE-CHANNEL', masterId, channel: 1 })
  return { masterId, slaveId: id }
}
