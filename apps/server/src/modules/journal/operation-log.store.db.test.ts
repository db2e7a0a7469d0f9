import { makeDept, makeDevice, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '../../platform/http/session.ts'
import { faultsOf, outcomesOf } from './operation-log.store.ts'

let platform: TestPlatform
let here: Scope
const everything = scopeOf(true)
/** Two devices in a department, one elsewhere, each with a command and a fault. */
const commands: string[] = []
const faults: string[] = []
const devices: string[] = []

beforeAll(async () => {
  platform = await startTestPlatform()
  const { admin, db } = platform
  const dept = await makeDept(admin, 'here')
  here = scopeOf(false, dept)
  for (const deptId of [dept, dept, await makeDept(admin, 'there')]) {
    const { id } = await makeDevice(admin, { deptId })
    devices.push(id)
    const fault = await db.query<{ id: string }>(
      `insert into fault (dept_id, device_id, code, level, condition_state, first_time, last_time)
       values ($1, $2, 'P01', 2, 'ACTIVE', now(), now()) returning id /* unscoped:test */`,
      [deptId, id],
    )
    faults.push(fault.rows[0]!.id)
    commands.push(await commandOf(id))
  }
})
afterAll(() => platform?.stop())

function scopeOf(all: boolean, ...deptIds: string[]): Scope {
  return { all, deptIds, deptSet: new Set(deptIds), own: false, userId: '1', homeDeptId: deptIds[0] ?? '1' }
}

async function commandOf(deviceId: string): Promise<string> {
  const { rows } = await platform.db.query<{ id: string }>(
    `insert into command (device_id, station_id, code, source, priority, status, absolute, repeats_others, stroke_s,
       ack_timeout_s, exec_timeout_s, max_attempts, create_time, expire_time)
     values ($1, $1, 'READ', 'API', 3, 'EXPIRED', true, false, 60, 10, 60, 1, now(), now()) returning id /* unscoped:test */`,
    [deviceId],
  )
  return rows[0]!.id
}

test('how commands stand is told of those that were asked for and are in sight, and of no other', async () => {
  const { db } = platform
  const keys = async (scope: Scope, ...ids: string[]) => [...(await outcomesOf(db, scope, ids)).keys()].toSorted()
  expect(await keys(everything, commands[0]!, commands[2]!)).toEqual([commands[0], commands[2]].toSorted())
  expect(await keys(here, commands[0]!, commands[2]!)).toEqual([commands[0]])
  expect(await keys(everything)).toEqual([])
})

test('what is wrong is told of the faults that were asked for and are in sight, and of no other', async () => {
  const { db } = platform
  const told = async (scope: Scope, ...ids: string[]) => Object.fromEntries(await faultsOf(db, scope, ids))
  const own = { [faults[1]!]: { code: 'P01', deviceId: devices[1] } }
  expect(await told(here, faults[1]!, faults[2]!, 'none')).toEqual(own)
  expect(await told(everything, faults[1]!)).toEqual(own)
  expect(await told(everything)).toEqual({})
})
