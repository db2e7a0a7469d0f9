import {
  ackFault,
  assignFaults,
  closeFaults,
  deviceResource,
  faultCodeResource,
  faultResource,
  faultStory,
  faultTakers,
  ignoreFaults,
  noteFault,
  reopenFaults,
  resolveFaults,
  startFaults,
  tickRemedy,
} from '@sluice/contract'
import {
  type ApiClient,
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const HOUR_MS = 3_600_000
const clock = fakeClock(new Date('2026-03-02T02:00:00Z'))
let test: TestPlatform
let dept = { own: '', other: '' }
let person: ApiClient & { userId: string; username: string }
let colleague: ApiClient & { userId: string; username: string }

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  dept = { own: await makeDept(test.admin, '东灌区'), other: await makeDept(test.admin, '西灌区') }
  person = await makePerson(test.admin, test.db, { deptId: dept.own })
  colleague = await makePerson(test.admin, test.db, { deptId: dept.own })
})
afterAll(() => test?.stop())

/** A device of its own with one condition that can be told of. */
async function faulty(code = 'P01', deptId = dept.own) {
  const { id: deviceId } = await makeDevice(test.admin, { deptId })
  const tell = (holds: boolean) => tellConditions(test, { deviceId, deptId }, { [code]: holds })
  await tell(true)
  const row = async () => (await test.admin.page(faultResource, { deviceId })).list[0]!
  const { id } = await row()
  const states = async () => {
    const { conditionState, handleState } = await row()
    return [conditionState, handleState]
  }
  const story = () => person.call(faultStory, { id })
  const actions = async () => (await story()).lines.map(({ action }) => action)
  const take = async () => person.call(ackFault, { id, version: (await row()).version })
  return { id, deviceId, tell, row, states, story, actions, take }
}

/** Time passes for what is stored; sessions stay. */
async function pass(ms: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - $1 * interval '1 millisecond'`
  const times = ['first_time', 'last_time', 'clear_time', 'resolve_time', 'ignored_until'].map(back).join(', ')
  await test.platform.faults.flush()
  await test.db.query(`update fault set ${times} /* unscoped:test */`, [ms])
  await test.db.query(`update fault_log set ${back('ts')}`, [ms])
}

const sweep = () => test.platform.faults.sweep()

describe('domain 6.3 the life of a fault', () => {
  it('is taken, worked on, resolved and closed, each with its line', async () => {
    const { id, tell, states, story, take } = await faulty()
    await take()
    await person.call(startFaults, { ids: [id] })
    await expect(person.call(closeFaults, { ids: [id] })).rejects.toMatchObject({ key: 'conflict' })
    await person.call(noteFault, { id, note: '电池已订' })
    await person.call(resolveFaults, { ids: [id], note: '换了电池' })
    expect(await states()).toEqual(['ACTIVE', 'RESOLVED'])
    await expect(person.call(closeFaults, { ids: [id] })).rejects.toMatchObject({ key: 'not-yet' })
    await tell(false)
    await person.call(closeFaults, { ids: [id] })
    expect(await states()).toEqual(['CLEARED', 'CLOSED'])
    const by = person.username
    expect((await story()).lines.map(({ action, userName, note }) => [action, userName, note])).toEqual([
      ['RAISE', null, null],
      ['ACK', by, null],
      ['START', by, null],
      ['NOTE', by, '电池已订'],
      ['RESOLVE', by, '换了电池'],
      ['CLEAR', null, null],
      ['CLOSE', by, null],
    ])
    expect(await test.admin.page(faultResource, { conditionState: 'CLEARED' })).toMatchObject({
      list: [{ faultNo: `F${id.padStart(8, '0')}`, handleNote: '换了电池' }],
    })
  })

  it('resolved and active again within a day is worked on by the same person; closed it is another fault', async () => {
    const { id, deviceId, tell, row, actions, take } = await faulty()
    await take()
    await person.call(resolveFaults, { ids: [id], note: '好了' })
    await tell(false)
    await tell(true)
    expect(await row()).toMatchObject({ id, handleState: 'PROCESSING', takenName: person.username, resolveTime: null })
    expect((await actions()).slice(-3)).toEqual(['CLEAR', 'REPEAT', 'REOPEN'])
    await person.call(resolveFaults, { ids: [id], note: '又好了' })
    await tell(false)
    await person.call(closeFaults, { ids: [id] })
    await tell(true)
    expect((await test.admin.page(faultResource, { deviceId })).total).toBe(2)
  })

  it('refuses what does not follow, says in which state it is, and does the rest of several', async () => {
    const [taken, waiting] = [await faulty(), await faulty()]
    await taken.take()
    for (const call of [
      () => person.call(startFaults, { ids: [waiting.id] }),
      () => person.call(reopenFaults, { ids: [waiting.id] }),
    ])
      await expect(call()).rejects.toMatchObject({ key: 'conflict', answer: { data: { handleState: 'UNHANDLED' } } })
    const both = await person.call(resolveFaults, { ids: [waiting.id, taken.id], note: '一起' })
    expect(both).toEqual({
      done: [taken.id],
      refused: [{ id: waiting.id, handleState: 'UNHANDLED', stillActive: false }],
    })
    expect(await waiting.states()).toEqual(['ACTIVE', 'UNHANDLED'])
  })

  it('of several closes what is over, and says of the others that they are active or in which state they are', async () => {
    const [over, active, waiting] = [await faulty(), await faulty(), await faulty()]
    for (const { take } of [over, active]) await take()
    const ids = [over.id, active.id, waiting.id]
    expect(await person.call(startFaults, { ids })).toEqual({
      done: [over.id, active.id],
      refused: [{ id: waiting.id, handleState: 'UNHANDLED', stillActive: false }],
    })
    await person.call(resolveFaults, { ids: [over.id, active.id], note: '好了' })
    await over.tell(false)
    const closed = await person.call(closeFaults, { ids })
    expect(closed.done).toEqual([over.id])
    expect(closed.refused.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual([
      { id: active.id, handleState: 'RESOLVED', stillActive: true },
      { id: waiting.id, handleState: 'UNHANDLED', stillActive: false },
    ])
    expect([await over.states(), await active.states()]).toEqual([
      ['CLEARED', 'CLOSED'],
      ['ACTIVE', 'RESOLVED'],
    ])
    await expect(person.call(closeFaults, { ids: [active.id, waiting.id] })).rejects.toMatchObject({ key: 'not-yet' })
    await expect(person.call(closeFaults, { ids: [waiting.id] })).rejects.toMatchObject({ key: 'conflict' })
    expect(await person.call(reopenFaults, { ids: [active.id, over.id] })).toEqual({
      done: [active.id],
      refused: [{ id: over.id, handleState: 'CLOSED', stillActive: false }],
    })
  })

  it('of a department out of sight is not found, whatever is asked', async () => {
    const { id } = await faulty('P01', dept.other)
    const until = new Date(clock.now().getTime() + HOUR_MS).toISOString()
    for (const call of [
      () => person.call(faultStory, { id }),
      () => person.call(noteFault, { id, note: 'x' }),
      () => person.call(tickRemedy, { id, step: 0, done: true }),
      () => person.call(startFaults, { ids: [id] }),
      () => person.call(ignoreFaults, { ids: [id], reason: 'x', until }),
      () => person.call(assignFaults, { ids: [id], userId: colleague.userId }),
    ])
      await expect(call()).rejects.toMatchObject({ key: 'not-found' })
  })
})

describe('assigning', () => {
  it('makes somebody the one who has taken it, also while it is worked on', async () => {
    const { id, row, story, take } = await faulty()
    await person.call(assignFaults, { ids: [id], userId: colleague.userId, note: '顺路' })
    expect(await row()).toMatchObject({ handleState: 'ACKED', takenName: colleague.username })
    await expect(take()).rejects.toMatchObject({ key: 'conflict' })
    await colleague.call(startFaults, { ids: [id] })
    await colleague.call(assignFaults, { ids: [id], userId: person.userId })
    expect(await row()).toMatchObject({ handleState: 'PROCESSING', takenName: person.username })
    const notes = (await story()).lines.flatMap(({ action, note }) => (action === 'ASSIGN' ? [note] : []))
    expect(notes).toEqual([`${colleague.username} · 顺路`, person.username])
  })

  it('offers whom the caller sees, who sees the fault and may take it, found by name', async () => {
    const { id } = await faulty()
    const elsewhere = await makePerson(test.admin, test.db, { deptId: dept.other })
    const looker = await makePerson(test.admin, test.db, { deptId: dept.own, keys: ['fault:list'] })
    const known = async (who: ApiClient, keyword?: string) =>
      (await who.call(faultTakers, { id, ...(keyword && { keyword }) })).map((one) => one.id)
    const offered = await known(person)
    expect(offered).toEqual(expect.arrayContaining([person.userId, colleague.userId]))
    for (const other of [looker, elsewhere]) expect(offered).not.toContain(other.userId)
    // The administrator sees them, and they do not see the fault.
    expect(await known(test.admin, elsewhere.username)).toEqual([])
    expect(await known(person, colleague.username)).toEqual([colleague.userId])
    const hidden = await faulty('P01', dept.other)
    await expect(person.call(faultTakers, { id: hidden.id })).rejects.toMatchObject({ key: 'not-found' })
  })

  it('of several offers who sees all of them, and says who does not see one', async () => {
    const [here, there] = [await faulty(), await faulty('P01', dept.other)]
    const both = await makePerson(test.admin, test.db, { deptId: '1' })
    const names = (keyword: string) => test.admin.call(faultTakers, { id: here.id, also: there.id, keyword })
    expect(await names(colleague.username)).toEqual([])
    expect((await names(both.username)).map(({ id }) => id)).toEqual([both.userId])
    const ids = [here.id, there.id]
    const refused = await test.admin.answer('POST', '/device/v1/fault/assign', { ids, userId: colleague.userId })
    expect(refused).toMatchObject({ data: { error: 'not-yet' }, message: expect.stringContaining('看不到这台设备') })
    await expect(person.call(faultTakers, { id: here.id, also: there.id })).rejects.toMatchObject({ key: 'not-found' })
  })

  it('is refused for who does not see the fault, or may not take it', async () => {
    const { id } = await faulty()
    const elsewhere = await makePerson(test.admin, test.db, { deptId: dept.other })
    const looker = await makePerson(test.admin, test.db, { deptId: dept.own, keys: ['fault:list'] })
    for (const userId of [elsewhere.userId, looker.userId, '999999'])
      await expect(person.call(assignFaults, { ids: [id], userId })).rejects.toMatchObject({ key: 'not-found' })
  })
})

describe('ignoring', () => {
  const until = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()

  it('has a reason and an end, after which it waits for somebody again, or is closed when it is over', async () => {
    const [active, over] = [await faulty(), await faulty()]
    for (const end of [until(-1), until(367 * 24 * HOUR_MS)])
      await expect(person.call(ignoreFaults, { ids: [active.id], reason: '检修', until: end })).rejects.toMatchObject({
        key: 'validation',
      })
    const ids = [active.id, over.id]
    await person.call(ignoreFaults, { ids, reason: '检修', until: until(2 * HOUR_MS) })
    await over.tell(false)
    await pass(2 * HOUR_MS - 1)
    await sweep()
    expect([await active.states(), await over.states()]).toEqual([
      ['ACTIVE', 'IGNORED'],
      ['CLEARED', 'IGNORED'],
    ])
    await pass(1)
    await sweep()
    expect([await active.states(), await over.states()]).toEqual([
      ['ACTIVE', 'UNHANDLED'],
      ['CLEARED', 'CLOSED'],
    ])
    expect((await active.story()).lines.at(-1)).toMatchObject({ action: 'REOPEN', userName: null })
  })

  it('holds while it comes and goes, and ends with a beginning after the end', async () => {
    const { id, tell, states } = await faulty()
    await person.call(ignoreFaults, { ids: [id], reason: '已知', until: until(HOUR_MS) })
    await tell(false)
    await tell(true)
    expect(await states()).toEqual(['ACTIVE', 'IGNORED'])
    await tell(false)
    await pass(HOUR_MS)
    await tell(true)
    expect(await states()).toEqual(['ACTIVE', 'UNHANDLED'])
  })

  it('is taken back by hand', async () => {
    const { id, row, take } = await faulty()
    await take()
    await person.call(ignoreFaults, { ids: [id], reason: '已知', until: until(HOUR_MS) })
    await person.call(reopenFaults, { ids: [id], note: '还是要看' })
    expect(await row()).toMatchObject({ handleState: 'UNHANDLED', takenName: null })
  })
})

describe('what moves on by itself', () => {
  it('is a minor fault that is over, 72 hours after the last that was done about it', async () => {
    const [minor, touched, major, active] = [await faulty(), await faulty(), await faulty('P03'), await faulty()]
    for (const one of [minor, touched, major]) await one.tell(false)
    await pass(71 * HOUR_MS)
    await person.call(noteFault, { id: touched.id, note: '看过' })
    await pass(HOUR_MS)
    await sweep()
    expect((await minor.states())[1]).toBe('CLOSED')
    expect((await minor.story()).lines.at(-1)).toMatchObject({ action: 'CLOSE', userName: null })
    for (const one of [touched, major, active]) expect((await one.states())[1]).toBe('UNHANDLED')
    await pass(71 * HOUR_MS)
    await sweep()
    expect((await touched.states())[1]).toBe('CLOSED')
    expect((await major.states())[1]).toBe('UNHANDLED')
  })

  it('is a resolved fault of any level once it would not begin again', async () => {
    const { id, tell, states, take } = await faulty('P03')
    await take()
    await tell(false)
    await pass(20 * HOUR_MS)
    await person.call(resolveFaults, { ids: [id], note: '送电了' })
    await pass(24 * HOUR_MS - 1)
    await sweep()
    expect(await states()).toEqual(['CLEARED', 'RESOLVED'])
    await pass(1)
    await sweep()
    expect(await states()).toEqual(['CLEARED', 'CLOSED'])
  })
})

it('a fault without an end of its own is over when it is resolved', async () => {
  const { list } = await test.admin.page(faultCodeResource, { keyword: 'S05' })
  await test.admin.update(faultCodeResource, list[0]!.id, { autoClear: false })
  const { id, deviceId, states, actions, take } = await faulty('S05')
  await take()
  await person.call(resolveFaults, { ids: [id], note: '看过' })
  expect(await states()).toEqual(['CLEARED', 'RESOLVED'])
  expect((await actions()).slice(-2)).toEqual(['RESOLVE', 'CLEAR'])
  await expect.poll(() => test.platform.faults.activeOf(deviceId)).toEqual([])
})

it('steps of the remedy are ticked by name and taken back', async () => {
  const { id, story } = await faulty()
  await person.call(tickRemedy, { id, step: 1, done: true })
  await colleague.call(tickRemedy, { id, step: 0, done: true })
  await person.call(tickRemedy, { id, step: 1, done: true })
  expect((await story()).steps.map(({ step, userName }) => [step, userName])).toEqual([
    [0, colleague.username],
    [1, person.username],
  ])
  await person.call(tickRemedy, { id, step: 1, done: false })
  expect((await story()).steps).toHaveLength(1)
})

it('a story names other faults of the device and of its product, and none that is out of sight', async () => {
  const productOf = async (deviceId: string) =>
    (await test.db.query('select product_id from device where id = $1 /* unscoped:test */', [deviceId])).rows[0]
  const [one, same, hidden] = [await faulty('S06'), await faulty('S06'), await faulty('S06', dept.other)]
  await tellConditions(test, { deviceId: one.deviceId, deptId: dept.own }, { P03: true })
  expect(await productOf(one.deviceId)).toEqual(await productOf(hidden.deviceId))
  const { ofDevice, ofProduct } = await one.story()
  expect(ofDevice.map(({ code }) => code)).toEqual(['P03'])
  expect(ofProduct.map(({ id }) => id)).toContain(same.id)
  expect(ofProduct.map(({ id }) => id)).not.toContain(hidden.id)
  const all = await test.admin.call(faultStory, { id: one.id })
  expect(all.ofProduct.map(({ id }) => id)).toContain(hidden.id)
})

describe('a fault of a device that is not in use any more', () => {
  it('ends with the next look, its story says why, and it can be closed', async () => {
    const [off, other] = [await faulty(), await faulty()]
    await off.take()
    await person.call(resolveFaults, { ids: [off.id], note: 'taken away' })
    await expect(person.call(closeFaults, { ids: [off.id] })).rejects.toMatchObject({ key: 'not-yet' })
    await sweep()
    expect(await off.states()).toEqual(['ACTIVE', 'RESOLVED'])
    await test.admin.update(deviceResource, off.deviceId, { enabled: false })
    await sweep()
    await sweep()
    expect(await off.states()).toEqual(['CLEARED', 'RESOLVED'])
    expect((await off.story()).lines.map(({ action, reason }) => [action, reason])).toEqual([
      ['RAISE', null],
      ['ACK', null],
      ['RESOLVE', null],
      ['CLEAR', 'OUT_OF_USE'],
    ])
    expect(await other.states()).toEqual(['ACTIVE', 'UNHANDLED'])
    await expect.poll(() => test.platform.faults.isActive(off.deviceId, 'P01')).toBe(false)
    await person.call(closeFaults, { ids: [off.id] })
    expect(await off.states()).toEqual(['CLEARED', 'CLOSED'])
  })

  it('ends when it is deleted, and begins again where it is used again', async () => {
    const [gone, back] = [await faulty(), await faulty()]
    await test.admin.remove(deviceResource, gone.deviceId)
    await test.admin.update(deviceResource, back.deviceId, { enabled: false })
    await sweep()
    const { rows } = await test.db.query('select condition_state from fault where id = $1 /* unscoped:test */', [
      gone.id,
    ])
    expect(rows).toEqual([{ condition_state: 'CLEARED' }])
    await expect.poll(() => test.platform.faults.isActive(back.deviceId, 'P01')).toBe(false)
    await test.admin.update(deviceResource, back.deviceId, { enabled: true })
    await back.tell(true)
    expect(await back.states()).toEqual(['ACTIVE', 'UNHANDLED'])
    expect(await back.actions()).toEqual(['RAISE', 'CLEAR', 'REPEAT'])
    await sweep()
    expect(await back.states()).toEqual(['ACTIVE', 'UNHANDLED'])
  })
})
