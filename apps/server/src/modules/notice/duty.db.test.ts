import {
  answerSwap,
  askSwap,
  copyDuty,
  dutyDepts,
  dutyHolidayResource,
  dutyWeek,
  explainPush,
  noticeUserResource,
  setDuty,
} from '@sluice/contract'
import { beforeAll, expect, it } from 'vitest'
import { makeDevice } from '../../../../../testing/src/field/devices.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const DAY_MS = 86_400_000
/** The next Monday but one, on the calendar of the department. */
const mondayIn = (weeks: number) => {
  const today = new Date(now())
  const monday = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() - ((today.getUTCDay() + 6) % 7),
  )
  return new Date(monday + weeks * 7 * DAY_MS).toISOString().slice(0, 10)
}
let dept = ''
let planner: Awaited<ReturnType<typeof makePerson>>
let asked: typeof planner
const people = { one: '', two: '' }

beforeAll(async () => {
  dept = await makeDept(test.admin, 'rota', { timeZone: 'Asia/Shanghai' })
  planner = await makePerson(test.admin, test.db, { deptId: dept })
  asked = await makePerson(test.admin, test.db, { deptId: dept, keys: ['duty:list', 'duty:swap'] })
  const told = { deptId: dept, phone: '13800000000', channels: ['INAPP'] }
  people.one = await test.admin.insert(noticeUserResource, { ...told, name: '李文渠', userId: planner.userId })
  people.two = await test.admin.insert(noticeUserResource, { ...told, name: '吴敏', userId: asked.userId })
})

const week = (monday: string, who = planner) => who.call(dutyWeek, { deptId: dept, monday })
async function put(monday: string, cell: number, noticeUserId: string | null, holidayId?: string) {
  const { from, to } = (await week(monday)).cells[cell]!
  await planner.call(setDuty, { deptId: dept, from, to, noticeUserId, ...(holidayId && { holidayId }) })
}
const names = async (monday: string) => (await week(monday)).shifts.map(({ name }) => name)

it('a shift is set, given to another and cleared; a week is copied where it has none', async () => {
  const [first, second] = [mondayIn(2), mondayIn(3)]
  await put(first, 0, people.one)
  await put(first, 0, people.two)
  await put(first, 1, people.one)
  expect(await names(first)).toEqual(['吴敏', '李文渠'])
  await put(second, 1, people.two)
  expect(await planner.call(copyDuty, { deptId: dept, monday: second })).toBe(1)
  expect(await names(second)).toEqual(['吴敏', '吴敏'])
  await put(first, 0, null)
  expect(await names(first)).toEqual(['李文渠'])
})

it('a swap changes nothing until who was asked agrees; refused it is over, and nobody else may answer', async () => {
  const monday = mondayIn(4)
  await put(monday, 0, people.one)
  const shift = async () => (await week(monday)).shifts[0]!
  const ask = async () =>
    planner.call(askSwap, { id: (await shift()).id, version: (await shift()).version, noticeUserId: people.two })
  const answer = async (who: typeof planner, agree: boolean) =>
    who.call(answerSwap, { id: (await shift()).id, version: (await shift()).version, agree })
  await expect(answer(planner, true)).rejects.toMatchObject({ key: 'conflict' })
  await ask()
  expect(await shift()).toMatchObject({ name: '李文渠', askedName: '吴敏' })
  const stranger = await makePerson(test.admin, test.db, { deptId: dept, keys: ['duty:list', 'duty:swap'] })
  await expect(answer(stranger, true)).rejects.toMatchObject({ key: 'not-permitted' })
  await answer(asked, false)
  expect(await shift()).toMatchObject({ name: '李文渠', askedId: null })
  await ask()
  await answer(asked, true)
  expect(await shift()).toMatchObject({ name: '吴敏', swappedFromName: '李文渠', askedId: null })
})

it('only who has a shift or plans the rota asks for a swap: nobody takes the shift of another', async () => {
  const monday = mondayIn(6)
  await put(monday, 0, people.one)
  const shift = async (who = asked) => (await week(monday, who)).shifts[0]!
  const ask = async (who: typeof planner, noticeUserId: string | null) => {
    const { id, version } = await shift()
    return who.call(askSwap, { id, version, noticeUserId })
  }
  expect((await shift()).mayAsk).toBe(false)
  await expect(ask(asked, people.two)).rejects.toMatchObject({ key: 'not-permitted' })
  expect(await shift()).toMatchObject({ name: '李文渠', askedId: null })
  const holder = await makePerson(test.admin, test.db, { deptId: dept, keys: ['duty:list', 'duty:swap'] })
  const told = { deptId: dept, phone: '13800000000', channels: ['INAPP'] }
  await put(monday, 0, await test.admin.insert(noticeUserResource, { ...told, name: '孙立新', userId: holder.userId }))
  expect([(await shift(holder)).mayAsk, (await shift(planner)).mayAsk]).toEqual([true, true])
  await ask(holder, people.two)
  await expect(ask(asked, null)).rejects.toMatchObject({ key: 'not-permitted' })
  await ask(holder, null)
  await ask(planner, people.two)
  const { id, version, mayAsk, mayAnswer } = await shift()
  expect({ mayAsk, mayAnswer }).toEqual({ mayAsk: false, mayAnswer: true })
  await asked.call(answerSwap, { id, version, agree: true })
  expect(await shift()).toMatchObject({ name: '吴敏', swappedFromName: '孙立新', mayAsk: true })
})

it('a shift that is over is not swapped any more, and a question about it is over with it', async () => {
  const monday = mondayIn(0)
  const from = new Date(now() - 2 * 3_600_000).toISOString()
  const to = new Date(now() + 3_600_000).toISOString()
  const lately = await makeDept(test.admin, 'lately', { timeZone: 'Asia/Shanghai', parentId: dept })
  await planner.call(setDuty, { deptId: lately, from, to, noticeUserId: people.one })
  const read = async () => {
    const weeks = [mondayIn(-1), monday, mondayIn(1)]
    const found = await Promise.all(weeks.map((one) => planner.call(dutyWeek, { deptId: lately, monday: one })))
    return found.flatMap(({ shifts }) => shifts)[0]!
  }
  const { id, version } = await read()
  await planner.call(askSwap, { id, version, noticeUserId: people.two })
  expect(await read()).toMatchObject({ askedName: '吴敏', mayAsk: true, mayAnswer: true })
  await test.db.query('update duty_shift set to_time = $2 where id = $1 /* unscoped:test */', [
    id,
    new Date(now() - 1).toISOString(),
  ])
  const swap = { id, version: version + 1 }
  expect(await read()).toMatchObject({ version: version + 1, askedId: null, askedName: null, mayAsk: false })
  expect((await read()).mayAnswer).toBe(false)
  await expect(planner.call(askSwap, { ...swap, noticeUserId: null })).rejects.toMatchObject({
    answer: { message: '这一班已经结束', data: { error: 'not-yet' } },
  })
  await expect(asked.call(answerSwap, { ...swap, agree: true })).rejects.toMatchObject({ key: 'not-yet' })
  expect(await read()).toMatchObject({ name: '李文渠', swappedFromName: null })
})

it('of a department out of sight nothing is read, planned, copied, asked or answered', async () => {
  const monday = mondayIn(5)
  await put(monday, 0, people.one)
  const { id, version, from, to } = (await week(monday)).shifts[0]!
  const elsewhere = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'elsewhere') })
  for (const call of [
    () => week(monday, elsewhere),
    () => elsewhere.call(setDuty, { deptId: dept, from, to, noticeUserId: null }),
    () => elsewhere.call(copyDuty, { deptId: dept, monday }),
    () => elsewhere.call(askSwap, { id, version, noticeUserId: people.two }),
    () => elsewhere.call(answerSwap, { id, version, agree: true }),
  ])
    await expect(call()).rejects.toMatchObject({ key: 'not-found' })
  const foreign = await test.admin.insert(noticeUserResource, { name: 'x', deptId: '1', channels: ['SMS'] })
  await expect(put(monday, 1, foreign)).rejects.toMatchObject({ fields: { noticeUserId: 'not-found' } })
  expect(await names(monday)).toEqual(['李文渠'])
})

it('on a holiday, also of a department above, its own shift is called first; without one, or without the holiday, the usual rota', async () => {
  const monday = mondayIn(1)
  const day = new Date(Date.parse(monday) + 2 * DAY_MS).toISOString().slice(0, 10)
  const holiday = await test.admin.insert(dutyHolidayResource, { deptId: '1', day, name: '端午节' })
  expect((await week(monday)).holidays).toEqual([{ id: holiday, day: 2, name: '端午节' }])
  // Monday to Wednesday by day; then the holiday has a shift of its own by day, and none by night.
  for (const cell of [4, 5]) await put(monday, cell, people.one)
  await put(monday, 4, people.two, holiday)
  await expect(put(monday, 6, people.two, holiday)).rejects.toMatchObject({ fields: { holidayId: 'not-found' } })
  const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
  const called = async (hour: string) => {
    const said = await test.admin.call(explainPush, { deviceId, code: 'V01', time: `${day}T${hour}:00+08:00` })
    return said.people.flatMap(({ name, told }) => (told === 'NOW' ? [name] : []))
  }
  expect([await called('10:00'), await called('23:00')]).toEqual([['吴敏'], ['李文渠']])
  // The week after has the usual rota only.
  await planner.call(copyDuty, { deptId: dept, monday: mondayIn(2) })
  expect((await week(mondayIn(2))).shifts.every(({ holidayId }) => holidayId === null)).toBe(true)
  await test.admin.remove(dutyHolidayResource, holiday)
  expect([await called('10:00'), (await week(monday)).holidays]).toEqual([['李文渠'], []])
})

it('departments with a rota are those with somebody on duty now or later, as far as they are in sight, the own first', async () => {
  const above = await makeDept(test.admin, 'above')
  const [early, own] = [
    await makeDept(test.admin, 'early', { parentId: above }),
    await makeDept(test.admin, 'own', { parentId: above }),
  ]
  await makeDept(test.admin, 'without', { parentId: above })
  const over = await makeDept(test.admin, 'over', { parentId: above })
  const noticeUserId = await test.admin.insert(noticeUserResource, {
    deptId: above,
    name: '值班员',
    channels: ['INAPP'],
  })
  const shift = (deptId: string, hours: number) => {
    const [from, to] = [hours - 8, hours].map((at) => new Date(now() + at * 3_600_000).toISOString())
    return test.admin.call(setDuty, { deptId, from: from!, to: to!, noticeUserId })
  }
  await shift(early, 1)
  await shift(own, 300)
  await shift(over, 0)
  const named = async (deptId: string) => {
    const person = await makePerson(test.admin, test.db, { deptId, keys: ['duty:list'] })
    return (await person.call(dutyDepts, {})).map(({ name }) => name)
  }
  expect(await named(above)).toEqual(['early', 'own'])
  expect(await named(own)).toEqual(['own'])
  expect((await test.admin.call(dutyDepts, {})).map(({ id }) => id)).toEqual(expect.arrayContaining([early, own]))
})
