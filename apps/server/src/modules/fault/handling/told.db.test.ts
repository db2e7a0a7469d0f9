import { faultStory } from '@sluice/contract'
import { makePerson } from '@sluice/testing'
import { expect, it } from 'vitest'
import { sharedNotices } from '../../../../../../testing/src/notice/shared-notices.ts'

const { test, state, place, makeTold, makeRule, begin, after } = sharedNotices()
const toldOf = async (id: string, who = test.admin) => (await who.call(faultStory, { id })).told

it('the story of a fault has who was told of it by what, when it was read, and why it failed', async () => {
  await makeTold({ name: 'Reader', channels: ['SMS'] })
  await makeRule({ mergeWindowS: 0 })
  const sent = await begin('V01', 3)
  expect(await toldOf(sent)).toEqual([])
  await after(0)
  expect(await toldOf(sent)).toEqual([
    { ts: expect.any(String), channel: 'SMS', userName: 'Reader', status: 'SENT', reason: null, readTime: null },
  ])
  await test.db.query(
    `update push_message set status = 'READ', read_time = '2026-06-01T04:00:00Z' where status = 'SENT' /* unscoped:test */`,
  )
  expect(await toldOf(sent)).toMatchObject([{ status: 'READ', readTime: '2026-06-01T04:00:00.000Z' }])
  state.answer = () => ({ ok: false, because: 'no such number', retry: false })
  const failed = await begin('P03', 3)
  await after(0)
  expect(await toldOf(failed)).toMatchObject([{ userName: 'Reader', status: 'FAILED', reason: 'REFUSED' }])
  // A message tells of its own faults alone.
  expect(await toldOf(sent)).toHaveLength(1)
})

it('a message that is out of sight is not told, nor one that waits', async () => {
  const person = await makePerson(test.admin, test.db, { deptId: place.dept, keys: ['fault:list'] })
  await makeTold()
  await makeRule({ mergeWindowS: 0 })
  const id = await begin('V01', 3)
  state.answer = () => ({ ok: false, because: 'busy', retry: true })
  await after(0)
  expect(await toldOf(id, person)).toEqual([])
  state.answer = () => ({ ok: true, providerId: null })
  await after(10_000)
  expect(await toldOf(id, person)).toHaveLength(1)
  await test.db.query(
    `update push_message set dept_id = (select id from dept where parent_id is null)
     where id in (select message_id from push_fault where fault_id = $1) /* unscoped:test */`,
    [id],
  )
  expect(await toldOf(id, person)).toEqual([])
  expect(await toldOf(id)).toHaveLength(1)
})
