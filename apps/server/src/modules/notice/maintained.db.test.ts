import { explainPush, maintenanceWindowResource } from '@sluice/contract'
import { expect, it } from 'vitest'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, now, given, place, makeTold, makeRule, begin, plan, after, states } = sharedNotices()

const at = (minutes: number) => new Date(now() + minutes * MINUTE).toISOString()
const windowFor = (minutes: number) =>
  test.admin.insert(maintenanceWindowResource, {
    name: '检修',
    fromTime: at(-1),
    toTime: at(minutes),
    deptId: place.dept,
    deviceId: place.device,
  })
/** How messages went out, and who would be told of the fault by the explanation. */
const kinds = () => given.map(({ kind }) => kind)
async function explained() {
  const said = await test.admin.call(explainPush, { deviceId: place.device, code: 'V01' })
  return { until: said.maintainedUntil, told: said.people.filter(({ told }) => told !== 'NO').length }
}

/** One person, and one who is next after five minutes; who was told hears again each ten. */
async function ladder() {
  const next = await makeTold({ channels: ['VOICE'], levels: ['4'] })
  await makeTold()
  await makeRule({ mergeWindowS: 0, repeatMin: 10, escalateAfterMin: 5, escalateTo: next })
}

it('a fault that was active before a maintenance window neither repeats nor climbs in it, and goes on when it ends', async () => {
  await ladder()
  await begin('V01', 3)
  await after(0)
  expect(kinds()).toEqual(['SMS'])
  await windowFor(60)
  expect(await explained()).toEqual({ until: at(60), told: 0 })
  for (let minutes = 0; minutes < 60; minutes += 6) {
    expect(kinds()).toEqual(['SMS'])
    await after(6 * MINUTE)
  }
  // Nobody took it meanwhile: who is next hears of it, and who was told hears again, once.
  expect(await explained()).toEqual({ until: null, told: 2 })
  await after(0)
  expect(kinds().toSorted()).toEqual(['SMS', 'SMS', 'VOICE'])
  await after(10 * MINUTE)
  expect(kinds().toSorted()).toEqual(['SMS', 'SMS', 'SMS', 'VOICE', 'VOICE'])
})

it('what waits to be sent when a window begins is told when it ends, as if it began then', async () => {
  const next = await makeTold({ channels: ['VOICE'], levels: ['4'] })
  await makeTold()
  await makeRule({ mergeWindowS: 300, escalateAfterMin: 20, escalateTo: next })
  await begin('V01', 3)
  await plan()
  await windowFor(30)
  await after(6 * MINUTE)
  expect(await states()).toEqual([['SMS', 'DROPPED', 'MAINTENANCE']])
  await after(20 * MINUTE)
  expect(kinds()).toEqual([])
  await after(4 * MINUTE)
  await after(5 * MINUTE)
  expect(kinds()).toEqual(['SMS'])
  await after(10 * MINUTE)
  expect(kinds()).toEqual(['SMS'])
  // Twenty minutes from the end, and then its window.
  await after(6 * MINUTE)
  await after(5 * MINUTE)
  expect(kinds()).toEqual(['SMS', 'VOICE'])
})

it('what begins before a window and is found in it is told when it ends', async () => {
  await makeTold()
  await makeRule({ mergeWindowS: 0 })
  await begin('V01', 3)
  await windowFor(30)
  await after(1 * MINUTE)
  await after(20 * MINUTE)
  expect([await explained(), kinds()]).toEqual([{ until: at(9), told: 0 }, []])
  await after(9 * MINUTE)
  expect([await explained(), kinds()]).toEqual([{ until: null, told: 1 }, ['SMS']])
})

it('a window that is deleted or ends later than it said is heeded', async () => {
  await ladder()
  await begin('V01', 3)
  await after(0)
  const [early, late] = [await windowFor(600), await windowFor(20)]
  await after(15 * MINUTE)
  await test.admin.remove(maintenanceWindowResource, early)
  await test.admin.update(maintenanceWindowResource, late, { toTime: at(30) })
  await after(20 * MINUTE)
  expect(kinds()).toEqual(['SMS'])
  await test.admin.remove(maintenanceWindowResource, late)
  await after(0)
  expect(kinds().toSorted()).toEqual(['SMS', 'SMS', 'VOICE'])
})
