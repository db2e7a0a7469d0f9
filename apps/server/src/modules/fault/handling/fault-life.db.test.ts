import {
  ackFault,
  assignFaults,
  closeFaults,
  type FaultAction,
  faultResource,
  type FaultRow,
  faultStory,
  ignoreFaults,
  reopenFaults,
  resolveFaults,
  startFaults,
  releaseFault,
} from '@sluice/contract'
import {
  createTestDatabase,
  fakeClock,
  makeDevice,
  startTestPlatform,
  tellConditions,
  type TestDatabase,
  type TestPlatform,
} from '@sluice/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

const HOUR_MS = 3_600_000
/** Times of observation are minutes: within one, the order of arrival counts. */
const LATE_MS = 40_000
/** It starts the platform some twenty times: a minute alone, and many on a busy machine. */
const PATIENCE_MS = 900_000
const clock = fakeClock(new Date('2026-03-02T02:00:00Z'))
let test: TestPlatform
let database: TestDatabase
let userId = ''

beforeAll(async () => {
  database = await createTestDatabase()
  test = await startTestPlatform({ clock, database })
  userId = String((await test.db.query('select min(id) as id from sys_user /* unscoped:test */')).rows[0]!['id'])
})
afterAll(async () => {
  await test?.stop()
  await database?.drop()
})

/** The state that a history leads to, by itself: written here once more, and not taken from the product. */
function replayed(actions: readonly FaultAction[]): [condition: string, handling: string] {
  let [condition, handling] = ['', '']
  for (const action of actions) {
    if (action === 'RAISE') [condition, handling] = ['ACTIVE', 'UNHANDLED']
    else if (action === 'REPEAT') condition = 'ACTIVE'
    else if (action === 'CLEAR') condition = 'CLEARED'
    else if (action === 'ACK' || (action === 'ASSIGN' && handling === 'UNHANDLED')) handling = 'ACKED'
    else if (action === 'RELEASE') handling = 'UNHANDLED'
    else if (action === 'START') handling = 'PROCESSING'
    else if (action === 'CANCEL') handling = 'ACKED'
    else if (action === 'RESOLVE') handling = 'RESOLVED'
    else if (action === 'CLOSE') handling = 'CLOSED'
    else if (action === 'IGNORE') handling = 'IGNORED'
    else if (action === 'REOPEN') handling = handling === 'RESOLVED' ? 'PROCESSING' : 'UNHANDLED'
  }
  return [condition, handling]
}

type Step =
  | 'raise'
  | 'clear'
  | 'again'
  | 'lateRaise'
  | 'lateClear'
  | 'restart'
  | 'sweep'
  | 'hours'
  | 'days'
  | HandlingAction
type HandlingAction = 'ack' | 'release' | 'assign' | 'start' | 'resolve' | 'close' | 'ignore' | 'reopen'

const HANDLING: Readonly<Record<HandlingAction, (row: FaultRow) => Promise<unknown>>> = {
  ack: ({ id, version }) => test.admin.call(ackFault, { id, version }),
  release: ({ id }) => test.admin.call(releaseFault, { ids: [id] }),
  assign: ({ id }) => test.admin.call(assignFaults, { ids: [id], userId }),
  start: ({ id }) => test.admin.call(startFaults, { ids: [id] }),
  resolve: ({ id }) => test.admin.call(resolveFaults, { ids: [id], note: 'done' }),
  close: ({ id }) => test.admin.call(closeFaults, { ids: [id] }),
  ignore: ({ id }) => {
    const until = new Date(clock.now().getTime() + 2 * HOUR_MS).toISOString()
    return test.admin.call(ignoreFaults, { ids: [id], reason: 'known', until })
  },
  reopen: ({ id }) => test.admin.call(reopenFaults, { ids: [id] }),
}

/** Time passes for what is stored: sessions stay. */
async function pass(ms: number): Promise<void> {
  const back = (column: string) => `${column} = ${column} - $1 * interval '1 millisecond'`
  const times = ['first_time', 'last_time', 'clear_time', 'resolve_time', 'ignored_until'].map(back).join(', ')
  await test.platform.faults.flush()
  await test.db.query(`update fault set ${times} /* unscoped:test */`, [ms])
  await test.db.query(`update fault_log set ${back('ts')}`, [ms])
}

async function take(step: Step, deviceId: string, row: FaultRow | undefined): Promise<void> {
  const tell = (holds: boolean, ageMs = 0) =>
    tellConditions(test, { deviceId, deptId: '1' }, { P01: holds }, clock.now().getTime() - ageMs)
  if (step === 'raise') return tell(true)
  if (step === 'clear') return tell(false)
  if (step === 'hours') return pass(3 * HOUR_MS)
  if (step === 'days') return pass(73 * HOUR_MS)
  if (step === 'sweep') return test.platform.faults.sweep()
  if (step === 'lateRaise') return tell(true, LATE_MS)
  if (step === 'lateClear') return tell(false, LATE_MS)
  if (step === 'restart') return restart()
  if (step === 'again') {
    // Told again by a station that did not get its answer.
    await tell(true)
    return tell(true)
  }
  if (row) await HANDLING[step](row).catch(isRefusal)
}

/** Everything of the process is gone: what comes next is made of the store. */
async function restart(): Promise<void> {
  await test.stop()
  test = await startTestPlatform({ clock, database })
}

/** People may be refused; nothing else may happen. */
function isRefusal(error: unknown): void {
  expect(['conflict', 'not-yet', 'stale-version']).toContain((error as { key?: string }).key)
}

/** The rows of a device, each as its history says, and at most one of them is alive. */
async function hold(deviceId: string, known: Map<string, number>): Promise<FaultRow | undefined> {
  const { list } = await test.admin.page(faultResource, { deviceId, limit: 100 })
  for (const { id, conditionState, handleState } of list) {
    const { lines } = await test.admin.call(faultStory, { id })
    expect(replayed(lines.map(({ action }) => action))).toEqual([conditionState, handleState])
    expect(lines.length).toBeGreaterThanOrEqual(known.get(id) ?? 1)
    known.set(id, lines.length)
  }
  expect(list.filter(({ conditionState }) => conditionState === 'ACTIVE').length).toBeLessThanOrEqual(1)
  expect(test.platform.faults.isActive(deviceId, 'P01')).toBe(list.some((one) => one.conditionState === 'ACTIVE'))
  return list.toSorted((a, b) => Number(b.id) - Number(a.id))[0] as unknown as FaultRow | undefined
}

const TOLD: readonly Step[] = ['raise', 'clear', 'again', 'lateRaise', 'lateClear', 'sweep', 'hours', 'days']
const step = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...TOLD) },
  { weight: 10, arbitrary: fc.constantFrom(...(Object.keys(HANDLING) as HandlingAction[])) },
  // Another start of the whole platform.
  { weight: 1, arbitrary: fc.constant<Step>('restart') },
)

it(
  'whatever happens in whatever order, a fault is what its history says, and nothing of that is lost',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { id: deviceId } = await makeDevice(test.admin)
        const known = new Map<string, number>()
        let row: FaultRow | undefined
        for (const one of ['raise' as const, ...steps]) {
          await take(one, deviceId, row)
          row = await hold(deviceId, known)
        }
        expect(known.size).toBeGreaterThan(0)
      }),
      { numRuns: 25 },
    )
  },
  PATIENCE_MS,
)
