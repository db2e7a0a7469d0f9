import { explainPush, maintenanceWindowResource, noticeUserResource } from '@sluice/contract'
import { localTimeOf } from '@sluice/kit'
import { describe, expect, it } from 'vitest'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { makeDept, makePerson } from '../../../../../testing/src/platform/people.ts'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, now, given, place, makeTold, makeRule, begin, plan, after, messages, states } = sharedNotices()

/** Quiet hours that hold now and for two hours more. */
function quietNow() {
  const at = (hours: number) => localTimeOf(now() + hours * 60 * MINUTE, 'Asia/Shanghai').slice(11, 16)
  return { quietFrom: at(-1), quietTo: at(2) }
}

describe('API-18, AM-22 (2 of 2), BS-3 (part) a person to be told', () => {
  it('is added, changed and deleted at both addresses, with the former names of channels', async () => {
    for (const base of ['/device/v1/noticeUser', '/v1/noticeUser']) {
      const post = (verb: string, body: Record<string, unknown>) => test.admin.answer('POST', `${base}/${verb}`, body)
      const input = { name: '李文渠', phone: '13800000000', email: 'li@example.org', deptId: place.dept, enabled: true }
      const added = await post('insert', { ...input, channels: ['sms', 'mail', 'wechat', 'SMS'] })
      expect(added).toMatchObject({ code: 0, data: { id: expect.any(String) } })
      const { id } = added.data as { id: string }
      const row = await test.admin.get(noticeUserResource, id)
      expect(row).toMatchObject({
        channels: ['SMS', 'EMAIL', 'WECHAT'],
        levels: null,
        enabled: true,
        language: 'zh-CN',
      })
      expect(await post('update', { id, version: 0, name: '李渠', channels: ['VOICE'] })).toMatchObject({
        code: 0,
        data: true,
      })
      expect(await post('delete', { id })).toMatchObject({ code: 0, data: true })
    }
  })

  it('API-23 (3 of 3) the page of people is filtered by channel, level and department', async () => {
    const [own, other] = [await makeDept(test.admin, 'own'), await makeDept(test.admin, 'other')]
    await makeTold({ deptId: own, channels: ['SMS', 'VOICE'], levels: ['4'] })
    await makeTold({ deptId: own, channels: ['EMAIL'] })
    await makeTold({ deptId: other })
    const found = async (query: Record<string, unknown>) => (await test.admin.page(noticeUserResource, query)).total
    expect([
      await found({ deptId: own }),
      await found({ deptId: own, channels: 'VOICE' }),
      await found({ deptId: own, channels: 'VOICE,EMAIL' }),
      await found({ deptId: own, levels: '4' }),
      await found({ deptId: `${own},${other}` }),
    ]).toEqual([2, 1, 2, 1, 3])
  })

  it('needs a channel, both ends of the quiet hours, and an address that can be one', async () => {
    const refused = (more: object) =>
      makeTold(more).catch((error: { fields?: object }) => Object.keys(error.fields ?? {}))
    expect(await refused({ channels: [] })).toEqual(['channels'])
    expect(await refused({ quietFrom: '22:00' })).toEqual(['quietTo'])
    expect(await refused({ quietFrom: '22:00', quietTo: '22:00' })).toEqual(['quietTo'])
    expect(await refused({ email: 'nobody' })).toEqual(['email'])
    expect(await refused({ channels: ['PIGEON'] })).toEqual(['channels.0'])
  })
})

describe('what is explained', () => {
  it('is what the outbox then holds: the same people, channels and times', async () => {
    const boss = await makeTold({ levels: ['4'], channels: ['VOICE'] })
    await makeTold({ channels: ['SMS', 'EMAIL'] })
    await makeTold({ channels: ['SMS'], deviceTypes: ['PUMP'] })
    await makeTold({ channels: ['EMAIL'], ...quietNow() })
    await makeRule({ delayMin: 2, repeatMin: 10, escalateAfterMin: 15, escalateTo: boss })
    const said = await test.admin.call(explainPush, { deviceId: place.device, code: 'V01' })
    expect(said.people.filter(({ told }) => told !== 'NO')).toHaveLength(3)
    const steps = ['FIRST', 'REPEAT', 'ESCALATION', 'REPEAT', 'REPEAT', 'REPEAT', 'REPEAT', 'FIRST']
    expect(said.ladder.map(({ step }) => step)).toEqual(steps)
    await begin('V01', 3)
    await plan()
    const { rows } = await test.db.query<{ id: string; channel: string; at: number }>(
      `select p.notice_user_id as id, p.channel, extract(epoch from m.opened_at)::float8 * 1000 as at
       from push_fault p join push_message m on m.id = p.message_id where p.step = 0 order by 1, 2 /* unscoped:test */`,
    )
    const explained = said.people
      .filter(({ told }) => told === 'NOW' || told === 'LATER')
      .flatMap(({ noticeUserId, channels: by, at }) =>
        by.map((channel) => ({ id: noticeUserId, channel, at: Date.parse(at!) })),
      )
      .toSorted((a, b) => Number(a.id) - Number(b.id) || (a.channel < b.channel ? -1 : 1))
    expect(rows).toEqual(explained)
    const escalation = said.people.find(({ told }) => told === 'ESCALATION')!
    await after(17 * MINUTE)
    const { rows: up } = await test.db.query<{ id: string; at: number }>(
      'select notice_user_id as id, step from push_fault where step = -1',
    )
    expect(up).toEqual([{ id: escalation.noticeUserId, step: -1 }])
  })

  it('of a fault that somebody took already says so, and of another time who would be told then', async () => {
    await makeTold({ channels: ['SMS'], quietFrom: '22:00', quietTo: '06:00' })
    const id = await begin('V01', 3)
    await changeFaults(test.db, [id], `handle_state = 'ACKED'`)
    const now1 = await test.admin.call(explainPush, { deviceId: place.device, code: 'V01' })
    expect(now1.checks.filter(({ ok }) => !ok)).toEqual([{ check: 'TAKEN', ok: false }])
    expect(now1.people.map(({ told }) => told)).not.toContain('NOW')
    const day = new Date(now()).toISOString().slice(0, 10)
    const night = await test.admin.call(explainPush, { deviceId: place.device, code: 'V01', time: `${day}T19:00:00Z` })
    expect(night.people.find(({ told }) => told === 'LATER')).toMatchObject({ at: `${day}T22:00:00.000Z` })
    const far = test.admin.call(explainPush, { deviceId: place.device, code: 'V01', time: '2001-01-01T00:00:00Z' })
    await expect(far).rejects.toMatchObject({ fields: { time: 'too-big' } })
    await expect(test.admin.call(explainPush, { deviceId: place.device, code: 'ZZZ' })).rejects.toMatchObject({
      fields: { code: 'not-found' },
    })
  })

  it('in maintenance, and of a code that is not pushed, is that nobody is told, and until when', async () => {
    await makeTold({})
    const at = (hours: number) => new Date(now() + hours * 60 * MINUTE).toISOString()
    const ask = (more: object = {}) => test.admin.call(explainPush, { deviceId: place.device, code: 'V01', ...more })
    const window = { name: '检修', fromTime: at(-1), toTime: at(2) }
    const before = await begin('P03', 3)
    await test.admin.insert(maintenanceWindowResource, { ...window, deptId: place.dept, deviceId: place.device })
    const stopped = (said: Awaited<ReturnType<typeof ask>>) =>
      said.checks.filter(({ ok }) => !ok).map(({ check }) => check)
    const held = await ask()
    expect([stopped(held), held.maintainedUntil, held.ladder]).toEqual([['MAINTENANCE'], at(2), []])
    expect(held.people.map(({ told }) => told)).not.toContain('NOW')
    // After its end; what was active before it is held back, too.
    const [free, active] = [await ask({ time: at(3) }), await ask({ code: 'P03' })]
    expect([stopped(free), free.maintainedUntil]).toEqual([[], null])
    expect([stopped(active), active.maintainedUntil]).toEqual([['MAINTENANCE'], at(2)])
    await changeFaults(
      test.db,
      [before],
      `in_maintenance = true, maintenance_id = (select max(id) from maintenance_window)`,
    )
    expect((await ask({ code: 'P03' })).maintainedUntil).toBe(at(2))
    expect(stopped(await ask({ code: 'V14', time: at(3) }))).toEqual(['CODE'])
  })

  it('counts the people of departments that the reader does not see, and names none of them', async () => {
    await test.admin.insert(noticeUserResource, { name: 'above', deptId: '1', channels: ['SMS'] })
    await makeTold({})
    const reader = await makePerson(test.admin, test.db, { deptId: place.dept, keys: ['push:explain'] })
    const said = await reader.call(explainPush, { deviceId: place.device, code: 'V01' })
    expect([said.outOfSight, said.people.some(({ name }) => name === 'above')]).toEqual([1, false])
    expect(said.ladder).toMatchObject([{ others: 1 }])
  })
})

describe('faults of one window', () => {
  it('are one message for each channel: the worst three, the number, and a link', async () => {
    await makeTold({ channels: ['SMS', 'EMAIL'] })
    for (const [code, level] of [
      ['C03', 1],
      ['V01', 3],
      ['P01', 2],
      ['P03', 3],
      ['V05', 2],
    ] as const) {
      await begin(code, level)
      await after(5_000)
    }
    expect(await states()).toEqual([
      ['SMS', 'PENDING', null],
      ['EMAIL', 'PENDING', null],
    ])
    await after(60_000)
    expect(await states()).toEqual([
      ['SMS', 'SENT', null],
      ['EMAIL', 'SENT', null],
    ])
    expect(given).toHaveLength(2)
    const [{ message }] = given as [(typeof given)[number]]
    expect(message.title).toMatch(/^4 条故障，最重的：/)
    expect(message.text.split('\n')).toHaveLength(4)
    expect(message.text.split('\n').at(-1)).toBe('另有 1 条故障')
    expect(message.text).not.toContain('信号弱')
    expect(message.level).toBe(3)
  })

  it('level 4 leaves at once and takes what waits with it; the next one of the window waits for its end', async () => {
    await makeTold()
    await begin('V01', 3)
    await after(1_000)
    await begin('V13', 4)
    await after(0)
    expect(given.map(({ message }) => message.title)).toEqual([expect.stringContaining('2 条故障')])
    await begin('H02', 4)
    await after(1_000)
    expect(given).toHaveLength(1)
    await after(60_000)
    expect(given).toHaveLength(2)
  })
})

describe('by the time it is due', () => {
  it.each([
    ['TAKEN', `handle_state = 'ACKED', taken_id = 1`],
    ['CLEARED', `condition_state = 'CLEARED', clear_time = now()`],
  ])('what is %s is not told', async (reason, set) => {
    await makeTold()
    const id = await begin('V01', 3)
    await after(1_000)
    await changeFaults(test.db, [id], set)
    await after(70_000)
    expect(await states()).toEqual([['SMS', 'DROPPED', reason]])
    expect(given).toEqual([])
  })

  it('a cause says how many active faults it explains', async () => {
    await makeTold()
    const cause = await begin('P03', 4)
    await begin('V01', 3, { causeId: cause })
    const over = await begin('V13', 3, { causeId: cause })
    await changeFaults(test.db, [over], `condition_state = 'CLEARED'`)
    await after(0)
    expect((await messages()).map(({ content }) => content)).toEqual([expect.stringMatching(/，另有 1 条由它引起$/)])
  })

  it('what another fault explains is not told, until it stands by itself', async () => {
    await makeTold()
    const cause = await begin('C01', 3)
    await after(70_000)
    const known = await begin('C02', 2, { causeId: cause })
    const late = await begin('P03', 3)
    await after(1_000)
    await changeFaults(test.db, [late], `cause_id = ${cause}`)
    await after(70_000)
    expect(given.map(({ message }) => message.text)).toEqual([expect.stringContaining('离线')])
    await changeFaults(test.db, [cause], `condition_state = 'CLEARED', clear_time = now()`)
    await changeFaults(test.db, [known, late], 'cause_id = null')
    await after(1_000)
    await after(70_000)
    expect(given).toHaveLength(2)
    expect(given[1]!.message.title).toContain('2 条故障')
    await after(70_000)
    expect(given).toHaveLength(2)
  })

  it('nobody is called next once somebody took it; given back, the ladder begins again', async () => {
    const next = await makeTold({ channels: ['VOICE'], levels: ['4'] })
    await makeTold()
    await makeRule({ mergeWindowS: 0, repeatMin: 10, escalateAfterMin: 5, escalateTo: next })
    const id = await begin('V01', 3)
    await after(0)
    await after(5 * MINUTE)
    expect(given.map(({ kind }) => kind)).toEqual(['SMS', 'VOICE'])
    await changeFaults(test.db, [id], `handle_state = 'ACKED'`)
    await after(60 * MINUTE)
    expect(given).toHaveLength(2)
    await changeFaults(test.db, [id], `handle_state = 'UNHANDLED'`)
    await after(0)
    await after(10 * MINUTE)
    const again = given.slice(2)
    expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['SMS', 'VOICE']))
    expect(again.map(({ message }) => message.text.includes('还没有人接手'))).toEqual([true, true])
  })

  it('a code that is not pushed and a person switched off meanwhile are nobody’s news', async () => {
    const person = await makeTold()
    await begin('V14', 1)
    await begin('V01', 3)
    await after(1_000)
    expect((await messages()).map(({ faults }) => faults)).toEqual([1])
    await test.db.query(`update notice_user set enabled = false where id = ${person} /* unscoped:test */`)
    await after(70_000)
    const { rows } = await test.db.query(
      `select status, reason from push_message where notice_user_id = ${person} /* unscoped:test */`,
    )
    expect(rows).toEqual([{ status: 'DROPPED', reason: 'PERSON_OFF' }])
  })
})
