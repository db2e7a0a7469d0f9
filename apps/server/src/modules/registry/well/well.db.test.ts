import { deviceResource, wellResource } from '@sluice/contract'
import { makeDept, makeDevice, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

it('a well belongs to one device and is seen by those who see that', async () => {
  const deptId = await makeDept(test.admin, 'wells')
  const { id: deviceId } = await makeDevice(test.admin, { deptId })
  const { id: other } = await makeDevice(test.admin)
  const local = await makePerson(test.admin, test.db, { deptId })
  const facts = {
    wellNo: 'W-1',
    depthM: 120.5,
    waterDepthM: 31.25,
    builtYear: 1998,
    casingMm: 300,
    pumpModel: '200QJ50-130',
    pumpHeadM: 130,
    pumpFlowM3h: 50,
    pumpPowerKw: 30,
    powerToWater: 1.667,
    coefTestDate: '2025-03-01',
    coefValidUntil: '2028-02-28',
    irrigatedMu: 210.5,
    licenceNo: '取水（冀）字 7',
    annualPermitM3: 36000,
  }
  const id = await local.insert(wellResource, { ...facts, deviceId })
  expect(await test.admin.get(wellResource, id)).toMatchObject({ ...facts, deviceId, deptId })
  await expect(test.admin.insert(wellResource, { wellNo: 'W-2', deviceId })).rejects.toMatchObject({
    fields: { deviceId: 'taken' },
  })
  await expect(local.insert(wellResource, { wellNo: 'W-2', deviceId: other })).rejects.toMatchObject({
    fields: { deviceId: 'not-found' },
  })
  const far = await test.admin.insert(wellResource, { wellNo: 'W-2', deviceId: other })
  expect((await local.page(wellResource)).list.map((row) => row.id)).toEqual([id])
  await expect(local.get(wellResource, far)).rejects.toMatchObject({ key: 'not-found' })
  await expect(local.update(wellResource, far, { depthM: 1 })).rejects.toMatchObject({ key: 'not-found' })
  await expect(local.update(wellResource, id, { coefValidUntil: '2024-01-01' })).rejects.toMatchObject({
    fields: { coefValidUntil: 'before-start' },
  })
  expect((await test.admin.page(wellResource, { deptId })).total).toBe(1)
  // It goes with its device, which it does not hold.
  await test.admin.remove(deviceResource, deviceId)
  expect((await test.admin.page(wellResource, { keyword: 'W-1' })).total).toBe(0)
})
