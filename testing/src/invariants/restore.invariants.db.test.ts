import {
  alarmLimitResource,
  maintenanceWindowResource,
  noticeUserResource,
  dutyHolidayResource,
  workDayResource,
  pushRuleResource,
  areaResource,
  categoryResource,
  deviceTypeResource,
  faultCodeResource,
  addGroupMembers,
  deviceGroupResource,
  commandTemplateResource,
  deviceTagResource,
  dictEntryResource,
  dictTypeResource,
  firmwareResource,
  flowDefinitionResource,
  geoFeatureResource,
  productResource,
  tempSceneResource,
  type Resource,
  resourcePath,
  roleResource,
  saveAuthRole,
  siteResource,
  userResource,
  lampPoleResource,
  wellResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice } from '../field/devices.ts'
import { firmwareValues } from '../field/firmware.ts'
import { makeDept, PASSWORD } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { until } from '../platform/wait.ts'

let test: TestPlatform
let dept: string
beforeAll(async () => {
  test = await startTestPlatform()
  dept = await makeDept(test.admin, 'where it happens')
})
afterAll(() => test?.stop())

const geometry = {
  type: 'LineString',
  coordinates: [
    [116, 39],
    [116.01, 39],
  ],
}

/** Creates a row of each resource that can be deleted, with everything that may depend on it. Returns its id. */
const ROWS: Readonly<Record<string, () => Promise<string>>> = {
  dept: () =>
    makeDept(test.admin, 'to be missed', { phone: '13800000000', timeZone: 'Asia/Urumqi', requireTotp: true }),
  device: async () => (await makeDevice(test.admin, { deptId: dept, lng: 116, lat: 39, reportIntervalS: 60 })).id,
  area: async () => {
    const parentId = await test.admin.insert(areaResource, { name: 'above', kind: 'COUNTY', deptId: dept })
    return test.admin.insert(areaResource, { name: 'area', kind: 'SITE', deptId: dept, parentId, areaMu: 3.5 })
  },
  async category() {
    const [product] = (await test.admin.page(productResource, { limit: 1 })).list
    const parentId = await test.admin.insert(categoryResource, { name: 'above', code: 'ABOVE' })
    return test.admin.insert(categoryResource, { name: 'c', code: 'C', parentId, productIds: [product!.id] })
  },
  async deviceType() {
    const { list } = await test.admin.page(deviceTypeResource, { limit: 100 })
    return list.find(({ code }) => code === 'CAMERA')!.id
  },
  faultCode: () => test.admin.insert(faultCodeResource, { code: 'Q4', chineseName: 'code', level: 2, push: true }),
  noticeUser() {
    const values = { name: 'n', deptId: dept, channels: ['SMS', 'VOICE'], levels: ['4'] }
    return test.admin.insert(noticeUserResource, { ...values, quietFrom: '22:00', quietTo: '06:00' })
  },
  flowDefinition: () =>
    test.admin.insert(flowDefinitionResource, {
      name: 'flow',
      code: 'to-be-missed',
      deptId: dept,
      flowType: 'GENERAL',
      category: 'OTHER',
      remark: 'r',
    }),
  dutyHoliday: () => test.admin.insert(dutyHolidayResource, { deptId: dept, day: '2026-10-01', name: 'holiday' }),
  workDay: () => test.admin.insert(workDayResource, { date: '2096-10-03', kind: 'HOLIDAY', name: 'holiday' }),
  pushRule() {
    return test.admin.insert(pushRuleResource, { place: 3, name: 'r', deptId: dept, levels: ['2'], repeatMin: 10 })
  },
  async alarmLimit() {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    const limit = { scope: 'DEVICE', deviceId, key: 'flow', op: 'OUTSIDE', value: 1.5, value2: 9, faultCode: 'V13' }
    return test.admin.insert(alarmLimitResource, {
      ...limit,
      holdS: 60,
      windowFrom: '22:00',
      windowTo: '06:00',
      weekMask: 3,
    })
  },
  maintenanceWindow: () =>
    test.admin.insert(maintenanceWindowResource, {
      name: 'window',
      deptId: dept,
      fromTime: '2026-01-01T00:00:00.000Z',
      toTime: '2026-01-02T00:00:00.000Z',
      reason: 'because',
    }),
  async deviceGroup() {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    const group = { name: 'group', kind: 'ROTATION', membership: 'HAND', deptId: dept, sort: 3 }
    const id = await test.admin.insert(deviceGroupResource, group)
    await test.admin.call(addGroupMembers, { groupId: id, deviceIds: [deviceId] })
    return id
  },
  async well() {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    return test.admin.insert(wellResource, { wellNo: 'W', deviceId, coefTestDate: '2026-01-01', powerToWater: 1.5 })
  },
  firmware: async () => test.admin.insert(firmwareResource, await firmwareValues(test.admin, 'to be missed')),
  tempScene: () => test.admin.insert(tempSceneResource, { name: 'scene', deptId: dept, lower: -18, humUpper: 70 }),
  async lampPole() {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    return test.admin.insert(lampPoleResource, { poleNo: 'P', deviceId, loopNo: 'L', ratedW: 120.5 })
  },
  commandTemplate: () =>
    test.admin.insert(commandTemplateResource, {
      name: 'template',
      deptId: dept,
      protocol: 'SL651',
      hexPattern: '7E7E',
      crcMode: 'NONE',
      note: 'n',
    }),
  deviceTag: () => test.admin.insert(deviceTagResource, { name: 'tag', deptId: dept, remark: 'r' }),
  dictType: () =>
    test.admin.insert(dictTypeResource, { dictType: 'to_be_missed', dictName: 'to be missed', status: 'NORMAL' }),
  async dictEntry() {
    const typeId = await test.admin.insert(dictTypeResource, { dictType: 'holder', dictName: 'h', status: 'NORMAL' })
    const entry = { typeId, dictLabel: 'a', status: 'NORMAL' }
    const parentId = await test.admin.insert(dictEntryResource, { ...entry, dictValue: 'above' })
    return test.admin.insert(dictEntryResource, { ...entry, dictValue: 'a', parentId, isDefault: true })
  },
  async geoFeature() {
    const id = await test.admin.insert(geoFeatureResource, { kind: 'CANAL', name: 'canal', deptId: dept, geometry })
    // The length of the network is computed after the answer; without the wait it would arrive in between.
    await until('its length', async () => (await test.admin.get(geoFeatureResource, id)).lengthM !== null)
    return id
  },
  async role() {
    const { rows } = await test.db.query<{ id: string }>("select id from resource where perm_code like 'device:%'")
    const resourceIds = rows.map(({ id }) => id)
    const role = { code: 'ROLE_MISSED', name: 'missed', dataScope: 'CUSTOM', customDepts: [dept], status: 'NORMAL' }
    return test.admin.insert(roleResource, { ...role, resourceIds, requireTotp: true, remark: 'r' })
  },
  site: () => test.admin.insert(siteResource, { host: 'missed.example', deptId: dept, webName: 'w' }),
  async user() {
    const leaderId = await makeUser('leader_of_missed')
    const id = await makeUser('missed', { leaderId, phone: '13800000000', hireDate: '2026-01-01' })
    await test.admin.call(saveAuthRole, { userId: id, roleIds: await builtInRoles() })
    return id
  },
}

function makeUser(username: string, more: Record<string, unknown> = {}): Promise<string> {
  const given = { username, nickName: username, deptId: dept, password: PASSWORD, status: 'NORMAL' }
  return test.admin.insert(userResource, { ...given, ...more })
}

async function builtInRoles(): Promise<string[]> {
  const { list } = await test.admin.page(roleResource, { limit: 100 })
  const wanted = ['ROLE_OPERATOR', 'ROLE_VIEWER']
  return list.filter((row) => wanted.includes(String(row['code']))).map(({ id }) => id)
}

describe('every deletion that can be undone', () => {
  it('restores the same row as was read before', async () => {
    const changed: string[] = []
    const deletable = test.platform.api.shapes
      .map(({ resource }) => resource)
      .filter((one) => one.actions.includes('del'))
    for (const resource of deletable) {
      const id = await ROWS[resource.name]?.()
      if (id === undefined) {
        changed.push(`${resource.name}: the test makes no row of it`)
        continue
      }
      changed.push(...(await differences(resource, id)))
    }
    expect(changed).toEqual([])
    expect(deletable.length).toBeGreaterThanOrEqual(8)
  })
})

async function differences(resource: Resource, id: string): Promise<string[]> {
  const before = await test.admin.get(resource, id)
  await test.admin.remove(resource, id)
  const { code } = await test.admin.answer('POST', resourcePath(resource, 'restore'), { id })
  if (code !== 0) return [`${resource.name}: restore answers ${code}`]
  const after = await test.admin.get(resource, id)
  return Object.keys({ ...before, ...after })
    .filter((name) => name !== 'version' && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${resource.name}.${name}: ${JSON.stringify(before[name])} became ${JSON.stringify(after[name])}`)
}
