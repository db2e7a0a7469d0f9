import {
  type ChannelKind,
  noticeUserResource,
  ownPushes,
  pushLimitResource,
  pushRecordResource,
  resendPush,
  testNoticeUser,
} from '@sluice/contract'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { MARK, sharedChannels } from '../../../../../testing/src/channels/shared-channels.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'

const shared = sharedChannels()
const { test, clock, setUp } = shared
let dept = ''
beforeAll(async () => {
  dept = await makeDept(test.admin, 'tried')
})
beforeEach(() => clock.advance(120_000))

const makeTold = (channels: readonly ChannelKind[], more: object = {}) =>
  test.admin.insert(noticeUserResource, {
    name: '李文渠',
    deptId: dept,
    phone: '13800138000',
    email: 'li@example.com',
    wechatOpenId: 'oABCD_1234567890',
    channels: [...channels],
    ...more,
  })
const tryOut = (id: string, channel: ChannelKind) => test.admin.call(testNoticeUser, { id, channel })
const recordsOf = async (noticeUserId: string) =>
  (await test.admin.page(pushRecordResource, { noticeUserId })).list.map(
    ({ channel, status, reason, error, test: isTest, faults, attempts }) => [
      channel,
      status,
      reason,
      error,
      isTest,
      faults,
      attempts,
    ],
  )

it.each(['SMS', 'VOICE', 'DINGTALK', 'WECOM', 'WECHAT', 'WEBHOOK'] as const)(
  'a person is tried by %s: the other side gets it, its answer is told word for word without secrets, and recorded as a test',
  async (kind) => {
    await setUp(kind)
    const id = await makeTold([kind])
    const told = await tryOut(id, kind)
    expect(told).toMatchObject({ ok: true, because: null, retry: false, answer: expect.stringMatching(/./) })
    expect(told.answer).not.toContain(MARK)
    const heard = shared.sides[kind].heard.map(({ url, body }) => `${decodeURIComponent(url.href)} ${body}`)
    expect(heard.join(' ')).toContain('测试消息')
    expect(await recordsOf(id)).toEqual([[kind, 'SENT', null, null, true, 0, 1]])
  },
)

it('by mail in the language of the person, who is named by who tried it, also while the person is switched off', async () => {
  await setUp('EMAIL')
  const id = await makeTold(['EMAIL'], { language: 'en-US', enabled: false })
  expect(await tryOut(id, 'EMAIL')).toMatchObject({ ok: true, answer: expect.stringContaining('250') })
  expect(shared.mail.mails.at(-1)).toContain('Test message')
})

it('what the other side refuses is told and recorded; it cannot be sent again by hand', async () => {
  await setUp('WECOM', {}, { key: `${MARK}-another` })
  const id = await makeTold(['WECOM'])
  const told = await tryOut(id, 'WECOM')
  expect(told).toMatchObject({ ok: false, retry: false, because: expect.stringMatching(/^\d+ /) })
  expect(await recordsOf(id)).toEqual([['WECOM', 'FAILED', 'REFUSED', told.because, true, 0, 1]])
  const [{ id: messageId, version }] = (await test.admin.page(pushRecordResource, { noticeUserId: id })).list as [
    { id: string; version: number },
  ]
  await expect(test.admin.call(resendPush, { id: messageId, version })).rejects.toMatchObject({ key: 'conflict' })
})

it('a channel that is not set up, or a person without what it needs, is said', async () => {
  const id = await makeTold(['SMS', 'WECHAT'], { phone: null, wechatOpenId: null })
  expect(await tryOut(id, 'SMS')).toMatchObject({ ok: false, because: 'not-configured' })
  await setUp('WECHAT')
  expect(await tryOut(id, 'WECHAT')).toMatchObject({ ok: false, because: 'no-open-id' })
  expect((await recordsOf(id)).map(([, status, reason]) => `${status} ${reason}`).toSorted()).toEqual([
    'FAILED NOT_CONFIGURED',
    'FAILED REFUSED',
  ])
  await expect(tryOut(id, 'VOICE')).rejects.toMatchObject({ key: 'validation', fields: { channel: 'not-an-option' } })
})

it('in the application it arrives with the person; without an account it cannot', async () => {
  const person = await makePerson(test.admin, test.db, { deptId: dept })
  const id = await makeTold(['INAPP'], { userId: person.userId })
  expect(await tryOut(id, 'INAPP')).toMatchObject({ ok: true, answer: null })
  expect((await person.call(ownPushes)).map(({ title, faultIds, url }) => [title, faultIds, url])).toEqual([
    ['测试消息', [], null],
  ])
  const nobody = await makeTold(['INAPP'])
  expect(await tryOut(nobody, 'INAPP')).toMatchObject({ ok: false, because: 'no-account' })
})

it('at most once a minute for a person and a channel', async () => {
  await setUp('WEBHOOK')
  await setUp('WECOM')
  const [one, two] = [await makeTold(['WEBHOOK', 'WECOM']), await makeTold(['WEBHOOK'])]
  await tryOut(one, 'WEBHOOK')
  clock.advance(40_000)
  const refused = tryOut(one, 'WEBHOOK')
  await expect(refused).rejects.toMatchObject({ key: 'too-many-requests' })
  expect((await tryOut(one, 'WECOM')).ok && (await tryOut(two, 'WEBHOOK')).ok).toBe(true)
  clock.advance(20_000)
  expect(await tryOut(one, 'WEBHOOK')).toMatchObject({ ok: true })
  expect(shared.sides.WEBHOOK.heard).toHaveLength(3)
})

it('counts for the budget of a day, and does not leave beyond it', async () => {
  await setUp('SMS')
  const [one, two] = [await makeTold(['SMS']), await makeTold(['SMS'])]
  const row = (await test.admin.page(pushLimitResource)).list.find(({ channel }) => channel === 'SMS')!
  const limit = async (deptDaily: number) => {
    const { version } = await test.admin.get(pushLimitResource, row.id)
    await test.admin.update(pushLimitResource, row.id, { version, deptDaily })
  }
  const { rows } = await test.db.query<{ n: number }>(
    `select count(*)::int as n from push_message where channel = 'SMS' and sent_time is not null /* unscoped:test */`,
  )
  await limit(rows[0]!.n + 1)
  expect(await tryOut(one, 'SMS')).toMatchObject({ ok: true })
  await expect(tryOut(two, 'SMS')).rejects.toMatchObject({
    answer: { message: '部门今日额度已用完', data: { error: 'not-yet' } },
  })
  expect(await recordsOf(two)).toEqual([])
  await limit(200)
})

it('one whose process died has failed when its lease is over, and is not sent again', async () => {
  await setUp('WEBHOOK')
  const id = await makeTold(['WEBHOOK'])
  await tryOut(id, 'WEBHOOK')
  const { rows } = await test.db.query<{ lease: Date }>(
    `update push_message set status = 'PENDING', sent_time = null, lease_until = opened_at + interval '2 minutes'
     where notice_user_id = $1 returning lease_until as lease /* unscoped:test */`,
    [id],
  )
  expect(rows).toHaveLength(1)
  clock.advance(121_000)
  await test.platform.notices.send()
  expect((await recordsOf(id)).map(([, status, reason]) => [status, reason])).toEqual([['FAILED', 'GIVEN_UP']])
  expect(shared.sides.WEBHOOK.heard).toHaveLength(1)
})
