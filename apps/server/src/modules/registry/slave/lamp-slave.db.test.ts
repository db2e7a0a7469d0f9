import { lampPoleResource, lampSlaveResource } from '@sluice/contract'
import {
  type ApiClient,
  connectMqtt,
  makeDept,
  makeMqttDevice,
  makeReadyProduct,
  makePerson,
  startTestPlatform,
  type TestPlatform,
} from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PRODUCT = 'OUR-LAMP'
let test: TestPlatform
const ids: Record<string, string> = {}

async function lampOf(name: string, values: readonly object[], more: Record<string, unknown> = {}): Promise<void> {
  const made = await makeMqttDevice(test.admin, { name, productNo: PRODUCT, reportIntervalS: 300, ...more })
  ids[name] = made.id
  const device = await connectMqtt(made)
  for (const one of values) await device.publish('v1/devices/me/telemetry', one)
  await device.end()
}

beforeAll(async () => {
  test = await startTestPlatform()
  await makeReadyProduct(test.admin, 'LIB-MQTT-LAMP', PRODUCT)
  ids['there'] = await makeDept(test.admin, 'there')
  await lampOf('lit', [{ on: 1, dim: 80, voltage: 221.5, current: 0.45, power: 96.2, energy: 512.25 }])
  await lampOf('dark', [{ on: false, dim: 0 }])
  await lampOf('silent', [])
  await lampOf('theirs', [], { deptId: ids['there'] })
  await makeMqttDevice(test.admin, { name: 'a valve' })
  await test.admin.insert(lampPoleResource, { poleNo: 'P-1', deviceId: ids['lit'], loopNo: '东-1', ratedW: 120 })
})
afterAll(() => test?.stop())

async function named(query: Record<string, unknown>, who: ApiClient = test.admin): Promise<string[]> {
  const { list } = await who.page(lampSlaveResource, { limit: 100, ...query })
  return list.map((row) => String(row['name'])).toSorted()
}
const lamp = (name: string) => test.admin.get(lampSlaveResource, ids[name]!)

describe('the lamps among the devices (domain 2.3)', () => {
  it('are listed without other devices, and only to users who may see them', async () => {
    expect(await named({})).toEqual(['dark', 'lit', 'silent', 'theirs'])
    const person = await makePerson(test.admin, test.db, { deptId: ids['there']! })
    expect(await named({}, person)).toEqual(['theirs'])
    await expect(person.get(lampSlaveResource, ids['lit']!)).rejects.toMatchObject({ key: 'not-found' })
  })

  it('show what they reported, and their pole', async () => {
    const values = { lampOn: true, dim: 80, voltage: 221.5, current: 0.45, power: 96.2, energy: 512.25 }
    expect(await lamp('lit')).toMatchObject({ ...values, poleNo: 'P-1', loopNo: '东-1', ratedW: 120 })
    expect(await lamp('silent')).toMatchObject({ lampOn: null, dim: null, poleNo: null, todayLitH: null })
  })

  it('are found by loop, by whether they burn, and by fault', async () => {
    expect(await named({ loopNo: '东-1' })).toEqual(['lit'])
    expect(await named({ lampOn: true })).toEqual(['lit'])
    expect(await named({ lampOn: false })).toEqual(['dark'])
    expect(await named({ faulty: true })).toEqual([])
  })

  it('say how long they burned today: from report to report, not of yesterday, and no silence for longer than three intervals', async () => {
    const { rows } = await test.db.query<{ began: number; now: number }>(
      `select extract(epoch from date_trunc('day', now(), 'Asia/Shanghai'))::float8 * 1000 as began,
         extract(epoch from now())::float8 * 1000 as now`,
    )
    const { began, now } = rows[0]!
    const since = Math.min(60_000, Math.floor(now - began))
    const at = (ts: number, on: boolean) => ({ ts, values: { on } })
    await lampOf('watched', [[at(began - 60_000, true)], [at(began, true)], [at(began + since, false)]])
    expect((await lamp('watched')).todayLitH).toBeCloseTo(since / 3_600_000, 6)
    await lampOf('lost', [[at(began, true)]])
    const most = Math.min(900_000, now - began) / 3_600_000
    expect((await lamp('lost')).todayLitH).toBeGreaterThanOrEqual(most - 1e-6)
    expect((await lamp('lost')).todayLitH).toBeLessThanOrEqual(0.25)
  })
})
