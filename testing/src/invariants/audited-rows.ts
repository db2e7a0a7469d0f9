import { productResource } from '@sluice/contract'
import type { AuditedWorld } from './audited-world.ts'
import type { Fields } from '../platform/client.ts'
import { freeAddress } from '../field/devices.ts'
import { PASSWORD } from '../platform/people.ts'

/** A row of each writable resource, a change of it, and a sheet where imports are allowed. */
export interface AuditedRow {
  values: Fields
  change: Fields
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
  device: async ({ test, dept }) => {
    const { list } = await test.admin.page(productResource, { keyword: 'SL651-VALVE', limit: 100 })
    const product = list.find((row) => row['productNo'] === 'SL651-VALVE')!
    return {
      values: { name: 'd', deviceNo: 'AUDITED', productId: product.id, deptId: dept, stationAddress: freeAddress() },
      change: { remark: 'changed' },
      sheet: [
        ['name', 'deviceNo', 'productId', 'deptId', 'stationAddress'],
        ['s', 'AUDITED-SHEET', String(product['name']), 'audited', freeAddress()],
      ],
    }
  },
}
