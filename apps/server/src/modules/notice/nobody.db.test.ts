import { dutyHolidayResource, noticeUserResource, saveNoticeChannel, setDuty } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, given, state, place, now, makeTold, begin, after } = sharedNotices()

const at = (minutes: number) => new Date(now() + minutes * MINUTE).toISOString()
const setShift = (noticeUserId: string, from: number, to: number) =>
  test.admin.call(setDuty, { deptId: place.dept, from: at(from), to: at(to), noticeUserId })

it('a fault that suited nobody is told when there is somebody', async () => {
  await begin('P03', 4)
  const id = await makeTold({ levels: ['1'] })
  await after(0)
  const { list } = await test.admin.page(noticeUserResource)
  const { version } = list.find((row) => row.id === id)!
  await after(MINUTE)
  expect(given).toHaveLength(0)
  await test.admin.update(noticeUserResource, id, { version, levels: ['4'] })
  await after(0)
  expect(given).toHaveLength(1)
})

it('a fault of people without a channel is told when one is set up', async () => {
  state.kinds = ['INAPP']
  await begin('P03', 4)
  await makeTold({ channels: ['WEBHOOK'] })
  await after(MINUTE)
  expect(given).toHaveLength(0)
  state.kinds = ['INAPP', 'WEBHOOK']
  const settings = { endpoint: 'https://127.0.0.1:9/in' }
  const channel = {
    kind: 'WEBHOOK' as const,
    version: null,
    enabled: true,
    settings,
    secrets: { signSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    forget: [],
  }
  await test.admin.call(saveNoticeChannel, channel)
  await after(0)
  expect(given.map(({ kind }) => kind)).toEqual(['WEBHOOK'])
})

describe('a fault that began while nobody was on duty', () => {
  it('is told to who has the next shift when that begins, once', async () => {
    const one = await makeTold()
    await makeTold()
    await setShift(one, -120, -60)
    await setShift(one, 30, 150)
    await begin('P03', 4)
    await after(0)
    await after(29 * MINUTE)
    expect(given).toHaveLength(0)
    await after(MINUTE)
    expect(given.map(({ message }) => message.level)).toEqual([4])
    for (let n = 0; n < 10; n++) await after(30 * MINUTE)
    expect(given).toHaveLength(1)
  })

  it('is told to nobody when it is over or taken by then', async () => {
    const one = await makeTold()
    await setShift(one, -120, -60)
    await setShift(one, 30, 150)
    const over = await begin('P03', 4)
    const taken = await begin('V01', 4)
    await after(0)
    await changeFaults(test.db, [over], `condition_state = 'CLEARED'`)
    await changeFaults(test.db, [taken], `handle_state = 'ACKED'`)
    await after(60 * MINUTE)
    expect(given).toHaveLength(0)
  })

  it('is told when somebody gets a shift in the gap', async () => {
    const one = await makeTold()
    await setShift(one, -120, -60)
    await begin('P03', 4)
    await after(0)
    await after(5 * MINUTE)
    expect(given).toHaveLength(0)
    await setShift(one, -1, 60)
    await after(0)
    expect(given).toHaveLength(1)
  })

  it('is told by the usual rota when the holiday it began on is given up', async () => {
    const [usual, nobody] = [await makeTold(), await makeTold({ levels: ['1'] })]
    await setShift(usual, -60, 60)
    const day = new Date(now()).toISOString().slice(0, 10)
    const holidayId = await test.admin.insert(dutyHolidayResource, { deptId: place.dept, day, name: 'a day off' })
    await test.admin.call(setDuty, { deptId: place.dept, from: at(-60), to: at(60), noticeUserId: nobody, holidayId })
    await begin('P03', 4)
    await after(MINUTE)
    expect(given).toHaveLength(0)
    await test.admin.remove(dutyHolidayResource, holidayId)
    await after(0)
    expect(given).toHaveLength(1)
  })
})
