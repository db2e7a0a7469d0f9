import { areaResource, deviceResource, repairRecordResource, startRepairTest } from '@sluice/contract'
import { makeDevice } from '../field/devices.ts'
import { makePerson } from '../platform/people.ts'
import { silentSlave } from './audited-fault.ts'
import { type AuditedWorld, idOf, type Prepare } from './audited-world.ts'

/** A device in service. */
async function installed({ test, dept }: AuditedWorld): Promise<string> {
  const areaId = await test.admin.insert(areaResource, { name: 'replaced', kind: 'DISTRICT', deptId: dept })
  const { id } = await makeDevice(test.admin, { deptId: dept, areaId, lng: 116, lat: 39, address: 'lot 7' })
  for (const move of ['stockIn', 'ship', 'install']) {
    const { version } = await test.admin.get(deviceResource, id)
    await test.admin.answer('POST', `/device/v1/device/${move}`, { id, version })
  }
  return id
}

/** An order whose device is being repaired. */
async function repairInWork({ test, dept }: AuditedWorld, given?: string): Promise<string> {
  const deviceId = given ?? (await makeDevice(test.admin, { deptId: dept })).id
  const { userId: assigneeId } = await makePerson(test.admin, test.db, { deptId: dept })
  const values = { deviceId, source: 'CALL', level: 3, problem: 'audited', assigneeId }
  const id = await test.admin.insert(repairRecordResource, values)
  for (const [version, move] of ['assign', 'accept', 'arrive', 'work'].entries())
    await test.admin.answer('POST', `/device/v1/repairRecord/${move}`, { id, version })
  return id
}

/** Repair orders and their re-tests. */
export const repairCalls = (): Record<string, Prepare> => ({
  '/device/v1/repairRecord/ofFault': async (world) => {
    const { deptId, faults } = await silentSlave(world)
    return { input: { faultId: faults[0]! }, dept: deptId, targets: idOf }
  },
  '/device/v1/repairRecord/enter': async (world) => {
    const id = await repairInWork(world)
    const entry = { kind: 'FIELDS', was: { cause: null }, now: { cause: 'sand' } }
    return { input: { id, key: `entry of ${id}`, at: world.clock.now().toISOString(), entry }, dept: world.dept }
  },
  '/device/v1/repairRecord/replaceUnit': async (world) => {
    const old = await installed(world)
    const { id: newDeviceId } = await makeDevice(world.test.admin, { deptId: world.dept })
    const id = await repairInWork(world, old)
    const input = { id, newDeviceId, oldBecomes: 'RETIRED', counters: [] }
    return { input, targets: [id, old, newDeviceId], dept: world.dept }
  },
  '/device/v1/repairRecord/putInUse': async (world) => {
    const { id: deviceId } = await makeDevice(world.test.admin, { deptId: world.dept })
    const id = await repairInWork(world, deviceId)
    const finished = { version: 4, cause: 'sand', measure: 'cleaned', untested: 'on the bench' }
    await world.test.admin.update(repairRecordResource, id, finished)
    await world.test.admin.answer('POST', '/device/v1/repairRecord/finish', { id, version: 5 })
    const { version } = await world.test.admin.get(deviceResource, deviceId)
    await world.test.admin.update(deviceResource, deviceId, { version, enabled: false })
    return { input: { id }, targets: [id, deviceId], dept: world.dept }
  },
  '/device/v1/historyImport/repairs': async ({ test, dept, clock }) => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    const { userId: createBy } = await makePerson(test.admin, test.db, { deptId: dept })
    const createTime = new Date(clock.now().getTime() - 3_600_000).toISOString()
    const repairs = [{ deviceId, source: 'CALL', level: 3, problem: 'audited', createTime, createBy, steps: [] }]
    return { input: { repairs }, targets: (data) => (data as { ids: string[] }).ids }
  },
  '/device/v1/repairRecord/startTest': async (world) => {
    const id = await repairInWork(world)
    return { input: { id, clear: false }, dept: world.dept }
  },
  '/device/v1/repairRecord/stopTest': async (world) => {
    const id = await repairInWork(world)
    await world.test.admin.call(startRepairTest, { id, clear: false })
    return { input: { id }, dept: world.dept }
  },
})
