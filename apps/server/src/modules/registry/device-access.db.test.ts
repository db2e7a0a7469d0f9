import { DEVICE_STATUSES, deviceResource } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice } from '../../../../../testing/src/field/devices.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../testing/src/platform/platform.ts'
import { devicesMadeBy } from './registry.store.ts'

let test: TestPlatform

/** One device of every state there can be, a switched-off one with a state of its own among them. */
beforeAll(async () => {
  test = await startTestPlatform()
  const states = ['ONLINE', 'OFFLINE', 'INACTIVE', 'DISABLED', null, 'ONLINE', null]
  for (const [n, state] of states.entries()) {
    const productNo = n % 2 === 0 ? 'SL651-VALVE' : 'SL651-LEVEL'
    const { id } = await makeDevice(test.admin, { productNo, enabled: n < 5 })
    if (state === null) continue
    await test.db.query(
      `insert into device_shadow (device_id, status, last_seen_time) values ($1, $2, now() - $3 * interval '1 minute')
       on conflict (device_id) do update set status = excluded.status, last_seen_time = excluded.last_seen_time
       /* unscoped:test */`,
      [id, state, n],
    )
  }
})
afterAll(() => test?.stop())

it('finds by state and type exactly the devices that show that state and type', async () => {
  const { list: all } = await test.admin.page(deviceResource, { limit: 100 })
  for (const field of ['status', 'deviceTypeCode'] as const) {
    const values = field === 'status' ? DEVICE_STATUSES : [...new Set(all.map((row) => String(row[field])))]
    let found = 0
    for (const value of values) {
      const { list, total } = await test.admin.page(deviceResource, { limit: 100, [field]: value })
      const wanted = all.filter((row) => row[field] === value).map(({ id }) => id)
      expect([value, list.map(({ id }) => id).sort()]).toEqual([value, wanted.sort()])
      expect(total).toBe(wanted.length)
      found += total
    }
    expect(found).toBe(all.length)
  }
  expect(new Set(all.map(({ status }) => status)).size).toBe(4)
})

it('orders by the last report, devices without one last in either direction', async () => {
  const times = async (order: 'asc' | 'desc') => {
    const { list } = await test.admin.page(deviceResource, { limit: 100, sort: 'lastSeenTime', order })
    return list.map(({ lastSeenTime }) => lastSeenTime as string | null)
  }
  const [up, down] = [await times('asc'), await times('desc')]
  const heard = up.filter((time) => time !== null)
  expect(heard).toEqual(heard.toSorted())
  const unheard = up.slice(heard.length)
  expect(unheard.length).toBeGreaterThan(0)
  expect(unheard.every((time) => time === null)).toBe(true)
  expect(down).toEqual([...heard.toReversed(), ...unheard])
  expect(heard.length).toBe(5)
})

it('finds a part of a number or name whatever the case, and takes % and _ as they are', async () => {
  await makeDevice(test.admin, { deviceNo: 'Mixed-Case_77' })
  const total = async (keyword: string) => (await test.admin.page(deviceResource, { keyword })).total
  expect([await total('mixed-case'), await total('CASE_77'), await total('_77')]).toEqual([1, 1, 1])
  expect([await total('77'), await total('%'), await total('Case%')]).toEqual([1, 0, 0])
})

it('finds the devices a user created, for the scope SELF: only existing ones', async () => {
  const { rows } = await test.db.query<{ id: string; by: string }>(
    'select id, create_by as by from device where not deleted /* unscoped:test */',
  )
  const maker = rows[0]!.by
  const [gone, ...kept] = rows.filter(({ by }) => by === maker).map(({ id }) => id)
  expect(await devicesMadeBy(test.db, maker)).toEqual(new Set([gone, ...kept]))
  await test.admin.remove(deviceResource, gone!)
  expect(await devicesMadeBy(test.db, maker)).toEqual(new Set(kept))
  expect(await devicesMadeBy(test.db, '999999')).toEqual(new Set())
})
