import { publishDraft } from '../flow/audited-flow.ts'
import { areaResource, leaveTypeResource, productResource, pushLimitResource } from '@sluice/contract'
import { type AuditedWorld, DAY_MS } from './audited-world.ts'
import type { Fields } from '../platform/client.ts'
import { freeAddress, makeDevice, makeTempProbe } from '../field/devices.ts'
import { firmwareValues, rolloutValues } from '../field/firmware.ts'
import { freeTypes } from '../field/device-types.ts'
import { makePerson, PASSWORD } from '../platform/people.ts'

/** Codes of faults that are not taken. */
const codes = { next: 1 }

/** A row of each writable resource, a change of it, and a sheet where imports are allowed. */
export interface AuditedRow {
  /** Rows of its list are made elsewhere: the id of one, whose `values` only say whose it is. */
  id?: string
  values: Fields
  /** Without one where rows are never changed. */
  change?: Fields
  /** What must be done with it first, before its transitions. Returns its version. */
  ready?: (id: string) => Promise<number>
  /** Another row, which is deleted in its place: those that have moved stay. */
  spare?: Fields
  /** Its transitions, in an order in which they succeed. */
  moves?: readonly string[]
  /** Transitions that no row with those moves takes: of another row, in their order. */
  branch?: readonly string[]
  sheet?: readonly (readonly string[])[]
}

/** Sheets of resources that calls of their own write. */
export const AUDITED_SHEETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  resource: [
    ['title', 'type', 'parentId', 'permission'],
    ['of a sheet', '3', 'AdminUser', 'user:add'],
  ],
}

export const AUDITED_ROWS: Readonly<Record<string, (world: AuditedWorld) => Promise<AuditedRow>>> = {
  dept: async ({ dept }) => ({
    values: { name: 'audited dept', kind: 'CUSTOMER', status: 'NORMAL', parentId: dept },
    change: { phone: '13800000000' },
    sheet: [
      ['name', 'parentId', 'kind', 'status'],
      ['dept of a sheet', 'audited', 'CUSTOMER', 'NORMAL'],
    ],
  }),
  role: async () => ({
    values: { code: 'ROLE_AUDITED', name: 'audited', dataScope: 'DEPT', status: 'NORMAL', resourceIds: [] },
    change: { name: 'changed' },
    sheet: [
      ['code', 'name', 'dataScope'],
      ['ROLE_OF_SHEET', 's', 'DEPT'],
    ],
  }),
  user: async ({ dept }) => ({
    values: { username: 'audited', nickName: 'audited', deptId: dept, password: PASSWORD, status: 'NORMAL' },
    change: { nickName: 'changed' },
    sheet: [
      ['username', 'nickName', 'deptId', 'password', 'status'],
      ['sheetuser', 's', 'audited', PASSWORD, 'NORMAL'],
    ],
  }),
  site: async ({ dept }) => ({
    values: { host: 'audited.example', deptId: dept },
    change: { webName: 'changed' },
    sheet: [
      ['host', 'webName'],
      ['sheet.example', 's'],
    ],
  }),
  dictType: async () => ({
    values: { dictType: 'audited', dictName: 'audited', status: 'NORMAL' },
    change: { dictName: 'changed' },
    sheet: [
      ['dictType', 'dictName'],
      ['of_sheet', 's'],
    ],
  }),
  dictEntry: async ({ test }) => {
    const { data } = await test.admin.answer('GET', '/security/v1/dictType/page', { limit: 1 })
    const typeId = (data as { list: { id: string }[] }).list[0]!.id
    return {
      values: { typeId, dictLabel: 'audited', dictValue: 'AUDITED', dictSort: 1, status: 'NORMAL' },
      change: { dictLabel: 'changed' },
      sheet: [
        ['typeId', 'dictLabel', 'dictValue'],
        ['sex', 's', 'OF_SHEET'],
      ],
    }
  },
  geoFeature: async ({ dept }) => ({
    values: { kind: 'PLACE', name: 'audited', deptId: dept, geometry: { type: 'Point', coordinates: [116, 39] } },
    change: { name: 'changed' },
  }),
  area: async ({ dept }) => ({
    values: { name: 'audited', kind: 'SITE', deptId: dept },
    change: { name: 'changed' },
    sheet: [
      ['name', 'kind', 'deptId'],
      ['of a sheet', 'SITE', 'audited'],
    ],
  }),
  category: async ({ test }) => {
    const [product] = (await test.admin.page(productResource, { limit: 1 })).list
    return {
      values: { name: 'audited', code: 'AUDITED', productIds: [product!.id] },
      change: { name: 'changed' },
      sheet: [
        ['name', 'code'],
        ['of a sheet', 'AUDITED-SHEET'],
      ],
    }
  },
  deviceType: async ({ test }) => {
    await freeTypes(test.admin, ['CAMERA', 'RELIC'])
    const named = { chineseName: 'audited', englishName: 'audited', icon: 'COVER', colour: 'TEAL', panel: 'NONE' }
    return {
      values: { code: 'CAMERA', ...named, reportIntervalS: 60 },
      change: { colour: 'ROSE' },
      sheet: [
        ['code', 'chineseName', 'englishName', 'icon', 'reportIntervalS'],
        ['RELIC', 'of a sheet', 'of a sheet', 'RELIC', '60'],
      ],
    }
  },
  faultCode: async () => ({
    values: { code: `Q${codes.next++}`, chineseName: 'audited', level: 2, deviceTypeCode: 'VALVE', push: true },
    change: { level: 3 },
    sheet: [
      ['code', 'chineseName', 'level'],
      [`Q${codes.next++}`, 'of a sheet', '3'],
    ],
  }),
  noticeUser: async ({ dept }) => ({
    values: { name: 'audited', deptId: dept, phone: '13800000000', channels: ['SMS'] },
    change: { channels: ['EMAIL'], levels: ['4'] },
    sheet: [
      ['name', 'deptId', 'channels'],
      ['of a sheet', 'audited', 'SMS, VOICE'],
    ],
  }),
  pushRule: async ({ dept }) => ({
    values: { place: 1, name: 'audited', deptId: dept },
    change: { repeatMin: 10 },
    sheet: [
      ['place', 'name', 'deptId'],
      ['2', 'of a sheet', 'audited'],
    ],
  }),
  dutyHoliday: async ({ dept }) => ({
    values: { deptId: dept, day: '2026-10-01', name: 'audited' },
    change: { name: 'audited again' },
    sheet: [
      ['day', 'name', 'deptId'],
      ['2026-10-02', 'of a sheet', 'audited'],
    ],
  }),
  workDay: async () => ({
    values: { date: '2096-10-01', kind: 'HOLIDAY', name: 'audited' },
    change: { name: 'audited again' },
    sheet: [
      ['date', 'kind', 'name'],
      ['2096-10-02', 'HOLIDAY', 'of a sheet'],
    ],
  }),
  leaveType: async ({ test }) => {
    const [row] = (await test.admin.page(leaveTypeResource)).list
    return { id: row!.id, values: {}, change: { quotaDays: 5 } }
  },
  pushLimit: async ({ test }) => {
    const [row] = (await test.admin.page(pushLimitResource)).list
    return { id: row!.id, values: {}, change: { personHourly: 12 } }
  },
  alarmLimit: async ({ test, dept }) => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    return {
      values: { scope: 'DEVICE', deviceId, key: 'flow', op: 'GT', value: 100, faultCode: 'V13' },
      change: { value: 120 },
    }
  },
  maintenanceWindow: async ({ clock, dept }) => {
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
    const values = { name: 'audited', deptId: dept, fromTime: at(DAY_MS), toTime: at(2 * DAY_MS) }
    return { values, change: { toTime: at(3 * DAY_MS) } }
  },
  deviceGroup: async ({ dept }) => ({
    values: { name: 'audited', kind: 'ROTATION', membership: 'HAND', deptId: dept },
    change: { membership: 'FILTER', filter: { status: 'ONLINE' } },
  }),
  well: async ({ test, dept }) => {
    const [{ id }, other] = [await makeDevice(test.admin, { deptId: dept }), `of a well ${freeAddress()}`]
    await makeDevice(test.admin, { deptId: dept, name: other })
    return {
      values: { wellNo: 'audited', deviceId: id },
      change: { depthM: 80 },
      sheet: [
        ['wellNo', 'deviceId'],
        ['of a sheet', other],
      ],
    }
  },
  sensorCalibration: async ({ test, dept }) => {
    const { id } = await makeDevice(test.admin, { productNo: 'SL651-LEVEL', deptId: dept })
    return { values: { deviceId: id, metric: 'level', way: 'SHIFT', firstRaw: 3, firstRef: 3.1 } }
  },
  repairRecord: async ({ test, dept }) => {
    const { id: deviceId } = await makeDevice(test.admin, { deptId: dept })
    const { userId: assigneeId } = await makePerson(test.admin, test.db, { deptId: dept })
    const done = { cause: 'sand', measure: 'cleaned', untested: 'taken home' }
    return {
      values: { deviceId, source: 'CALL', level: 3, problem: 'audited', assigneeId, ...done },
      change: { contact: 'changed' },
      branch: ['cancel'],
      moves: ['assign', 'accept', 'refuse', 'accept', 'arrive', 'wait', 'work', 'finish', 'confirm', 'close'],
    }
  },
  tempDevice: async ({ test, dept }) => {
    const { id } = await makeTempProbe(test.admin, { deptId: dept })
    return { id, values: { deptId: dept }, change: { probePosition: 'door', ownUpper: 4 } }
  },
  flowDefinition: async ({ test, dept }) => ({
    values: { name: 'audited', code: 'audited', deptId: dept, flowType: 'GENERAL' },
    change: { name: 'changed' },
    ready: (id) => publishDraft(test.admin, id),
    spare: { name: 'audited', code: 'audited-too', deptId: dept, flowType: 'GENERAL' },
    moves: ['suspend', 'activate'],
  }),
  firmware: async ({ test }) => ({
    values: await firmwareValues(test.admin, 'audited'),
    change: {},
    moves: ['release', 'withdraw'],
  }),
  firmwareRollout: async ({ test, dept }) => ({
    values: await rolloutValues(test.admin, dept, 'rolled out'),
    change: {},
    moves: ['start', 'pause', 'goOn', 'stop', 'retry'],
  }),
  tempScene: async ({ dept }) => ({
    values: { name: 'audited', deptId: dept, lower: 0, upper: 4 },
    change: { upper: 8 },
    sheet: [
      ['name', 'deptId', 'upper'],
      ['of a sheet', 'audited', '4'],
    ],
  }),
  lampPole: async ({ test, dept }) => {
    const [{ id }, other] = [await makeDevice(test.admin, { deptId: dept }), `of a lamp ${freeAddress()}`]
    await makeDevice(test.admin, { deptId: dept, name: other })
    return {
      values: { poleNo: 'audited', deviceId: id },
      change: { ratedW: 80 },
      sheet: [
        ['poleNo', 'deviceId'],
        ['of a sheet', other],
      ],
    }
  },
  commandTemplate: async ({ dept }) => ({
    values: { name: 'audited', deptId: dept, protocol: 'SL651', hexPattern: '7E7E', crcMode: 'NONE' },
    change: { name: 'changed' },
    sheet: [
      ['name', 'deptId', 'protocol', 'hexPattern', 'crcMode'],
      ['of a sheet', 'audited', 'SL651', '7E7E', 'NONE'],
    ],
  }),
  deviceTag: async ({ dept }) => ({
    values: { name: 'audited', deptId: dept },
    change: { name: 'changed' },
    sheet: [
      ['name', 'deptId'],
      ['of a sheet', 'audited'],
    ],
  }),
  device: async ({ test, dept }) => {
    const { list } = await test.admin.page(productResource, { keyword: 'SL651-VALVE', limit: 100 })
    const product = list.find((row) => row['productNo'] === 'SL651-VALVE')!
    const areaId = await test.admin.insert(areaResource, { name: 'of the audited', kind: 'SITE', deptId: dept })
    return {
      values: {
        name: 'd',
        deviceNo: 'AUDITED',
        productId: product.id,
        deptId: dept,
        stationAddress: freeAddress(),
        areaId,
        lng: 116,
        lat: 39,
        address: 'lot 7',
      },
      change: { remark: 'changed' },
      moves: ['stockIn', 'ship', 'install', 'sendToRepair', 'repaired', 'retire'],
      sheet: [
        ['name', 'deviceNo', 'productId', 'deptId', 'stationAddress'],
        ['s', 'AUDITED-SHEET', String(product['name']), 'audited', freeAddress()],
      ],
    }
  },
}
