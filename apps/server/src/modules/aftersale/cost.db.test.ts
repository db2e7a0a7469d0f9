import { repairCosts, repairRecordResource } from '@sluice/contract'
import { makeDept, makeDevice, makePerson, sharedPlatform } from '@sluice/testing'
import { expect, it } from 'vitest'

const { test, clock, now } = sharedPlatform()

it('what repairs cost is the sum of the orders in sight that were finished in the time, by product', async () => {
  const [own, other] = [await makeDept(test.admin, '东灌区'), await makeDept(test.admin, '西灌区')]
  const person = await makePerson(test.admin, test.db, { deptId: own })
  const stranger = await makePerson(test.admin, test.db, { deptId: other })
  const startTime = new Date(now()).toISOString()
  const done = {
    cause: 'x',
    measure: 'x',
    untested: 'x',
    source: 'CALL',
    level: 3,
    problem: 'x',
  }
  const moves = ['assign', 'accept', 'arrive', 'work', 'finish']
  let seed = 7
  const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  const expected = new Map<string, { orders: number; devices: Set<string>; partsFee: number; laborFee: number }>()
  const devices = []
  for (const productNo of ['SL651-VALVE', 'SL651-LEVEL'])
    for (const deptId of [own, own, other])
      devices.push({ productNo, deptId, ...(await makeDevice(test.admin, { productNo, deptId })) })
  for (let n = 0; n < 24; n += 1) {
    const { id: deviceId, productNo, deptId } = devices[next(devices.length)]!
    const parts = Array.from({ length: next(3) }, () => ({ item: 'p', quantity: 1 + next(4), price: next(90_000) }))
    const assigneeId = (deptId === own ? person : stranger).userId
    const laborFee = next(2) ? next(50_000) : null
    const id = await test.admin.insert(repairRecordResource, { deviceId, assigneeId, ...done, parts, laborFee })
    // Some are not finished, and cost nothing yet.
    const isDone = next(4) > 0
    for (const [version, move] of moves.slice(0, isDone ? 5 : 4).entries())
      expect(await test.admin.answer('POST', `/device/v1/repairRecord/${move}`, { id, version })).toMatchObject({
        code: 0,
      })
    if (!isDone || deptId === other) continue
    const sum = expected.get(productNo) ?? { orders: 0, devices: new Set(), partsFee: 0, laborFee: 0 }
    const partsFee = parts.reduce((all, { quantity, price }) => all + quantity * price, sum.partsFee)
    expected.set(productNo, {
      orders: sum.orders + 1,
      devices: sum.devices.add(deviceId),
      partsFee,
      laborFee: sum.laborFee + (laborFee ?? 0),
    })
  }
  clock.advance(60_000)
  const endTime = new Date(now()).toISOString()
  const costs = await person.call(repairCosts, { startTime, endTime })
  const counted = [...expected.values()].map((sum) => ({
    orders: sum.orders,
    devices: sum.devices.size,
    partsFee: sum.partsFee,
    laborFee: sum.laborFee,
    totalFee: sum.partsFee + sum.laborFee,
  }))
  expect(costs.map(({ key: _key, name: _name, ...cost }) => cost)).toEqual(
    counted.toSorted((a, b) => b.totalFee - a.totalFee),
  )
  expect(costs.length).toBe(2)
  const [first] = costs
  expect(await person.call(repairCosts, { startTime, endTime, productId: first!.key })).toEqual([first])
  const before = new Date(now() - 3_600_000).toISOString()
  expect(await person.call(repairCosts, { startTime: before, endTime: startTime })).toEqual([])
})
