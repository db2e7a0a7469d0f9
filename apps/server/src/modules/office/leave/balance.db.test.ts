import {
  adjustLeave,
  grantAnnualLeave,
  leaveBalances,
  leaveLedger,
  type LeaveType,
  operationLogResource,
  userResource,
} from '@sluice/contract'
import { makeDept, makePerson } from '@sluice/testing'
import { expect, it } from 'vitest'
import { PASSWORD } from '../../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const YEAR = 2026
let made = 0

function worker(deptId: string, seniorityFrom: string | null, more: object = {}): Promise<string> {
  const username = `w${++made}`
  const person = { username, nickName: username, deptId, password: PASSWORD, status: 'NORMAL' }
  return test.admin.insert(userResource, { ...person, seniorityFrom, ...more })
}
const peopleOf = async (deptId: string) => (await test.admin.call(leaveBalances, { year: YEAR, deptId })).people
const lines = async (userId: string) =>
  (await test.admin.call(leaveLedger, { userId, year: YEAR })).map(({ type, kind, halves, after }) => [
    type,
    kind,
    halves,
    after,
  ])
const adjust = (userId: string, type: LeaveType, halves: number, reason = 'because') =>
  test.admin.call(adjustLeave, { userId, year: YEAR, type, halves, reason })

it('annual leave follows years of service at the beginning of the year, and is shown before it is granted', async () => {
  const deptId = await makeDept(test.admin, 'granted')
  const [long, short, fresh, unknown] = [
    await worker(deptId, '2006-01-01'),
    await worker(deptId, '2016-01-02'),
    await worker(deptId, '2025-07-01'),
    await worker(deptId, null),
  ]
  const gone = await worker(deptId, '2000-01-01', { status: 'DISABLED' })
  const due = (await peopleOf(deptId)).map(({ userId, serviceYears, dueHalves }) => [userId, serviceYears, dueHalves])
  expect(due).toEqual([
    [long, 20, 30],
    [short, 9, 10],
    [fresh, 0, 0],
    [unknown, null, 0],
  ])
  const userIds = [long, short, fresh, unknown]
  expect(await test.admin.call(grantAnnualLeave, { year: YEAR, userIds })).toBe(2)
  expect((await peopleOf(deptId)).map(({ isGranted, balances }) => [isGranted, balances])).toEqual([
    [true, [{ type: 'ANNUAL', halves: 30 }]],
    [true, [{ type: 'ANNUAL', halves: 10 }]],
    [false, []],
    [false, []],
  ])
  await expect(test.admin.call(grantAnnualLeave, { year: YEAR, userIds: [gone] })).rejects.toThrow('not-found')
})

it('a year is granted once, whoever asks again and at the same moment', async () => {
  const deptId = await makeDept(test.admin, 'once')
  const people = [await worker(deptId, '2010-01-01'), await worker(deptId, '2010-01-01')]
  const ask = (userIds: string[]) => test.admin.call(grantAnnualLeave, { year: YEAR, userIds })
  const granted = await Promise.all([ask(people), ask(people.toReversed()), ask(people)])
  expect(granted.toSorted()).toEqual([0, 0, 2])
  expect(await ask(people)).toBe(0)
  for (const one of people) expect(await lines(one)).toEqual([['ANNUAL', 'GRANT', 20, 20]])
})

it('an adjustment has its reason and its author; a balance never falls below zero', async () => {
  const user = await worker(await makeDept(test.admin, 'adjusted'), null)
  await adjust(user, 'COMP', 3, '9月6日加班')
  await expect(adjust(user, 'COMP', -4)).rejects.toMatchObject({ fields: { halves: 'too-small' } })
  await adjust(user, 'COMP', -1)
  await adjust(user, 'ANNUAL', 2)
  expect(await lines(user)).toEqual([
    ['COMP', 'ADJUST', 3, 3],
    ['COMP', 'ADJUST', -1, 2],
    ['ANNUAL', 'ADJUST', 2, 2],
  ])
  const [first] = await test.admin.call(leaveLedger, { userId: user, year: YEAR })
  expect(first).toMatchObject({ reason: '9月6日加班', byName: expect.stringMatching(/./), serviceYears: null })
  expect(await test.admin.call(leaveLedger, { userId: user, year: 2025 })).toEqual([])
  const [line] = (await test.admin.page(operationLogResource, { keyword: user, area: 'leaveBalance', limit: 1 })).list
  expect(line!['change']).toMatchObject({ before: { days: 0 }, after: { days: 1, type: 'ANNUAL' } })
})

it('beside many writers every balance is what an independent recount of its lines finds, and none is below zero', async () => {
  const deptId = await makeDept(test.admin, 'recounted')
  const people = [await worker(deptId, '2010-01-01'), await worker(deptId, '2020-01-01')]
  const moves = [4, -3, 1, -5, 2, -1, 6, -2, -4, 3, -6, 5]
  const work = moves.flatMap((halves, n) => {
    const userId = people[n % 2]!
    return [
      adjust(userId, 'ANNUAL', halves).then(
        () => halves,
        () => 0,
      ),
      test.admin.call(grantAnnualLeave, { year: YEAR, userIds: people }).then(() => 0),
    ]
  })
  await Promise.all(work)
  const told = await peopleOf(deptId)
  for (const [n, userId] of people.entries()) {
    const { rows } = await test.db.query<{ halves: number }>(
      `select l.halves from leave_ledger l join leave_balance b on b.id = l.balance_id where b.user_id = $1 order by l.id`,
      [userId],
    )
    let left = 0
    for (const { halves } of rows) {
      left += halves
      expect(left).toBeGreaterThanOrEqual(0)
    }
    expect(rows.filter(({ halves }) => halves === [20, 10][n])).toHaveLength(1)
    expect(told.find((one) => one.userId === userId)!.balances).toEqual([{ type: 'ANNUAL', halves: left }])
  }
})

it('a line of the ledger stands, and the database itself keeps a balance from falling below zero', async () => {
  const user = await worker(await makeDept(test.admin, 'kept'), null)
  await adjust(user, 'COMP', 2)
  await expect(test.db.query('update leave_ledger set halves = 9')).rejects.toThrow('never changed')
  await expect(test.db.query('delete from leave_ledger')).rejects.toThrow('never changed')
  await expect(
    test.db.query('update leave_balance set granted_halves = -1 where user_id = $1', [user]),
  ).rejects.toThrow('check')
  expect(await lines(user)).toEqual([['COMP', 'ADJUST', 2, 2]])
})

it('people of another department are out of reach, all of them or none are granted', async () => {
  const [here, there] = [await makeDept(test.admin, 'leave here'), await makeDept(test.admin, 'leave there')]
  const [mine, theirs] = [await worker(here, '2010-01-01'), await worker(there, '2010-01-01')]
  const local = await makePerson(test.admin, test.db, { deptId: here })
  const seen = await local.call(leaveBalances, { year: YEAR })
  expect(seen.people.map(({ userId }) => userId).toSorted()).toEqual([mine, local.userId].toSorted())
  await expect(local.call(grantAnnualLeave, { year: YEAR, userIds: [mine, theirs] })).rejects.toThrow('not-found')
  await expect(local.call(leaveLedger, { year: YEAR, userId: theirs })).rejects.toThrow('not-found')
  const asked = { userId: theirs, year: YEAR, type: 'COMP', halves: 1, reason: 'r' } as const
  await expect(local.call(adjustLeave, asked)).rejects.toThrow('not-found')
  expect(await lines(mine)).toEqual([])
})
