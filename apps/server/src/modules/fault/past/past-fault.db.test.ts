import { faultFigures, faultResource, faultStory, importFaults } from '@sluice/contract'
import { beforeAll, expect, it } from 'vitest'
import { makeDevice } from '../../../../../../testing/src/field/devices.ts'
import { makeDept, makePerson } from '../../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const HOUR = 3_600_000
const at = (hoursAgo: number) => new Date(now() - hoursAgo * HOUR).toISOString()
let dept = ''
let deviceId = ''
let userId = ''

beforeAll(async () => {
  dept = await makeDept(test.admin, 'past')
  deviceId = (await makeDevice(test.admin, { deptId: dept })).id
  userId = (await makePerson(test.admin, test.db, { deptId: dept })).userId
})

const steps = () => [
  { action: 'ACK' as const, at: at(99), userId },
  { action: 'RESOLVE' as const, at: at(80), userId, note: '清了堵塞物' },
  { action: 'CLOSE' as const, at: at(70), userId },
]
const fault = (more: object = {}) => ({
  deviceId,
  code: 'V01',
  firstTime: at(100),
  clearTime: at(81),
  steps: steps(),
  ...more,
})

it('is stored with its history once, counted by the figures, and told to nobody', async () => {
  const { ids } = await test.admin.call(importFaults, { faults: [fault()] })
  expect(ids).toHaveLength(1)
  expect(await test.admin.call(importFaults, { faults: [fault()] })).toEqual({ ids: [], known: 1, rejected: {} })
  expect(await test.admin.get(faultResource, ids[0]!)).toMatchObject({
    conditionState: 'CLEARED',
    handleState: 'CLOSED',
    level: 3,
    ackTime: at(99),
    resolveTime: at(80),
  })
  const { lines } = await test.admin.call(faultStory, { id: ids[0]! })
  expect(lines.map(({ action }) => action)).toEqual(['RAISE', 'ACK', 'CLEAR', 'RESOLVE', 'CLOSE'])
  const figures = await test.admin.call(faultFigures, { startTime: at(200), endTime: at(0) })
  expect(figures).toMatchObject({ now: { faults: 1, taken: 1, over: 1 } })
  await test.platform.notices.plan()
  const { rows } = await test.db.query(`select from push_plan`)
  expect(rows).toEqual([])
})

it('what nobody knows, or cannot have been, is counted by its reason and changes nothing else', async () => {
  const stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'elsewhere') })
  const own = await makePerson(test.admin, test.db, { deptId: dept, keys: ['historyImport:edit'] })
  const foreign = (await makeDevice(test.admin, { deptId: '1' })).id
  const faults = [
    fault({ deviceId: foreign }),
    fault({ code: 'ZZZ' }),
    fault({ steps: [{ action: 'ACK', at: at(99), userId: stranger.userId }] }),
    fault({ firstTime: at(50), clearTime: at(60), steps: [] }),
    fault({ firstTime: at(50), clearTime: at(40), steps: [{ action: 'CLOSE', at: at(30), userId }] }),
    fault({ firstTime: at(50), clearTime: at(40), steps: [] }),
  ]
  const outcome = await own.call(importFaults, { faults })
  expect(outcome.ids).toHaveLength(1)
  expect(outcome.rejected).toEqual({
    UNKNOWN_DEVICE: 1,
    UNKNOWN_CODE: 1,
    UNKNOWN_PERSON: 1,
    BAD_TIME: 1,
    WRONG_STEP: 1,
  })
})
