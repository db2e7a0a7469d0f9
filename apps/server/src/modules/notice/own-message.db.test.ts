import {
  ackFault,
  faultResource,
  ownPushes,
  PUSH_PARAM,
  pushRecordResource,
  readAllPushes,
  readPushes,
} from '@sluice/contract'
import { expect, it } from 'vitest'
import { openLive } from '../../../../../testing/src/field/live.ts'
import { sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { until } from '../../../../../testing/src/platform/wait.ts'

const { test, given, place, makeTold, makeRule, begin, after } = sharedNotices({
  env: { SLUICE_PUBLIC_URL: 'https://console.example.org' },
})

it('a message in the application reaches its person alone, and is read by them', async () => {
  const person = await makePerson(test.admin, test.db, { deptId: place.dept })
  const other = await makePerson(test.admin, test.db, { deptId: place.dept })
  const [own, foreign] = [await openLive(test.url, person.visitor), await openLive(test.url, other.visitor)]
  await makeTold({ channels: ['INAPP'], userId: person.userId })
  await makeRule({ mergeWindowS: 0 })
  const fault = await begin('V01', 3)
  await after(0)
  await own.event(({ type }) => type === 'pushes')
  const [message] = await person.call(ownPushes, {})
  expect(message).toMatchObject({
    url: `/fault/fault-device/${fault}`,
    faultIds: [fault],
    level: 3,
    readTime: null,
    takenBy: [],
  })
  expect(await other.call(ownPushes, {})).toEqual([])
  await expect(other.call(readPushes, { ids: [message!.id] })).rejects.toMatchObject({ key: 'not-found' })
  await person.call(readPushes, { ids: [message!.id] })
  await until('the other tabs hear of it', () => own.events.filter(({ type }) => type === 'pushes').length > 1)
  expect(foreign.events.some(({ type }) => type === 'pushes')).toBe(false)
  const record = async () => (await test.admin.page(pushRecordResource, { channel: 'INAPP' })).list[0]
  expect(await record()).toMatchObject({ status: 'READ', readTime: expect.any(String), takenTime: null })
  const { version } = await faultOf(fault)
  await person.call(ackFault, { id: fault, version })
  expect((await record())?.takenTime).toEqual(expect.any(String))
  expect((await person.call(ownPushes, {}))[0]!.takenBy).toHaveLength(1)
  own.close()
  foreign.close()
})

it('all that were sent until then are read; what came meanwhile is not', async () => {
  const person = await makePerson(test.admin, test.db, { deptId: place.dept })
  await makeTold({ channels: ['INAPP'], userId: person.userId })
  await makeRule({ mergeWindowS: 0 })
  await begin('V01', 3)
  await after(0)
  const [first] = await person.call(ownPushes, {})
  await begin('P03', 3)
  await after(1_000)
  await person.call(readAllPushes, { until: first!.sentTime })
  expect((await person.call(ownPushes, {})).map(({ readTime }) => readTime === null)).toEqual([true, false])
})

it('the link of a message by another channel names the message, and who opens it signed in has read it', async () => {
  const person = await makePerson(test.admin, test.db, { deptId: place.dept })
  await makeTold({ channels: ['EMAIL'], userId: person.userId })
  await makeRule({ mergeWindowS: 0 })
  const fault = await begin('V01', 3)
  await after(0)
  const link = new URL(given[0]!.message.url!)
  expect([link.host, link.pathname]).toEqual(['console.example.org', `/fault/fault-device/${fault}`])
  await person.call(readPushes, { ids: [link.searchParams.get(PUSH_PARAM)!] })
  expect((await test.admin.page(pushRecordResource, { channel: 'EMAIL' })).list[0]).toMatchObject({ status: 'READ' })
  expect(await person.call(ownPushes, {})).toEqual([])
})

it('the link of a message about several leads to those it told of, and to no other, for who sees them', async () => {
  const person = await makePerson(test.admin, test.db, { deptId: place.dept })
  const elsewhere = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, 'elsewhere') })
  await makeTold({ channels: ['EMAIL'], userId: person.userId })
  await makeRule({ mergeWindowS: 60, name: 'night' })
  const told = [await begin('V01', 3), await begin('P03', 2)]
  const over = await begin('V06', 3)
  await after(0)
  await changeFaults(test.db, [over], `condition_state = 'CLEARED', clear_time = now()`)
  await after(60_000)
  const other = await begin('V04', 3)
  const link = new URL(given[0]!.message.url!)
  expect(link.pathname).toBe('/fault/fault-device')
  const messageId = link.searchParams.get('messageId')!
  expect(link.searchParams.get(PUSH_PARAM)).toBe(messageId)
  const found = async (who: typeof person, id = messageId) =>
    (await who.page(faultResource, { messageId: id })).list.map((row) => row.id).toSorted()
  expect(await found(person)).toEqual(told.toSorted())
  // What became of them since changes nothing.
  await changeFaults(test.db, told, `condition_state = 'CLEARED', clear_time = now()`)
  expect(await found(person)).toEqual(told.toSorted())
  expect(await found(person)).not.toContain(other)
  expect(await found(elsewhere)).toEqual([])
  expect(await found(person, 'x')).toEqual([])
  const [record] = (await test.admin.page(pushRecordResource, { channel: 'EMAIL', level: 3 })).list
  expect(record).toMatchObject({ ruleIdName: 'night', attempts: 1, status: 'SENT', faults: 3 })
  const { noticeUserName } = record!
  expect((await test.admin.page(pushRecordResource, { keyword: String(noticeUserName) })).total).toBe(1)
})

async function faultOf(id: string): Promise<{ version: number }> {
  const { rows } = await test.db.query<{ version: number }>(
    `select version from fault where id = $1 /* unscoped:test */`,
    [id],
  )
  return rows[0]!
}
