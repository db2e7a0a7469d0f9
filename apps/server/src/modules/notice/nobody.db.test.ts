import { noticeUserResource, setDuty } from '@sluice/contract'
import { describe, expect, it } from 'vitest'
import { changeFaults } from '../../../../../testing/src/notice/stand-in-channels.ts'
import { MINUTE, sharedNotices } from '../../../../../testing/src/notice/shared-notices.ts'

const { test, given, place, now, makeTold, begin, after } = sharedNotices()

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
})
