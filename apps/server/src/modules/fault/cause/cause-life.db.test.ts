import { deviceResource, faultResource, ignoreFaults, reopenFaults, replaceMaster } from '@sluice/contract'
import { fakeClock, makeDept, makeDevice, startTestPlatform, tellConditions, type TestPlatform } from '@sluice/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

const clock = fakeClock(new Date('2026-03-02T02:00:00Z'))
let test: TestPlatform
let deptId = ''

beforeAll(async () => {
  test = await startTestPlatform({ clock })
  deptId = await makeDept(test.admin, '灌区')
})
afterAll(() => test?.stop())

const STEPS = [
  'cause',
  'causeOver',
  'mains',
  'mainsOver',
  'slave',
  'slaveOver',
  'ignore',
  'reopen',
  'off',
  'moved',
  'sweep',
] as const
type Step = (typeof STEPS)[number]

interface Family {
  master: string
  slave: string
  next: string
}

const masterOf = async () => (await makeDevice(test.admin, { deptId, productNo: 'SL651-VALVE-STATION' })).id

async function family(): Promise<Family> {
  const [master, next] = [await masterOf(), await masterOf()]
  const more = { deptId, productNo: 'SL651-VALVE-CHANNEL', masterId: master, channel: 1 }
  return { master, next, slave: (await makeDevice(test.admin, more)).id }
}

async function tell(deviceId: string, code: string, holds: boolean): Promise<void> {
  await tellConditions(test, { deviceId, deptId }, { [code]: holds })
  await test.platform.faults.flush()
}

const idsOf = async (deviceId: string, handleState: string) =>
  (await test.admin.page(faultResource, { deviceId, handleState, conditionState: 'ACTIVE' })).list.map(({ id }) => id)

async function handle({ master }: Family, step: 'ignore' | 'reopen'): Promise<void> {
  const ids = await idsOf(master, step === 'ignore' ? 'UNHANDLED' : 'IGNORED')
  if (ids.length === 0) return
  const until = new Date(clock.now().getTime() + 3_600_000).toISOString()
  if (step === 'ignore') await test.admin.call(ignoreFaults, { ids, reason: 'false alarm', until })
  else await test.admin.call(reopenFaults, { ids })
}

async function take(step: Step, of: Family): Promise<unknown> {
  const { master, slave, next } = of
  if (step === 'cause' || step === 'causeOver') return tell(master, 'C01', step === 'cause')
  if (step === 'mains' || step === 'mainsOver') return tell(master, 'P03', step === 'mains')
  if (step === 'slave' || step === 'slaveOver') return tell(slave, 'C02', step === 'slave')
  if (step === 'off') return test.admin.update(deviceResource, master, { enabled: false })
  if (step === 'sweep') return test.platform.faults.sweep()
  if (step !== 'moved') return handle(of, step)
  const { masterId } = await test.admin.get(deviceResource, slave)
  return masterId === master && test.admin.call(replaceMaster, { masterId: master, newMasterId: next })
}

/** Ten minutes pass for what is stored, with a look before and after. */
async function settle(): Promise<void> {
  await test.platform.faults.sweep()
  await test.db.query(`update fault set clear_time = clear_time - interval '10 minutes' /* unscoped:test */`)
  await test.platform.faults.sweep()
}

/** Faults that wait for somebody and stand under one that explains nothing: one rule, without the product's statements. */
async function hidden(slave: string): Promise<unknown[]> {
  const { rows } = await test.db.query(
    `select f.code, c.code as under, c.condition_state, c.handle_state, cd.enabled
     from fault f join device d on d.id = f.device_id join fault c on c.id = f.cause_id join device cd on cd.id = c.device_id
     where f.device_id = $1 and f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED'
       and not (c.condition_state = 'ACTIVE' and c.handle_state <> 'IGNORED' and cd.enabled and not cd.deleted
         and (cd.id = d.id or cd.id = d.master_id)) /* unscoped:test */`,
    [slave],
  )
  return rows
}

it('whatever happens in whatever order, no fault stays under one that is over, ignored, or of a device that is gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 14 }), async (steps) => {
      const of = await family()
      for (const step of ['cause' as const, 'slave' as const, ...steps]) await take(step, of)
      await settle()
      expect(await hidden(of.slave)).toEqual([])
    }),
    { numRuns: 25 },
  )
})
