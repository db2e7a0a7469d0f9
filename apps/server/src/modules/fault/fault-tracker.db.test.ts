import { makeDevice, until } from '@sluice/testing'
import { afterEach, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { silentLog } from '../../platform/log/log.ts'
import { FaultTracker } from './fault.service.ts'
import type { ToldCondition } from './stretch.rules.ts'

const { test, now } = sharedPlatform()

/** A tracker of its own, and the box that it takes conditions from. */
async function trackerOf({ started = true } = {}) {
  const device = { deviceId: (await makeDevice(test.admin)).id, deptId: '1' }
  const box: ToldCondition[][] = []
  const state = { asked: 0, held: undefined as Promise<void> | undefined, refuses: 0 }
  const tracker = new FaultTracker({
    db: test.db,
    log: silentLog,
    downstreamOf: async () => [],
    onActions: () => undefined,
    clock: test.clock,
    groupsOf: async () => new Map(),
    async takeConditions() {
      state.asked++
      const taken = box[0] ?? []
      await state.held
      if (state.refuses-- > 0) throw new Error('away')
      box.shift()
      return taken
    },
  })
  if (started) await tracker.start()
  state.asked = 0
  const say = (conditions: Record<string, boolean>, at = now()) =>
    Object.entries(conditions).map(([code, holds]): ToldCondition => ({ ...device, code, holds, at }))
  const stored = async () => {
    const { rows } = await test.db.query<{ code: string; condition_state: string; count: number }>(
      'select code, condition_state, count from fault where device_id = $1 order by code /* unscoped:test */',
      [device.deviceId],
    )
    return rows.map(({ code, condition_state, count }) => [code, condition_state, count])
  }
  /** The written events, each with the id of its fault. */
  const told = async () => {
    const { rows } = await test.db.query<{ name: string; code: string }>(
      `select o.name, f.code from outbox o join fault f on f.id = (o.fact->>'faultId')::bigint
       where f.device_id = $1 and o.fact->>'deviceId' = $1::text and f.code = coalesce(o.fact->'fault'->>'code', o.fact->>'code')
       order by o.id /* unscoped:test */`,
      [device.deviceId],
    )
    return rows.map(({ name, code }) => `${name === 'fault.raised' ? '+' : '-'}${code}`)
  }
  const active = () => tracker.activeOf(device.deviceId).map(({ code }) => code)
  open.push(tracker)
  return { device, box, state, told, tracker, say, stored, active }
}

const open: FaultTracker[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((tracker) => tracker.flush()))
})

it('takes at its start what the last process did not live to write, and knows it', async () => {
  const { tracker, box, say, stored, active } = await trackerOf({ started: false })
  box.push(say({ P01: true, S01: true }), say({ S01: false }))
  await tracker.start()
  expect(await stored()).toEqual([
    ['P01', 'ACTIVE', 1],
    ['S01', 'CLEARED', 1],
  ])
  expect(active()).toEqual(['P01'])
})

it('writes conditions that this process was not notified of, once', async () => {
  const { tracker, box, say, stored, active, told } = await trackerOf()
  box.push(say({ P01: true, P03: true }))
  await tracker.catchUp()
  expect([active().sort(), (await told()).sort()]).toEqual([
    ['P01', 'P03'],
    ['+P01', '+P03'],
  ])
  box.push(say({ P01: true, P03: false }))
  await tracker.catchUp()
  expect([active(), (await told()).sort()]).toEqual([['P01'], ['+P01', '+P03', '-P03']])
  expect(await stored()).toEqual([
    ['P01', 'ACTIVE', 2],
    ['P03', 'CLEARED', 1],
  ])
})

it('knows at once what it observes, and tells of it when it is written, once', async () => {
  const { tracker, device, box, say, active, told } = await trackerOf()
  tracker.observe(device, { P01: true, S01: false })
  expect([active(), await told()]).toEqual([['P01'], []])
  // Meanwhile the tracker may have looked by itself and found nothing.
  box.push(say({ P01: true }))
  await tracker.catchUp()
  tracker.observe(device, { P01: true })
  box.push(say({ P01: true }))
  await tracker.flush()
  expect(await told()).toEqual(['+P01'])
  tracker.observe(device, { P01: false })
  tracker.observe(device, { P01: false })
  expect([active(), await told()]).toEqual([[], ['+P01']])
  box.push(say({ P01: false }), say({ P01: false }))
  await tracker.catchUp()
  expect(await told()).toEqual(['+P01', '-P01'])
})

it('is not turned back by what it is writing when something newer is observed meanwhile', async () => {
  const { tracker, device, box, state, say, active, told } = await trackerOf()
  tracker.observe(device, { P01: true })
  box.push(say({ P01: true }))
  const held = Promise.withResolvers<void>()
  state.held = held.promise
  const writing = tracker.flush()
  await until('the write', () => state.asked === 1)
  tracker.observe(device, { P01: false })
  held.resolve()
  await writing
  expect([active(), await told()]).toEqual([[], ['+P01']])
  // Meanwhile the tracker may have looked by itself and found nothing.
  box.push(say({ P01: false }))
  await tracker.catchUp()
  expect([active(), await told()]).toEqual([[], ['+P01', '-P01']])
})

it('asks for nothing while nothing was observed, and for all that was told when something was', async () => {
  const { tracker, device, box, state, say, stored } = await trackerOf()
  await tracker.flush()
  expect(state.asked).toBe(0)
  tracker.observe(device, { S01: false, XXX: true })
  await tracker.flush()
  expect(state.asked).toBe(0)
  tracker.observe(device, { P01: true })
  box.push(say({ P01: true }), say({ P01: true }))
  await tracker.flush()
  expect(await stored()).toEqual([['P01', 'ACTIVE', 2]])
  const asked = state.asked
  await tracker.flush()
  expect(state.asked).toBe(asked)
})

it('writes by itself soon after, and tries again by itself what could not be written', async () => {
  const { tracker, device, box, state, say, stored } = await trackerOf()
  state.refuses = 1
  tracker.observe(device, { P01: true })
  box.push(say({ P01: true }))
  await until('the fault', async () => (await stored()).length === 1)
  expect(await stored()).toEqual([['P01', 'ACTIVE', 1]])
})

it('leaves alone what is no fault of ours', async () => {
  const { tracker, device, box, say, stored, active, told } = await trackerOf()
  box.push(say({ XXX: true, P01: true }))
  await tracker.catchUp()
  tracker.observe(device, { XXX: true })
  expect([await stored(), active(), await told()]).toEqual([[['P01', 'ACTIVE', 1]], ['P01'], ['+P01']])
})

it('tells the worst fault first', async () => {
  const { tracker, device, active, box, say } = await trackerOf()
  tracker.observe(device, { P01: true, P03: true, W07: true })
  expect(active()).toEqual(['P03', 'P01', 'W07'])
  box.push(say({ P01: true, P03: true, W07: true }))
})

it('tells of a fault that comes and goes within one write, in that order, and of none that could not be written', async () => {
  const { tracker, box, state, say, told } = await trackerOf()
  box.push([...say({ P01: true }), ...say({ P01: false }), ...say({ P01: true })])
  state.refuses = 1
  await tracker.catchUp()
  expect(await told()).toEqual([])
  await tracker.catchUp()
  expect(await told()).toEqual(['+P01', '-P01', '+P01'])
})

it('takes from others what they wrote, but not about what it knows better', async () => {
  const { tracker, device, box, say, active } = await trackerOf()
  const { deviceId } = device
  tracker.onWritten(deviceId, { code: 'P01' }, true)
  tracker.onWritten(deviceId, { code: 'XXX' }, true)
  expect(active()).toEqual(['P01'])
  tracker.onWritten(deviceId, { code: 'P01' }, false)
  expect(active()).toEqual([])
  tracker.observe(device, { S06: true })
  tracker.onWritten(deviceId, { code: 'S06' }, false)
  expect(active()).toEqual(['S06'])
  box.push(say({ S06: true }))
  await tracker.flush()
  box.push(say({ S06: false }))
  await tracker.catchUp()
  expect(active()).toEqual([])
  // Its own two events come back late; what another process writes after them counts again.
  tracker.onWritten(deviceId, { code: 'S06' }, true)
  expect(active()).toEqual([])
  tracker.onWritten(deviceId, { code: 'S06' }, false)
  tracker.onWritten(deviceId, { code: 'S06' }, true)
  expect(active()).toEqual(['S06'])
})
