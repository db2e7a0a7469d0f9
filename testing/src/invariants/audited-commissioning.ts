import { areaResource, beginCommissioning, deviceResource, placeCommissioned } from '@sluice/contract'
import { makeDevice, shipDevice } from '../field/devices.ts'
import type { AuditedWorld, Prepare } from './audited-world.ts'

/** One pixel as PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const stampNow = ({ clock }: AuditedWorld) => clock.now().toISOString()

async function shipped({ test, dept }: AuditedWorld) {
  const { id } = await makeDevice(test.admin, { deptId: dept })
  await shipDevice(test.admin, id)
  return { deviceId: id }
}

/** A commissioning that was begun, and an item of it. */
async function commissioned(world: AuditedWorld) {
  const { deviceId } = await shipped(world)
  const [begun, at] = [`begun ${deviceId}`, stampNow(world)]
  await world.test.admin.call(beginCommissioning, { deviceId, key: begun, at })
  return { deviceId, begun, key: `item of ${deviceId}`, at }
}

async function placeIn({ test, dept }: AuditedWorld) {
  const areaId = await test.admin.insert(areaResource, { name: 'of a place', kind: 'DISTRICT', deptId: dept })
  return { lng: 116, lat: 39, source: 'GPS' as const, accuracyM: 4, movedM: 0, address: 'lot 7', areaId }
}

async function addressOf({ test }: AuditedWorld, deviceId: string): Promise<string> {
  return String((await test.admin.get(deviceResource, deviceId)).stationAddress)
}

/** Of putting devices into service. */
export const commissioningCalls: Readonly<Record<string, Prepare>> = {
  '/device/v1/commissioning/begin': async (world) => {
    const { deviceId } = await shipped(world)
    return { input: { deviceId, key: `begun ${deviceId}`, at: stampNow(world) }, targets: [deviceId], dept: world.dept }
  },
  '/device/v1/commissioning/place': async (world) => {
    const item = await commissioned(world)
    return { input: { ...item, ...(await placeIn(world)) }, targets: [item.deviceId], dept: world.dept }
  },
  '/device/v1/commissioning/photo': async (world) => {
    const item = await commissioned(world)
    return { input: { ...item, subject: 'PLATE', content: PIXEL }, targets: [item.deviceId], dept: world.dept }
  },
  '/device/v1/commissioning/prove': async (world) => {
    const item = await commissioned(world)
    world.clock.advance(1000)
    const station = await world.test.station({ station: await addressOf(world, item.deviceId) })
    await station.report(1, { 39: 1 }, { at: world.clock.now().getTime() })
    return { input: { ...item, step: 'FIRST_FRAME' }, targets: [item.deviceId], dept: world.dept }
  },
  '/device/v1/commissioning/accept': async (world) => {
    const item = await commissioned(world)
    await world.test.admin.call(placeCommissioned, {
      ...item,
      key: `placed ${item.deviceId}`,
      ...(await placeIn(world)),
    })
    const installer = { name: 'M', strokes: [[1, 2, 3, 4]] }
    return { input: { ...item, installer, defects: 'd' }, targets: [item.deviceId], dept: world.dept }
  },
}
