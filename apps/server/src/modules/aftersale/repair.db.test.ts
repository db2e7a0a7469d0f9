import {
  ackFault,
  createRepairOfFault,
  enterRepair,
  putUnitInUse,
  faultResource,
  faultStory,
  deviceResource,
  REPAIR_LIFE,
  type RepairRow,
  repairRecordResource,
  repairWorkers,
  resolveFaults,
  type RepairStatus,
} from '@sluice/contract'
import {
  fakeClock,
  makeDept,
  makeDevice,
  makePerson,
  PASSWORD,
  recordStatements,
  startTestPlatform,
  tellConditions,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedSla } from './sla.rules.ts'

const clock = fakeClock(new Date())
const statements = recordStatements()
let test: TestPlatform
let deptId: string
let worker: Awaited<ReturnType<typeof makePerson>>
let stranger: typeof worker
type Who = Pick<typeof worker, 'insert' | 'get' | 'answer'>
let device: string

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  deptId = await makeDept(test.admin, '东灌区')
  worker = await makePerson(test.admin, test.db, { deptId })
  stranger = await makePerson(test.admin, test.db, { deptId: await makeDept(test.admin, '西灌区') })
  device = (await makeDevice(test.admin, { deptId, name: '东干渠-11#阀' })).id
})
// Clocks that are moved end sessions.
beforeEach(async () => {
  for (const who of [worker, stranger]) Object.assign(who, await test.signIn(who.username, PASSWORD))
})
afterAll(async () => {
  const violations = statements.violations()
  await test?.stop()
  statements.stop()
  if (violations.length > 0) throw new Error(violations.join('\n'))
})

const values = (more: object = {}) =>
  ({ deviceId: device, source: 'CALL', level: 3, problem: '不动作', ...more }) as const
const make = (more: object = {}, who: Who = worker) => who.insert(repairRecordResource, values(more))
const read = (id: string, who: Who = worker): Promise<RepairRow> =>
  who.get(repairRecordResource, id) as Promise<RepairRow>
async function move(id: string, name: string, who: Who = worker) {
  const { version } = await read(id, who)
  return who.answer('POST', `/device/v1/repairRecord/${name}`, { id, version })
}
async function walk(id: string, ...names: string[]): Promise<RepairRow> {
  for (const name of names) expect([name, await move(id, name, test.admin)]).toMatchObject([name, { code: 0 }])
  return read(id, test.admin)
}
const eventsOf = async (id: string) => {
  const { rows } = await test.db.query<{
    ts: string
    from_status: string | null
    to_status: RepairStatus
    note: string
  }>('select ts, from_status, to_status, user_name, note from repair_event where repair_id = $1 order by id', [id])
  return rows
}
let phases = 0
/** A new active fault of a device of its own. */
async function fault(code = 'V01') {
  const { id } = await makeDevice(test.admin, { deptId, name: `故障阀-${(phases += 1)}` })
  await tellConditions(test, { deviceId: id, deptId }, { [code]: true })
  const { list } = await test.admin.page(faultResource, { deviceId: id })
  return { deviceId: id, faultId: list[0]!.id }
}
const faultOf = async (id: string) => {
  const { rows } = await test.db.query<{
    handle_state: string
    resolve_time: string | null
    handle_note: string | null
  }>('select handle_state, resolve_time, handle_note from fault where id = $1 /* unscoped:test */', [id])
  return rows[0]!
}

describe('a repair order', () => {
  it('is made with a number, and begins its clock', async () => {
    const row = await read(await make())
    expect(row).toMatchObject({
      repairNo: `R${row.id.padStart(8, '0')}`,
      status: 'CREATED',
      deptIdName: '东灌区',
      slaState: 'RESPOND',
      slaDue: new Date(clock.now().getTime() + 7_200_000).toISOString(),
      late: false,
      testState: 'NONE',
      payState: 'NONE',
      inWarranty: null,
      totalFee: 0,
    })
    expect(await eventsOf(row.id)).toMatchObject([{ from_status: null, to_status: 'CREATED' }])
    expect(await read(await make({ level: 1 }))).toMatchObject({ slaState: 'NONE', slaDue: null })
  })

  it('that is of a fault cannot be typed in', async () => {
    await expect(make({ source: 'FAULT' })).rejects.toMatchObject({ fields: { source: 'not-an-option' } })
  })

  it('adds up its parts and the labour, in fen', async () => {
    const parts = [
      { item: '减速箱 DZW-15', quantity: 1, price: 86_000 },
      { item: '油封', quantity: 2.5, price: 1_201 },
    ]
    const id = await make({ parts, laborFee: 12_000 })
    const row = await read(id)
    expect(row.parts.map(({ amount }) => amount)).toEqual([86_000, 3_003])
    expect(row).toMatchObject({ partsFee: 89_003, totalFee: 101_003 })
    await worker.update(repairRecordResource, id, { parts: [], laborFee: null })
    expect(await read(id)).toMatchObject({ partsFee: 0, totalFee: 0 })
    await expect(make({ laborFee: -1 })).rejects.toMatchObject({ fields: { laborFee: 'too-small' } })
    await expect(make({ parts: [{ item: 'x', quantity: 1, price: -1 }] })).rejects.toMatchObject({ key: 'validation' })
  })

  it('knows the warranty of its device', async () => {
    const { id } = await makeDevice(test.admin, { deptId })
    const order = await make({ deviceId: id })
    const until = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await test.admin.update(deviceResource, id, { warrantyUntil: until(2) })
    expect(await read(order)).toMatchObject({ inWarranty: true, warrantyUntil: until(2) })
    await test.admin.update(deviceResource, id, { warrantyUntil: until(-2) })
    expect(await read(order)).toMatchObject({ inWarranty: false })
  })

  it('needs an assignee, then a cause, a measure and a test or a reason for none', async () => {
    const id = await make({ laborFee: 12_000 })
    expect(await move(id, 'assign')).toMatchObject({ data: { error: 'not-yet', reason: '先选维修人' } })
    await worker.update(repairRecordResource, id, { assigneeId: worker.userId })
    await walk(id, 'assign', 'accept', 'arrive', 'work')
    expect(await move(id, 'finish')).toMatchObject({ data: { error: 'not-yet', reason: '先填原因和处理措施' } })
    await worker.update(repairRecordResource, id, { cause: '进沙', measure: '清沙' })
    expect(await move(id, 'finish')).toMatchObject({
      data: { error: 'not-yet', reason: '复测通过，或写明为何无法复测' },
    })
    await worker.update(repairRecordResource, id, { untested: '已拆回' })
    const row = await walk(id, 'finish')
    expect(row).toMatchObject({ status: 'FINISHED', payState: 'UNPAID', slaState: 'OVER' })
    expect([row.arriveTime, row.finishTime]).toEqual([clock.now().toISOString(), clock.now().toISOString()])
    expect((await eventsOf(id)).at(-1)).toMatchObject({ note: '已拆回' })
    expect(await walk(id, 'confirm', 'close')).toMatchObject({ status: 'CLOSED' })
    await expect(worker.update(repairRecordResource, id, { measure: '别的' })).rejects.toMatchObject({
      key: 'conflict',
    })
  })

  it('is given only to who sees its device, and the form offers no others', async () => {
    const refused = { fields: { assigneeId: 'device-out-of-sight' } }
    const order = { ...values(), assigneeId: stranger.userId }
    await expect(test.admin.insert(repairRecordResource, order)).rejects.toMatchObject(refused)
    const id = await make()
    const { version } = await read(id)
    const change = test.admin.update(repairRecordResource, id, { version, assigneeId: stranger.userId })
    await expect(change).rejects.toMatchObject(refused)
    const offered = async (keyword: string) =>
      (await test.admin.call(repairWorkers, { deviceId: device, keyword })).map((one) => one.id)
    expect([await offered(worker.username), await offered(stranger.username)]).toEqual([[worker.userId], []])
  })

  it('is assigned with a person and a time in one step, to somebody else until it is accepted', async () => {
    const id = await make()
    const assign = async (values: object) => {
      const { version } = await read(id)
      return worker.answer('POST', '/device/v1/repairRecord/assign', { id, version, ...values })
    }
    const sightless = { data: { fields: { assigneeId: 'device-out-of-sight' } } }
    expect(await assign({ assigneeId: stranger.userId })).toMatchObject(sightless)
    expect(await read(id)).toMatchObject({ status: 'CREATED', assigneeId: null })
    const planTime = '2026-06-18T07:00:00.000Z'
    expect(await assign({ assigneeId: worker.userId, planTime })).toMatchObject({ code: 0 })
    expect(await read(id)).toMatchObject({ status: 'ASSIGNED', assigneeId: worker.userId, planTime })
    expect(await assign({ planTime: null })).toMatchObject({ code: 0 })
    expect(await read(id)).toMatchObject({ status: 'ASSIGNED', assigneeId: worker.userId, planTime: null })
    expect(await assign({ assigneeId: null })).toMatchObject({ data: { error: 'not-yet' } })
    await walk(id, 'accept')
    expect(await assign({ planTime })).toMatchObject({ data: { error: 'conflict' } })
  })

  it('is accepted, and given back, by its assignee or whoever may assign, and by nobody else who may accept orders', async () => {
    const keys = ['repairRecord:list', 'repairRecord:accept', 'repairRecord:process', 'repairRecord:update']
    const mine = await makePerson(test.admin, test.db, { deptId, keys })
    const other = await makePerson(test.admin, test.db, { deptId, keys })
    const id = await make({ assigneeId: mine.userId })
    await walk(id, 'assign')
    const refused = { data: { error: 'not-yet', reason: '只有维修人本人或可以派单的人能做' } }
    expect(await move(id, 'accept', other)).toMatchObject(refused)
    const { version } = await read(id)
    const entry = { kind: 'STEP', step: 'accept', from: 'ASSIGNED' }
    const at = clock.now().toISOString()
    expect(await other.answer('POST', enterRepair.path, { id, key: 'not mine', at, entry })).toMatchObject(refused)
    expect(await read(id)).toMatchObject({ status: 'ASSIGNED', version })
    const taken = other.update(repairRecordResource, id, { version, assigneeId: other.userId })
    await expect(taken).rejects.toMatchObject({ key: 'not-permitted' })
    expect(await move(id, 'accept', mine)).toMatchObject({ code: 0 })
    expect(await move(id, 'refuse', other)).toMatchObject(refused)
    expect(await move(id, 'refuse', mine)).toMatchObject({ code: 0 })
    expect(await move(id, 'accept', worker)).toMatchObject({ code: 0 })
  })

  it('whose unit was switched off says so when it is finished, and puts it back in use', async () => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId })
    const id = await make({ deviceId, assigneeId: worker.userId })
    const set = async (enabled: boolean) => {
      const { version } = await test.admin.get(deviceResource, deviceId)
      await test.admin.update(deviceResource, deviceId, { version, enabled })
    }
    await set(false)
    await walk(id, 'assign', 'accept', 'arrive', 'work')
    const { version } = await read(id)
    const finished = { version, cause: 'sand', measure: 'cleaned', untested: 'on the bench' }
    await test.admin.update(repairRecordResource, id, finished)
    const put = (who: Who = worker) => who.answer('POST', putUnitInUse.path, { id })
    expect(await put()).toMatchObject({ data: { error: 'conflict', state: 'REPAIRING' } })
    expect(await walk(id, 'finish')).toMatchObject({ unitInUse: false })
    expect(await put(stranger)).toMatchObject({ code: 404 })
    expect(await put()).toMatchObject({ code: 0 })
    expect(await test.admin.get(deviceResource, deviceId)).toMatchObject({ enabled: true })
    expect(await walk(id, 'confirm', 'close')).toMatchObject({ unitInUse: true })
    expect(await put()).toMatchObject({ code: 0 })
    const { rows } = await test.db.query<{ before: object; after: object }>(
      `select before, after from oper_log where action = 'repairRecord.putInUse' and $1 = any(target_ids) /* unscoped:test */`,
      [id],
    )
    expect(rows).toEqual([{ before: { unitInUse: false }, after: { unitInUse: true } }])
  })

  it('stops its clock while it waits for parts, and is listed by the time that is left', async () => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId })
    const begin = async (level: number, ...names: string[]) => {
      const id = await make({ deviceId, level, assigneeId: worker.userId })
      await walk(id, ...names)
      return id
    }
    const waits = await begin(4, 'assign', 'accept', 'arrive', 'wait')
    const runs = await begin(3, 'assign', 'accept')
    const hurry = await begin(4)
    const none = await begin(1)
    expect(await read(waits, test.admin)).toMatchObject({ slaState: 'STOPPED', slaDue: null, slaLeftS: 28_800 })
    const { list } = await test.admin.page(repairRecordResource, { deviceId })
    expect(list.map(({ id }) => id)).toEqual([hurry, waits, runs, none])
    clock.advance(3_600_000)
    const row = await walk(waits, 'work')
    expect(row).toMatchObject({ slaState: 'FIX', slaDue: new Date(clock.now().getTime() + 28_800_000).toISOString() })
    await test.admin.update(repairRecordResource, runs, { level: 2 })
    expect(await read(runs, test.admin)).toMatchObject({
      slaDue: new Date(clock.now().getTime() + 259_200_000 - 3_600_000).toISOString(),
    })
  })

  it('is found by when it was made, from and until, also one whose clock stands', async () => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId })
    const made: string[] = []
    const times: string[] = []
    for (const level of [3, 1, 3]) {
      clock.advance(60_000)
      times.push(clock.now().toISOString())
      made.push(await make({ deviceId, level }, test.admin))
    }
    const within = async (range: { startTime?: string; endTime?: string }) => {
      const { list } = await test.admin.page(repairRecordResource, { deviceId, ...range })
      return list.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b))
    }
    expect(await within({ startTime: times[1]! })).toEqual(made.slice(1))
    expect(await within({ endTime: times[1]! })).toEqual(made.slice(0, 2))
    expect(await within({ startTime: times[1]!, endTime: times[1]! })).toEqual([made[1]])
  })

  it('goes only the ways of its life, and its clock is that of its steps', async () => {
    let seed = 11
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const { transitions } = REPAIR_LIFE
    for (let life = 0; life < 6; life += 1) {
      const id = await make(
        { level: 4, assigneeId: worker.userId, cause: 'x', measure: 'x', untested: 'x' },
        test.admin,
      )
      for (let turn = 0; turn < 14; turn += 1) {
        const { status } = await read(id, test.admin)
        const tried = transitions[next(transitions.length)]!
        clock.advance(next(90) * 60_000)
        const answer = await move(id, tried.name, test.admin)
        const refused = { error: 'conflict', state: status, from: tried.from }
        const expected = tried.from.includes(status) ? { code: 0 } : { code: 409, data: refused }
        expect([tried.name, answer]).toMatchObject([tried.name, expected])
      }
      const row = await read(id, test.admin)
      const events = await eventsOf(id)
      expect(events.map(({ from_status }) => from_status)).toEqual([
        null,
        ...events.slice(0, -1).map(({ to_status }) => to_status),
      ])
      expect(events.at(-1)!.to_status).toBe(row.status)
      const moves = events.map(({ ts, to_status }) => ({ at: Date.parse(ts), to: to_status }))
      const { slaState, slaDue, slaLeftS } = storedSla({ respondS: 1800, fixS: 28_800 }, moves)
      expect(row).toMatchObject({ slaState, slaDue, slaLeftS })
    }
  })

  it('is seen, made and moved by those who see its device and may', async () => {
    const id = await make({ assigneeId: worker.userId })
    await expect(read(id, stranger)).rejects.toMatchObject({ key: 'not-found' })
    const { version } = await read(id)
    const path = '/device/v1/repairRecord/assign'
    expect(await stranger.answer('POST', path, { id, version })).toMatchObject({ code: 404 })
    await expect(make({}, stranger)).rejects.toMatchObject({ fields: { deviceId: 'not-found' } })
    const reader = await makePerson(test.admin, test.db, { deptId, keys: ['repairRecord:list'] })
    expect((await read(id, reader)).id).toBe(id)
    expect(await move(id, 'assign', reader)).toMatchObject({ code: 403 })
    await expect(make({}, reader)).rejects.toMatchObject({ key: 'not-permitted' })
    const { data } = await worker.answer('GET', '/device/v1/repairRecord/timeline', { id })
    expect((data as { list: { action: string }[] }).list.map(({ action }) => action)).toEqual(['repairRecord.insert'])
  })
})

describe('a repair order of a fault', () => {
  it('copies what the fault says, and the fault is in progress', async () => {
    const { deviceId, faultId } = await fault()
    const { id } = await worker.call(createRepairOfFault, { faultId })
    expect(await read(id)).toMatchObject({
      source: 'FAULT',
      deviceId,
      faultId,
      faultCode: 'V01',
      level: 3,
      problem: 'V01 阀门堵转',
    })
    expect(await faultOf(faultId)).toMatchObject({ handle_state: 'PROCESSING' })
    const { rows } = await test.db.query('select action, user_id from fault_log where fault_id = $1 order by id', [
      faultId,
    ])
    expect(rows.at(-1)).toMatchObject({ action: 'START', user_id: worker.userId })
    const { rows: told } = await test.db.query(
      `select fact->>'action' as action from outbox where name = 'fault.handled' and fact->>'faultId' = $1 order by id`,
      [faultId],
    )
    expect(told).toEqual([{ action: 'ACK' }, { action: 'START' }])
  })

  it('is one: also of several at once, until it is over', async () => {
    const { faultId } = await fault()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => worker.answer('POST', createRepairOfFault.path, { faultId })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409, 409, 409])
    const refused = answers.find(({ code }) => code !== 0)
    expect(refused).toMatchObject({ data: { error: 'already-exists', fields: { faultId: 'taken' } } })
    const { id } = answers.find(({ code }) => code === 0)!.data as { id: string }
    await walk(id, 'cancel')
    expect((await worker.call(createRepairOfFault, { faultId })).id).not.toBe(id)
  })

  it('cancelled gives it back: to nobody where only the order had taken it, else to whoever had', async () => {
    const stateOf = async (id: string) => {
      const { list } = await worker.page(faultResource, { limit: 50 })
      const { handleState, takenName, repairId, repairIdName } = list.find((one) => one.id === id)!
      return { handleState, takenName, repairId, repairIdName }
    }
    const actionsOf = async (id: string) =>
      (await worker.call(faultStory, { id })).lines.map(({ action, note }) => (note === null ? action : [action, note]))
    const [first, second, third] = [await fault(), await fault(), await fault()]
    const order = await worker.call(createRepairOfFault, { faultId: first.faultId })
    const { repairNo } = await read(order.id)
    expect(await stateOf(first.faultId)).toMatchObject({ repairId: order.id, repairIdName: repairNo })
    await walk(order.id, 'cancel')
    const nobodys = { handleState: 'UNHANDLED', takenName: null, repairId: null, repairIdName: null }
    expect(await stateOf(first.faultId)).toEqual(nobodys)
    expect(await actionsOf(first.faultId)).toEqual(['RAISE', 'ACK', 'START', ['CANCEL', repairNo], 'RELEASE'])

    const { version } = (await worker.get(faultResource, second.faultId)) as { version: number }
    await worker.call(ackFault, { id: second.faultId, version })
    clock.advance(1_000)
    const other = await worker.call(createRepairOfFault, { faultId: second.faultId })
    await walk(other.id, 'cancel')
    expect(await stateOf(second.faultId)).toMatchObject({ handleState: 'ACKED', takenName: worker.username })
    const again = await worker.call(createRepairOfFault, { faultId: second.faultId })
    expect(await stateOf(second.faultId)).toMatchObject({ handleState: 'PROCESSING', repairId: again.id })

    const last = await worker.call(createRepairOfFault, { faultId: third.faultId })
    await worker.call(resolveFaults, { ids: [third.faultId], note: '自己好了' })
    await walk(last.id, 'cancel')
    expect(await stateOf(third.faultId)).toMatchObject({ handleState: 'RESOLVED', takenName: worker.username })
  })

  it('resolves it with its end, in the same transaction', async () => {
    const { faultId } = await fault()
    const { id } = await worker.call(createRepairOfFault, { faultId })
    const done = { assigneeId: worker.userId, cause: '进沙', measure: '换减速箱', untested: '已拆回' }
    await worker.update(repairRecordResource, id, done)
    await walk(id, 'assign', 'accept', 'arrive', 'work', 'finish')
    expect(await faultOf(faultId)).toEqual({
      handle_state: 'RESOLVED',
      resolve_time: clock.now().toISOString(),
      handle_note: '换减速箱',
    })
    expect(await worker.answer('POST', createRepairOfFault.path, { faultId })).toMatchObject({
      code: 409,
      data: { error: 'conflict', handleState: 'RESOLVED' },
    })
    const { rows } = await test.db.query('select 1 from repair_record where fault_id = $1 /* unscoped:test */', [
      faultId,
    ])
    expect(rows).toHaveLength(1)
  })

  it('is made only of a fault in sight', async () => {
    const { faultId } = await fault()
    expect(await stranger.answer('POST', createRepairOfFault.path, { faultId })).toMatchObject({ code: 404 })
    expect(await faultOf(faultId)).toMatchObject({ handle_state: 'UNHANDLED' })
  })
})
