import {
  ackFault,
  faultResource,
  type FaultRow,
  resolveFaults,
  takeSilence,
  type WriteOperation,
} from '@sluice/contract'
import { tellConditions } from '../field/conditions.ts'
import { makeDevice } from '../field/devices.ts'
import { makePerson } from '../platform/people.ts'
import { type AuditedWorld, DAY_MS, type Prepare } from './audited-world.ts'

/** A slave that has fallen silent behind a master that has not. */
export async function silentSlave({ test, dept: deptId }: AuditedWorld) {
  const { id: masterId } = await makeDevice(test.admin, { deptId, productNo: 'SL651-VALVE-STATION' })
  const { id } = await makeDevice(test.admin, { deptId, productNo: 'SL651-VALVE-CHANNEL', masterId, channel: 1 })
  await tellConditions(test, { deviceId: id, deptId }, { C02: true })
  const { list } = await test.admin.page(faultResource, { deviceId: id })
  return { masterId, deptId, faults: list.map((fault) => fault.id) }
}

const rowOf = async ({ test }: AuditedWorld, id: string) =>
  (await test.admin.get(faultResource, id)) as unknown as FaultRow

/** A fault that was moved on by these calls, and the input of the next one. */
const faultMoved =
  (before: readonly WriteOperation[], more: object = {}) =>
  async (world: AuditedWorld) => {
    const { test, dept } = world
    const { faults } = await silentSlave(world)
    for (const call of before) {
      const row = await rowOf(world, faults[0]!)
      await test.admin.call(
        call,
        call === ackFault ? { id: row.id, version: row.version } : { ids: faults, note: 'audited' },
      )
    }
    return { input: { ids: faults, ...more }, dept, targets: faults }
  }

const A_DAY_ON = ({ clock }: AuditedWorld) => new Date(clock.now().getTime() + DAY_MS).toISOString()

const oneFault = (more: object) => async (world: AuditedWorld) => {
  const { faults } = await silentSlave(world)
  return { input: { id: faults[0]!, ...more }, dept: world.dept, targets: faults }
}

/** What people do about faults. */
export const faultCalls = (): Record<string, Prepare> => ({
  '/device/v1/historyImport/faults': async ({ test, dept, clock }) => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    const at = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000).toISOString()
    const faults = [{ deviceId, code: 'V01', firstTime: at(9), clearTime: at(8), steps: [] }]
    return { input: { faults }, targets: (data) => (data as { ids: string[] }).ids }
  },
  '/device/v1/fault/takeSilence': async (world) => {
    const { masterId, deptId, faults } = await silentSlave(world)
    return { input: { masterId, deptId }, dept: deptId, targets: faults }
  },
  '/device/v1/fault/release': async (world) => {
    const { masterId, deptId } = await silentSlave(world)
    const ids = await world.test.admin.call(takeSilence, { masterId, deptId })
    return { input: { ids }, dept: deptId, targets: ids }
  },
  '/device/v1/fault/ack': async (world) => {
    const { faults } = await silentSlave(world)
    const { id, version } = await rowOf(world, faults[0]!)
    return { input: { id, version }, dept: world.dept }
  },
  '/device/v1/fault/assign': async (world) => {
    const { userId } = await makePerson(world.test.admin, world.test.db, { deptId: world.dept })
    return faultMoved([], { userId })(world)
  },
  '/device/v1/fault/start': faultMoved([ackFault]),
  '/device/v1/fault/note': oneFault({ note: 'audited' }),
  '/device/v1/fault/tick': oneFault({ step: 0, done: true }),
  '/device/v1/fault/resolve': faultMoved([ackFault], { note: 'audited' }),
  '/device/v1/fault/reopen': faultMoved([ackFault, resolveFaults]),
  '/device/v1/fault/ignore': async (world) => faultMoved([], { reason: 'audited', until: A_DAY_ON(world) })(world),
  '/device/v1/fault/close': async (world) => {
    const made = await faultMoved([ackFault, resolveFaults])(world)
    const { deviceId } = await rowOf(world, made.targets[0]!)
    await tellConditions(world.test, { deviceId, deptId: world.dept }, { C02: false })
    return made
  },
})
