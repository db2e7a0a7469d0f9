import { ackFault, ownPushes, PUSH_PARAM, pushRecordResource, readAllPushes, readPushes } from '@sluice/contract'
import { expect, it } from 'vitest'
import { openLive } from '../../../../../testing/src/field/live.ts'
import { sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'
import { makePerson } from '../../../../../testing/src/platform/people.ts'
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

async function faultOf(id: string): Promise<{ version: number }> {
  const { rows } = await test.db.query<{ version: number }>(
    `select version from fault where id = $1 /* unscoped:test */`,
    [id],
  )
  return rows[0]!
}
