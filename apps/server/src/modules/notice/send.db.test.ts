import { noticeUserResource, pushLimitResource, pushRecordResource, resendPush } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, clock, given, state, makeTold, makeRule, begin, send, after, messages, states } = sharedNotices()

const limit = async (channel: string, values: object) => {
  const { list } = await test.admin.page(pushLimitResource)
  const { id, version } = list.find((row) => row.channel === channel)!
  await test.admin.update(pushLimitResource, id, { version, ...values })
}
const toldOf = () => given.map(({ message }) => message.title.split(' ').at(-1))

describe('a channel that does not take it', () => {
  const WAITS = [10_000, 30_000, 120_000, 600_000, 1_800_000]

  it('is asked again after 10 s, 30 s, 2 min, 10 min and 30 min under the same key, and then it has failed', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    state.answer = () => ({ ok: false, because: 'busy', retry: true })
    await begin('V01', 3)
    await after(0)
    for (const [at, wait] of WAITS.entries()) {
      expect([given.length, await states()]).toEqual([at + 1, [['SMS', 'PENDING', 'AGAIN']]])
      await after(wait - 1_000)
      expect(given).toHaveLength(at + 1)
      await after(1_000)
    }
    expect(await states()).toEqual([['SMS', 'FAILED', 'GIVEN_UP']])
    expect(new Set(given.map(({ message }) => JSON.stringify(message))).size).toBe(1)
  })

  it('for good has failed at once, with what it said; sent again by hand it goes out whatever became of the fault', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    state.answer = () => ({ ok: false, because: 'no such number', retry: false })
    const fault = await begin('V01', 3)
    await after(0)
    const [row] = (await test.admin.page(pushRecordResource, { status: 'FAILED', reason: 'REFUSED' })).list
    expect(row).toMatchObject({ error: 'no such number', code: 'V01', faults: 1, attempts: 1 })
    await changeFaults(test.db, [fault], `condition_state = 'CLEARED', clear_time = now()`)
    state.answer = () => ({ ok: true, providerId: 'x' })
    await test.admin.call(resendPush, { id: row!.id, version: row!.version })
    await send()
    expect(await states()).toEqual([['SMS', 'SENT', null]])
    const again = test.admin.call(resendPush, { id: row!.id, version: (await messages())[0]!.version })
    await expect(again).rejects.toMatchObject({ key: 'conflict' })
  })

  it('keeps the order of a person: what comes later waits behind it', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    state.answer = () => ({ ok: false, because: 'busy', retry: true })
    await begin('V01', 3)
    await after(0)
    await begin('P03', 3)
    await after(1_000)
    expect(given).toHaveLength(1)
    state.answer = () => ({ ok: true, providerId: null })
    await after(10_000)
    await send()
    expect(given.map(({ message }) => message.title.split(' ').at(-1))).toEqual(['阀门堵转', '阀门堵转', '市电断电'])
  })

  it('holds no fault back behind a test that has not ended, nor does a test count for the hour', async () => {
    const person = await makeTold()
    await makeRule({ mergeWindowS: 0 })
    await limit('SMS', { personHourly: 1 })
    const { rows } = await test.db.query<{ id: string }>(
      `insert into push_message (dept_id, notice_user_id, channel, level, status, opened_at, window_end, due_time, attempts, lease_until, test)
       select dept_id, id, 'SMS', 1, 'PENDING', x.at, x.at, x.at, 1, x.at + interval '1 hour', true
       from notice_user, (select to_timestamp($2::float8 / 1000) as at) x where id = $1 returning id /* unscoped:test */`,
      [person, clock.now().getTime()],
    )
    await begin('V01', 3)
    clock.advance(0)
    await test.platform.notices.plan()
    await test.platform.notices.send()
    expect([rows.length, toldOf()]).toEqual([1, ['阀门堵转']])
  })

  it('and was switched off meanwhile has failed', async () => {
    await makeTold()
    await begin('V01', 3)
    await after(1_000)
    state.kinds = ['INAPP']
    await after(60_000)
    expect(await states()).toEqual([['SMS', 'FAILED', 'NOT_CONFIGURED']])
  })
})

describe('limits', () => {
  it('of an hour: what comes beyond waits in one message until the hour has room', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    await limit('SMS', { personHourly: 2 })
    for (const code of ['V01', 'P03', 'V06', 'V04', 'P02']) {
      await begin(code, 3)
      await after(60_000)
    }
    expect((await messages()).map(({ status, reason, faults }) => [status, reason, faults])).toEqual([
      ['SENT', null, 1],
      ['SENT', null, 1],
      ['PENDING', 'RATE', 3],
    ])
    await after(60 * MINUTE)
    expect(given).toHaveLength(3)
    expect(given[2]!.message.title).toContain('3 条故障')
  })

  it.each([
    ['deptDaily', 'DEPT_BUDGET'],
    ['totalDaily', 'TOTAL_BUDGET'],
  ])('of a day (%s): what is cut is shown with the reason', async (name, reason) => {
    const yesterday = await makeTold()
    await makeRule({ mergeWindowS: 0 })
    await begin('V06', 3)
    await after(0)
    const { rows } = await test.db.query<{ n: number }>(
      `select count(*)::int as n from push_message where channel = 'SMS' and sent_time is not null /* unscoped:test */`,
    )
    clock.advance(24 * 60 * MINUTE)
    expect(rows[0]!.n).toBeGreaterThan(0)
    await test.admin.update(noticeUserResource, yesterday, { enabled: false })
    await makeTold()
    await limit('SMS', { [name]: 1 })
    await begin('V01', 3)
    await after(0)
    await begin('P03', 3)
    await after(1_000)
    expect(await states()).toEqual([
      ['SMS', 'SENT', null],
      ['SMS', 'FAILED', reason],
    ])
  })
})

describe('a fault of level 4', () => {
  it('does not wait behind an older message of the same person and channel, and what is less serious waits behind it', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    state.answer = () => ({ ok: false, because: 'busy', retry: true })
    await begin('V01', 3)
    await after(0)
    await begin('W04', 4)
    await after(1_000)
    expect(toldOf()).toEqual(['阀门堵转', '空转/无水'])
    state.answer = () => ({ ok: true, providerId: null })
    await after(9_000)
    // Its second attempt is due; that of the emergency is not, and goes first.
    expect(toldOf()).toHaveLength(2)
    await after(1_000)
    await send()
    expect(toldOf()).toEqual(['阀门堵转', '空转/无水', '空转/无水', '阀门堵转'])
  })

  it('of several that are due together leaves first', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    await begin('V01', 3)
    await test.platform.notices.plan()
    clock.advance(1_000)
    await begin('W04', 4)
    await after(0)
    await send()
    expect(toldOf()).toEqual(['空转/无水', '阀门堵转'])
  })

  it('waits behind an older one of its kind', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    state.answer = () => ({ ok: false, because: 'busy', retry: true })
    await begin('H04', 4)
    await after(0)
    await begin('W04', 4)
    await after(1_000)
    expect(given).toHaveLength(1)
  })

  it('takes what waits for the limit of an hour along, at once', async () => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    await limit('SMS', { personHourly: 1 })
    await begin('V01', 3)
    await after(0)
    await begin('P03', 3)
    await after(MINUTE)
    expect((await states()).at(-1)).toEqual(['SMS', 'PENDING', 'RATE'])
    await begin('W04', 4)
    await after(MINUTE)
    expect(await states()).toEqual([
      ['SMS', 'SENT', null],
      ['SMS', 'SENT', null],
    ])
    expect(given.at(-1)!.message).toMatchObject({ level: 4, title: expect.stringContaining('2 条故障') })
  })

  it.each(['deptDaily', 'totalDaily'])('is sent beyond a budget of a day (%s), and counted', async (name) => {
    await makeTold()
    await makeRule({ mergeWindowS: 0 })
    await limit('SMS', { [name]: 0 })
    const sentToday = async () => {
      await test.db.query(
        `update push_message set sent_time = now() where sent_time > '${new Date(0).toISOString()}' /* unscoped:test */`,
      )
      const { list } = await test.admin.page(pushLimitResource)
      return Number(list.find(({ channel }) => channel === 'SMS')!['sentToday'])
    }
    const before = await sentToday()
    await begin('W04', 4)
    await after(0)
    await begin('V01', 3)
    await after(MINUTE)
    expect(await states()).toEqual([
      ['SMS', 'SENT', null],
      ['SMS', 'FAILED', name === 'deptDaily' ? 'DEPT_BUDGET' : 'TOTAL_BUDGET'],
    ])
    expect((await sentToday()) - before).toBe(1)
  })
})
