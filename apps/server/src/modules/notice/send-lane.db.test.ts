import { expect, it } from 'vitest'
import { noticeProcesses } from '../../../../../testing/src/notice/notice-processes.ts'
import { until } from '../../../../../testing/src/platform/wait.ts'
import type { SendResult } from './channel/channel.ts'

const { place, given, state, processOf, makeTold, makeRule, makeDevices, insertFault } = noticeProcesses()

const PEOPLE = 12
const CODES = ['V01', 'P03', 'V06'] as const
const OK: SendResult = { ok: true, providerId: null }

const named = (kind: string) => given.filter((sent) => sent.kind === kind)
const statesOf = async (channel: string) => {
  const { rows } = await place.db.query<{ status: string; n: number }>(
    `select status, count(*)::int as n from push_message where channel = $1 group by 1 order by 1 /* unscoped:test */`,
    [channel],
  )
  return rows.map(({ status, n }) => [status, n])
}

it('a channel that hangs holds up no other: those messages leave one after the other, and its own are bounded', async () => {
  for (let n = 0; n < PEOPLE; n++) await makeTold(`lane ${n}`, { channels: ['SMS', 'EMAIL'] })
  await makeRule({ window: 0 })
  const [device] = await makeDevices(1)
  const hung = Promise.withResolvers<SendResult>()
  state.answer = ({ kind }) => (kind === 'SMS' ? hung.promise : OK)
  const one = processOf()
  for (const [at, code] of CODES.entries()) {
    await insertFault(device!, code)
    await one.plan()
    await one.wake()
    // Not one call of the other channel has ended meanwhile.
    await until('the mails have left', () => named('EMAIL').length === PEOPLE * (at + 1))
  }
  expect(named('SMS')).toHaveLength(8)
  await until('they are written down', async () => (await statesOf('EMAIL'))[0]?.[0] === 'SENT')
  expect(await statesOf('EMAIL')).toEqual([['SENT', PEOPLE * CODES.length]])
  expect((await statesOf('SMS')).map(([status]) => status)).toEqual(['PENDING'])
  hung.resolve(OK)
  await one.send()
  expect((await statesOf('SMS')).map(([status]) => status)).toEqual(['SENT'])
  expect(new Set(given.map(({ message }) => message.id)).size).toBe(given.length)
  await one.close()
})

it('what waits for one person and channel leaves in one go, each behind the end of the one before', async () => {
  await makeTold('backlog')
  await makeRule({ window: 0 })
  const [device] = await makeDevices(1)
  const one = processOf()
  const codes = ['V01', 'P03', 'V06', 'V04', 'P02', 'P01']
  for (const code of codes) {
    await insertFault(device!, code)
    await one.plan()
    // Each is a message of its own: the one before is not open any more.
    await place.db.query(`update push_message set window_end = opened_at - interval '1 second' /* unscoped:test */`)
  }
  let underWay = 0
  let most = 0
  state.answer = async () => {
    most = Math.max(most, ++underWay)
    await new Promise(setImmediate)
    underWay--
    return OK
  }
  await one.send()
  const { rows } = await place.db.query<{ key: string }>(
    'select message_key::text as key from push_message order by id /* unscoped:test */',
  )
  expect(rows).toHaveLength(codes.length)
  expect(given.map(({ message }) => message.id)).toEqual(rows.map(({ key }) => key))
  expect(most).toBe(1)
})

it('ends with the calls that are under way, and begins nothing while it ends', async () => {
  for (const name of ['ends', 'waits']) await makeTold(name)
  await makeRule({ window: 0 })
  const [device] = await makeDevices(1)
  await insertFault(device!, 'V01')
  const one = processOf()
  await one.plan()
  const hung = Promise.withResolvers<SendResult>()
  state.answer = () => hung.promise
  await one.wake()
  await until('both are under way', () => given.length === 2)
  await insertFault(device!, 'P03')
  await one.plan()
  one.drain()
  await one.wake()
  const closed = one.close()
  hung.resolve(OK)
  await closed
  expect(given).toHaveLength(2)
  expect(await statesOf('SMS')).toEqual([
    ['PENDING', 2],
    ['SENT', 2],
  ])
})
