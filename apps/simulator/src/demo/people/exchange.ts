import type { PlatformApi } from '../platform-api.ts'
import { DEVICE_PREFIX } from '../world.ts'
import { peopleAt } from './person.types.ts'
import type { PastOptions } from './past-faults.ts'

const REMARK = '演示数据（模拟器）'
/** Why nobody could read its counters. */
const UNREADABLE = '控制板进水，屏幕不亮'
const SPARE_NO = `${DEVICE_PREFIX}SP01`
/** Where it was tried before it was put away: behind the same master, on the last channel. */
const SPARE_CHANNEL = 64
const WORK = ['assign', 'accept', 'arrive', 'work']

type Unit = Readonly<Record<string, unknown>>

/**
 * A valve behind a master whose motor burnt out: somebody puts a spare in its place, and repairs it from then on. A slave, because
 * it is called by its channel: whatever stands there answers. Returns how many were exchanged.
 */
export async function exchangeOne(
  api: PlatformApi,
  { devices, people, officeId, random }: PastOptions,
): Promise<number> {
  const valves = devices.filter(({ kind, isSlave, deptId }) => {
    return kind === 'VALVE' && isSlave && peopleAt(people, deptId, officeId).length > 0
  })
  if (valves.length === 0) return 0
  const { id: deviceId, deptId } = random.pick(valves)
  const old = (await api.get('/device/v1/device/get', { id: deviceId })) as Unit
  const { id } = (await api.post('/device/v1/repairRecord/insert', {
    deviceId,
    source: 'INSPECTION',
    level: 3,
    problem: '电机烧毁，现场有焦味',
    assigneeId: random.pick(peopleAt(people, deptId, officeId)).id,
    cause: '电机进水短路',
    measure: '整台更换，旧件返厂',
  })) as { id: string }
  for (const [version, step] of WORK.entries()) await api.post(`/device/v1/repairRecord/${step}`, { id, version })
  const newDeviceId = await provideSpare(api, old)
  const { counters } = (await api.get('/device/v1/device/meterExchanges', { deviceId })) as {
    counters: { key: string }[]
  }
  await api.post('/device/v1/repairRecord/replaceUnit', {
    id,
    newDeviceId,
    oldBecomes: 'UNDER_REPAIR',
    counters: [],
    unread: counters.map(({ key }) => ({ key, reason: UNREADABLE })),
  })
  return 1
}

/** Of the same product, in the store of the same people. */
async function provideSpare(api: PlatformApi, { productId, deptId, masterId }: Unit): Promise<string> {
  const values = {
    name: '备件 1',
    deviceNo: SPARE_NO,
    serialNo: SPARE_NO,
    productId,
    deptId,
    masterId,
    channel: SPARE_CHANNEL,
  }
  const { id } = (await api.post('/device/v1/device/insert', { ...values, enabled: true, remark: REMARK })) as {
    id: string
  }
  await api.post('/device/v1/device/stockIn', { id, version: 0 })
  return id
}
