import { importFaults, importRepairs, repairRecordResource } from '@sluice/contract'
import { expect, it } from 'vitest'
import { makeDevice } from '../../../../../testing/src/field/devices.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const at = (hoursAgo: number) => new Date(now() - hoursAgo * 3_600_000).toISOString()

it('orders of an earlier system are stored once with their life, parts and clock; others are counted by their reason', async () => {
  const dept = await makeDept(test.admin, 'past')
  const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
  const { userId, ...own } = await makePerson(test.admin, test.db, { deptId: dept })
  const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'elsewhere') })
  const step = (to: 'ASSIGNED' | 'ACCEPTED' | 'ON_SITE' | 'REPAIRING' | 'FINISHED', hoursAgo: number) => ({
    to,
    at: at(hoursAgo),
    userId,
  })
  const given = {
    deviceId,
    source: 'CALL' as const,
    level: 3,
    problem: '阀门打不开',
    createTime: at(60),
    createBy: userId,
    assigneeId: userId,
    cause: '电机进水',
    measure: '更换电机',
    parts: [
      { item: '电机', quantity: 1, price: 68_000 },
      { item: '密封圈', quantity: 2, price: 1_500 },
    ],
    laborFee: 20_000,
    payState: 'PAID' as const,
    steps: [
      step('ASSIGNED', 59),
      step('ACCEPTED', 58.5),
      step('ON_SITE', 57),
      step('REPAIRING', 56),
      step('FINISHED', 50),
    ],
  }
  const { ids } = await own.call(importRepairs, { repairs: [given] })
  expect(await own.get(repairRecordResource, ids[0]!)).toMatchObject({
    status: 'FINISHED',
    finishTime: at(50),
    slaState: 'OVER',
    late: false,
    partsFee: 71_000,
    totalFee: 91_000,
    payState: 'PAID',
    assigneeId: userId,
  })
  const { rows } = await test.db.query<{ to_status: string }>(
    'select to_status from repair_event where repair_id = $1 order by id',
    [ids[0]!],
  )
  expect(rows.map(({ to_status }) => to_status)).toEqual([
    'CREATED',
    'ASSIGNED',
    'ACCEPTED',
    'ON_SITE',
    'REPAIRING',
    'FINISHED',
  ])
  const foreign = (await makeDevice(test.admin, { deptId: '1' })).id
  const repairs = [
    given,
    { ...given, deviceId: foreign },
    { ...given, createTime: at(40), steps: [], createBy: stranger.userId },
    { ...given, createTime: at(40), steps: [step('FINISHED', 30)] },
    { ...given, createTime: at(40), steps: [step('ASSIGNED', 41)] },
  ]
  expect(await own.call(importRepairs, { repairs })).toEqual({
    ids: [],
    known: 1,
    rejected: { UNKNOWN_DEVICE: 1, UNKNOWN_PERSON: 1, WRONG_STEP: 1, BAD_TIME: 1 },
  })
})

it('an order of a fault is linked to it, by its code and the time it began', async () => {
  const dept = await makeDept(test.admin, 'past fault')
  const [{ id: deviceId }, { id: other }] = [
    await makeDevice(test.admin, { deptId: dept }),
    await makeDevice(test.admin, { deptId: dept }),
  ]
  const { userId, ...own } = await makePerson(test.admin, test.db, { deptId: dept })
  const fault = { code: 'V01', firstTime: at(80) }
  const { ids: faults } = await own.call(importFaults, {
    faults: [{ deviceId, ...fault, clearTime: at(50), steps: [] }],
  })
  const open = {
    deviceId,
    source: 'FAULT' as const,
    fault,
    level: 3,
    problem: 'V01 阀门堵转',
    createTime: at(78),
    createBy: userId,
    steps: [],
  }
  const { ids } = await own.call(importRepairs, { repairs: [open] })
  expect(await own.get(repairRecordResource, ids[0]!)).toMatchObject({ faultId: faults[0], faultCode: 'V01' })
  const { fault: _none, ...loose } = open
  const repairs = [
    // Of one fault there is one open order; any number of those that are done with.
    { ...open, createTime: at(70) },
    { ...open, createTime: at(69), steps: [{ to: 'CANCELLED' as const, at: at(68), userId }] },
    { ...open, deviceId: other },
    { ...open, createTime: at(60), fault: { ...fault, firstTime: at(79) } },
    { ...open, createTime: at(60), source: 'CALL' as const },
    { ...loose, createTime: at(60) },
    { ...open, createTime: at(81), steps: [{ to: 'CANCELLED' as const, at: at(68), userId }] },
  ]
  const done = await own.call(importRepairs, { repairs })
  expect(done).toMatchObject({ known: 1, rejected: { UNKNOWN_FAULT: 4, BAD_TIME: 1 } })
  expect(await own.get(repairRecordResource, done.ids[0]!)).toMatchObject({ faultId: faults[0], status: 'CANCELLED' })
})
