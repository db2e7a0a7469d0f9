import { explainPush, pushLimitResource, setDuty } from '@sluice/contract'
import { expect, it } from 'vitest'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, given, place, now, makeTold, makeRule, begin, after } = sharedNotices()

const ask = (code = 'V01') => test.admin.call(explainPush, { deviceId: place.device, code })
const at = (minutes: number) => new Date(now() + minutes * MINUTE).toISOString()
const personOf = (said: Awaited<ReturnType<typeof ask>>, id: string) =>
  said.people.find(({ noticeUserId }) => noticeUserId === id)!

async function limit(more: object): Promise<void> {
  const { list } = await test.admin.page(pushLimitResource)
  const { id, version } = list.find((row) => row.channel === 'SMS')!
  await test.admin.update(pushLimitResource, id, { version, ...more })
}

it('a budget that is spent is told by the explanation, and nothing leaves', async () => {
  const one = await makeTold()
  const both = await makeTold({ channels: ['SMS', 'EMAIL'] })
  await limit({ totalDaily: 0 })
  const said = await ask()
  const limits = [{ channel: 'SMS', reason: 'TOTAL_BUDGET', until: null }]
  expect(personOf(said, one)).toMatchObject({ told: 'NO', at: null, channels: [], limits })
  expect(personOf(said, both)).toMatchObject({ told: 'NOW', channels: ['EMAIL'], limits })
  await begin('V01', 3)
  await after(0)
  await after(MINUTE)
  expect(given.map(({ kind }) => kind)).toEqual(['EMAIL'])
})

it('a spent budget keeps nobody from an emergency, and the explanation says so, as it then happens', async () => {
  const one = await makeTold()
  await limit({ totalDaily: 0, deptDaily: 0 })
  const said = personOf(await ask('W04'), one)
  expect([said.told, said.channels, said.limits]).toEqual(['NOW', ['SMS'], []])
  await begin('W04', 4)
  await after(0)
  expect(given).toHaveLength(1)
})

it('the limit of an hour is told with the time at which the message leaves, as it then does', async () => {
  const one = await makeTold()
  await makeRule({ mergeWindowS: 0 })
  await limit({ personHourly: 1 })
  await begin('P03', 4)
  await after(0)
  expect(given).toHaveLength(1)
  await after(20 * MINUTE)
  const said = personOf(await ask(), one)
  expect([said.told, said.at]).toEqual(['LATER', at(40)])
  expect(said.limits).toEqual([{ channel: 'SMS', reason: 'RATE', until: at(40) }])
  await begin('V01', 3)
  await after(0)
  await after(39 * MINUTE)
  expect(given).toHaveLength(1)
  await after(MINUTE)
  expect(given).toHaveLength(2)
})

it('who is told after the delay of a rule is not told at once', async () => {
  const one = await makeTold()
  await makeRule({ delayMin: 5 })
  expect(personOf(await ask(), one)).toMatchObject({ told: 'LATER', at: at(5), limits: [] })
})

it('a beginning that is held says until when, and who is told then', async () => {
  await makeTold({ name: '李文渠' })
  await makeRule({ mergeWindowS: 0 })
  const id = await begin('V01', 3)
  await after(0)
  await test.db.query(
    `update fault set begin_times = array(select first_time + n * interval '1 ms' from generate_series(0, 1) n)
     || (to_timestamp($2::float8 / 1000)) where id = $1 /* unscoped:test */`,
    [id, now() + 1000],
  )
  await test.db.query(`update push_fault set begun_at = begun_at + interval '1 ms' where fault_id = $1`, [id])
  const said = await ask()
  expect(said.checks.filter(({ ok }) => !ok)).toEqual([{ check: 'FLAPPING', ok: false }])
  expect(said.againAt).toBe(at(2))
  expect(said.ladder).toEqual([{ at: at(2), step: 'FIRST', names: ['李文渠'], others: 0 }])
})

it('in a gap of the rota the start of the next shift is told, and who has it', async () => {
  const one = await makeTold({ name: '吴敏' })
  const shift = (from: number, to: number) =>
    test.admin.call(setDuty, { deptId: place.dept, from: at(from), to: at(to), noticeUserId: one })
  await shift(-120, -60)
  await shift(30, 60)
  const said = await ask('P03')
  expect([said.people.map(({ told }) => told).includes('NOW'), said.againAt]).toEqual([false, at(30)])
  expect(said.ladder).toEqual([{ at: at(30), step: 'FIRST', names: ['吴敏'], others: 0 }])
})
