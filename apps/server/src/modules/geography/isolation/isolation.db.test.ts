import {
  beginIsolation,
  geoImport,
  getIsolation,
  type IsolationRun,
  openIsolations,
  planIsolation,
  replaceInIsolation,
  resendIsolation,
  restoreIsolation,
  sendCommand,
  stopIsolation,
} from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDept,
  makeDevice,
  makeMqttDevice,
  makePerson,
  pause,
  recordStatements,
  startTestPlatform,
  until,
} from '../../../../../../testing/src/index.ts'
import type { ApiClient, StatementRecorder, TestPlatform } from '../../../../../../testing/src/index.ts'
import { connectMovingValve, type MovingValve } from '../../../../../../testing/src/field/moving-valve.ts'

/**
 *  10 ---- 11 ---- 12 --x--+-- 13 ---- 14
 *                          |
 *                          s1
 */
let platform: TestPlatform
let mine: ApiClient
let theirs: ApiClient
let here: string
let recorder: StatementRecorder
let canals = 0
let keys = 0
const opened: MovingValve[] = []
const key = () => `isolation-${++keys}`

beforeAll(async () => {
  platform = await startTestPlatform()
  here = await makeDept(platform.admin, 'here')
  const there = await makeDept(platform.admin, 'there')
  mine = await makePerson(platform.admin, platform.db, { deptId: here })
  theirs = await makePerson(platform.admin, platform.db, { deptId: there })
  recorder = recordStatements()
})
afterAll(async () => {
  recorder?.stop()
  await Promise.all(opened.map((valve) => valve.end()))
  await platform?.stop()
})

/** A canal of its own, with valves at these openings; `null` has never reported. */
async function canal(openings: Record<string, number | null>, options: { strokeMs?: number; restsAt?: number } = {}) {
  const lat = 37 + ++canals / 10
  const line = {
    type: 'LineString',
    coordinates: [
      [117, lat],
      [117.05, lat],
    ],
  }
  const branch = {
    type: 'LineString',
    coordinates: [
      [117.026, lat],
      [117.026, lat - 0.02],
    ],
  }
  const feature = (name: string, geometry: object) => {
    return { type: 'Feature', properties: { kind: 'CANAL', name, flow: 'FORWARD' }, geometry }
  }
  const { report } = await mine.call(geoImport, {
    deptId: here,
    features: [feature('东干渠', line), feature('南支渠', branch)],
  })
  const places: Record<string, [number, number]> = {
    10: [117.005, lat],
    11: [117.01, lat],
    12: [117.02, lat],
    13: [117.03, lat],
    14: [117.04, lat],
    s1: [117.026, lat - 0.005],
  }
  const ids: Record<string, string> = {}
  const valves: Record<string, MovingValve> = {}
  for (const [name, opening] of Object.entries(openings)) {
    const [lng, at] = places[name]!
    const made = await makeMqttDevice(mine, { name: `${name}#阀`, deptId: here, lng, lat: at })
    ids[name] = made.id
    if (opening === null) continue
    valves[name] = await connectMovingValve(made, { strokeMs: 300, stepMs: 50, opening, ...options })
    opened.push(valves[name])
  }
  const burst = { edgeId: report[0]!.ids[0]!, lng: 117.023, lat }
  const named = (list: readonly { deviceId: string }[]) =>
    list.map(({ deviceId }) => Object.entries(ids).find(([, id]) => id === deviceId)?.[0] ?? deviceId)
  const pick = (...names: string[]) => names.map((name) => ids[name]!)
  await until('every report', async () => {
    const plan = await mine.call(planIsolation, burst)
    const heard = Object.keys(openings).filter((name) => openings[name] !== null)
    return !plan.byHand.some(({ name }) => heard.includes(name.replace('#阀', '')))
  })
  return { burst, ids, valves, named, pick }
}

const progress = (id: string) => mine.call(getIsolation, { id })

/** The isolation once this is true of it. */
function once(what: string, id: string, isTrue: (run: IsolationRun) => boolean): Promise<IsolationRun> {
  return until(what, async () => {
    const run = await progress(id)
    return isTrue(run) && run
  })
}
const stages = ({ valves }: IsolationRun) => Object.fromEntries(valves.map(({ name, stage }) => [name, stage]))
const moves = (valve: MovingValve | undefined) => valve!.asked.filter((method) => method === 'setValve').length

test('the plan passes over a valve that never reported, and names it with its reason', async () => {
  const { burst, named } = await canal({ 11: 18, 12: null, 13: 0, s1: 65 })
  const plan = await mine.call(planIsolation, burst)
  expect(named(plan.valves).toSorted()).toEqual(['11', '13', 's1'])
  const upper = plan.valves.find(({ name }) => name === '11#阀')!
  expect(upper).toMatchObject({ opening: 18, isClosed: false })
  expect(upper.insteadOf).toMatchObject([{ name: '12#阀', because: 'NEVER_REPORTED' }])
  expect(plan.valves.find(({ name }) => name === '13#阀')).toMatchObject({ opening: 0, isClosed: true })
  expect(plan).toMatchObject({ edgeName: '东干渠', byHand: [] })
  expect(plan.lengthM).toBeGreaterThan(1_700)
  expect(plan.stretches[0]?.[0]?.[0]).toBeCloseTo(117.01, 4)
})

test('where nothing on a way can be closed it says which one a person has to close', async () => {
  const { burst, named } = await canal({ 12: 40, 13: 20, s1: null })
  const plan = await mine.call(planIsolation, burst)
  expect(named(plan.valves).toSorted()).toEqual(['12', '13'])
  expect(plan.byHand).toMatchObject([{ name: 's1#阀', because: 'NEVER_REPORTED', lastSeenTime: null }])
})

test('a valve that somebody does not want is passed over like one that cannot', async () => {
  const { burst, ids, named } = await canal({ 11: 18, 12: 30, 13: 20, s1: 65 })
  const plan = await mine.call(planIsolation, { ...burst, without: ids['12']! })
  expect(named(plan.valves).toSorted()).toEqual(['11', '13', 's1'])
  expect(plan.valves.find(({ name }) => name === '11#阀')?.insteadOf).toMatchObject([{ because: 'PASSED_OVER' }])
})

test('every open valve is closed by one command of its own, a shut one by none, and reports are the proof', async () => {
  const { burst, pick, valves } = await canal({ 12: 30, 13: 0, s1: 65 })
  const input = { ...burst, deviceIds: pick('12', '13', 's1'), idempotencyKey: key() }
  const begun = await mine.call(beginIsolation, input)
  expect(begun).toMatchObject({ valveCount: 3, edgeName: '东干渠', restore: null })
  expect(begun.valves.map(({ no, before }) => [no, before])).toEqual([
    [1, 30],
    [2, 0],
    [3, 65],
  ])
  expect(begun.valves[1]).toMatchObject({ stage: 'CLOSED_BEFORE', command: null })
  const done = await once('all three', begun.id, ({ provenCount }) => provenCount === 3)
  expect(stages(done)).toEqual({ '12#阀': 'PROVEN', '13#阀': 'CLOSED_BEFORE', 's1#阀': 'PROVEN' })
  expect(done.valves[0]?.command).toMatchObject({ code: 'CLOSE', status: 'EXECUTED', operatorName: expect.any(String) })
  expect([moves(valves['12']), moves(valves['13']), moves(valves['s1'])]).toEqual([1, 0, 1])
  // The same key is the same isolation: a repeated call closes nothing again.
  expect((await mine.call(beginIsolation, { ...input, deviceIds: ['900000'] })).id).toBe(begun.id)
  expect(moves(valves['12'])).toBe(1)
  const { rows } = await platform.db.query<{ target_ids: string[] }>(
    `select target_ids from oper_log where action = 'isolation.begin' and after->>'isolationId' = $1 /* unscoped:test */`,
    [begun.id],
  )
  expect(rows).toEqual([{ target_ids: pick('12', '13', 's1') }])
})

test('what each valve was at is stored before anything is sent: a valve that never answers has it too', async () => {
  const { burst, pick } = await canal({ 12: 30, 13: 20, s1: 65 }, { strokeMs: 60_000 })
  const begun = await mine.call(beginIsolation, {
    ...burst,
    deviceIds: pick('12', '13', 's1'),
    idempotencyKey: key(),
  })
  expect(begun).toMatchObject({ provenCount: 0 })
  expect(begun.valves.map(({ before }) => before)).toEqual([30, 20, 65])
  const { rows } = await platform.db.query<{ no: number; before_opening: number; was_closed: boolean }>(
    'select no, before_opening, was_closed from isolation_valve where isolation_id = $1 order by no /* unscoped:test */',
    [begun.id],
  )
  expect(rows.map((row) => [row.before_opening, row.was_closed])).toEqual([
    [30, false],
    [20, false],
    [65, false],
  ])
  expect((await mine.call(openIsolations)).map(({ id }) => id)).toContain(begun.id)
})

test('STOP reaches every valve that moves and leaves the proven ones alone', async () => {
  const { burst, pick, valves } = await canal({ 12: 30, 13: 0, s1: 65 }, { strokeMs: 60_000 })
  const { id } = await mine.call(beginIsolation, {
    ...burst,
    deviceIds: pick('12', '13', 's1'),
    idempotencyKey: key(),
  })
  await until('both commands', () => moves(valves['12']) + moves(valves['s1']) === 2)
  expect(await mine.call(stopIsolation, { id, idempotencyKey: key() })).toEqual({ sent: 2, refused: [] })
  await until('both stops', () => ['12', 's1'].every((name) => valves[name]!.asked.includes('stopValve')))
  expect(valves['13']!.asked).toEqual([])
  const stopped = await once('both ended', id, ({ valves: all }) => all.every(({ stage }) => stage !== 'RUNNING'))
  expect(stages(stopped)).toEqual({ '12#阀': 'FAILED', '13#阀': 'CLOSED_BEFORE', 's1#阀': 'FAILED' })
  // Once more, for one of them; the other valves get nothing.
  const again = { id, deviceId: pick('12')[0]!, idempotencyKey: key() }
  expect(stages(await mine.call(resendIsolation, again))['12#阀']).toBe('RUNNING')
  await expect(mine.call(resendIsolation, { ...again, idempotencyKey: key() })).rejects.toMatchObject({
    key: 'conflict',
  })
  await expect(mine.call(resendIsolation, { ...again, deviceId: pick('13')[0]! })).rejects.toMatchObject({
    key: 'conflict',
  })
})

test('a valve without proof is replaced by the next on its way, which is closed at once', async () => {
  const { burst, ids, pick, valves } = await canal({ 11: 18, 12: 30, 13: 20, s1: 65 }, { strokeMs: 60_000 })
  const { id } = await mine.call(beginIsolation, {
    ...burst,
    deviceIds: pick('12', '13', 's1'),
    idempotencyKey: key(),
  })
  await until('its command', () => moves(valves['12']) === 1)
  const change = { id, deviceId: ids['12']!, nextIds: pick('11') }
  await expect(mine.call(replaceInIsolation, { ...change, idempotencyKey: key() })).rejects.toMatchObject({
    key: 'conflict',
  })
  await mine.call(stopIsolation, { id, idempotencyKey: key() })
  await once('the stop', id, ({ valves: all }) => all.every(({ stage }) => stage === 'FAILED'))
  const replaced = await mine.call(replaceInIsolation, { ...change, idempotencyKey: key() })
  expect(replaced.valveCount).toBe(3)
  expect(stages(replaced)).toMatchObject({ '12#阀': 'PASSED_OVER', '11#阀': 'RUNNING' })
  const next = replaced.valves.find(({ name }) => name === '11#阀')!
  expect(next).toMatchObject({ no: 4, before: 18, insteadOf: [{ name: '12#阀', because: 'NOT_PROVEN' }] })
  await until('the command of the next', () => moves(valves['11']) === 1)
})

test('valves go back downstream first, one proven step after the other; one that somebody moved is left out', async () => {
  const { burst, ids, pick, valves } = await canal({ 12: 30, 13: 20, s1: 65 })
  const begun = await mine.call(beginIsolation, {
    ...burst,
    deviceIds: pick('12', '13', 's1'),
    idempotencyKey: key(),
  })
  const { id } = begun
  await once('all three', id, ({ provenCount }) => provenCount === 3)
  await mine.call(sendCommand, {
    deviceId: ids['s1']!,
    code: 'SET_OPENING',
    params: { opening: 10 },
    idempotencyKey: key(),
  })
  await once('the other hand', id, (run) => stages(run)['s1#阀'] === 'MOVED')
  const asked = await mine.call(restoreIsolation, { id })
  expect(asked.restore).toMatchObject({ doneTime: null })
  const back = await once('the end', id, ({ restore }) => restore?.doneTime != null)
  const of = (name: string) => back.valves.find((valve) => valve.name === `${name}#阀`)!.restore
  expect(of('s1')).toMatchObject({ leftOut: 'MOVED', command: null })
  expect([of('12').command, of('13').command]).toMatchObject([
    { code: 'SET_OPENING', params: { opening: 30 }, status: 'EXECUTED' },
    { code: 'SET_OPENING', params: { opening: 20 }, status: 'EXECUTED' },
  ])
  // Water leaves through 13 and comes in through 12, which waits for the proof of the other.
  expect(Date.parse(of('13').command!.doneTime!)).toBeLessThanOrEqual(Date.parse(of('12').command!.createTime))
  expect(valves['s1']!.said.at(-1)?.opening).toBe(10)
  expect((await mine.call(openIsolations)).map((one) => one.id)).not.toContain(id)
  await expect(mine.call(restoreIsolation, { id })).rejects.toMatchObject({ key: 'conflict' })
})

test('STOP halts putting back too; asked again it goes on with the valve that was stopped', async () => {
  const { burst, ids, pick, valves } = await canal({ 12: 30, 13: 60 }, { strokeMs: 3_000 })
  const { id } = await mine.call(beginIsolation, { ...burst, deviceIds: pick('12', '13'), idempotencyKey: key() })
  await once('both', id, ({ provenCount }) => provenCount === 2)
  await mine.call(restoreIsolation, { id })
  await until('the first step', () => (valves['13']!.said.at(-1)?.opening ?? 0) > 10)
  expect(await mine.call(stopIsolation, { id, idempotencyKey: key() })).toEqual({ sent: 1, refused: [] })
  const halted = await once('the stop', id, (run) => {
    return run.valves.find(({ deviceId }) => deviceId === ids['13'])?.restore.command?.status === 'FAILED'
  })
  expect(halted.restore).toBeNull()
  expect(moves(valves['12'])).toBe(1)
  await mine.call(restoreIsolation, { id })
  const back = await once('the end', id, ({ restore }) => restore?.doneTime != null)
  expect(back.valves.map(({ restore }) => restore)).toMatchObject([
    { leftOut: null, command: { params: { opening: 30 }, status: 'EXECUTED' } },
    { leftOut: null, command: { params: { opening: 60 }, status: 'EXECUTED' } },
  ])
})

test('a valve whose own command is not concluded yet is not taken for moved: it goes back afterwards', async () => {
  const { burst, ids, pick } = await canal({ 12: 30 })
  const { id } = await mine.call(beginIsolation, { ...burst, deviceIds: pick('12'), idempotencyKey: key() })
  const proven = await once('the proof', id, ({ provenCount, valves: all }) => {
    return provenCount === 1 && all[0]?.command?.status === 'EXECUTED'
  })
  const commandId = proven.valves[0]!.command!.id
  const conclude = (status: string) =>
    platform.db.query('update command set status = $2 where id = $1 /* unscoped:test */', [commandId, status])
  await conclude('EXECUTING')
  await mine.call(restoreIsolation, { id })
  await pause(1_500)
  expect((await mine.call(getIsolation, { id })).valves[0]!.restore).toMatchObject({ leftOut: null, command: null })
  await conclude('EXECUTED')
  const back = await once('the end', id, ({ restore }) => restore?.doneTime != null)
  expect(back.valves.find(({ deviceId }) => deviceId === ids['12'])!.restore).toMatchObject({
    leftOut: null,
    command: { params: { opening: 30 }, status: 'EXECUTED' },
  })
})

test('nothing goes back before every valve was proven shut', async () => {
  const { burst, pick, valves } = await canal({ 12: 30, 13: 0, s1: 65 }, { strokeMs: 60_000 })
  const { id } = await mine.call(beginIsolation, {
    ...burst,
    deviceIds: pick('12', '13', 's1'),
    idempotencyKey: key(),
  })
  await expect(mine.call(restoreIsolation, { id })).rejects.toMatchObject({ key: 'conflict' })
  expect(moves(valves['13'])).toBe(0)
})

test('many valves need a reason, foreign ones are refused, and who may not send closes nothing', async () => {
  const { burst, pick } = await canal({ 12: 30, 13: 20, s1: 65 })
  const deviceIds = pick('12', '13', 's1')
  const many = Array.from({ length: 21 }, (_, at) => String(900_000 + at))
  const begin = (by: ApiClient, ids: readonly string[]) =>
    by.call(beginIsolation, { ...burst, deviceIds: [...ids], idempotencyKey: key() })
  await expect(begin(mine, many)).rejects.toMatchObject({ key: 'needs-reason' })
  const elsewhere = await makeDevice(mine, { name: 'not on a network', deptId: here })
  await expect(begin(mine, [...deviceIds, elsewhere.id])).rejects.toMatchObject({ key: 'not-found' })
  await expect(begin(theirs, deviceIds)).rejects.toMatchObject({ key: 'not-found' })
  const looker = await makePerson(platform.admin, platform.db, { deptId: here, keys: ['geo:list', 'command:list'] })
  await expect(begin(looker, deviceIds)).rejects.toMatchObject({ key: 'not-permitted' })
  expect((await looker.call(planIsolation, burst)).valves).toHaveLength(3)
  const { id } = await begin(mine, deviceIds)
  expect((await looker.call(getIsolation, { id })).valveCount).toBe(3)
  await expect(theirs.call(getIsolation, { id })).rejects.toMatchObject({ key: 'not-found' })
  expect(await theirs.call(openIsolations)).toEqual([])
})

test('no statement of all this went past the doors of the scope', () => {
  expect(recorder.violations()).toEqual([])
})
