import {
  commandTemplateResource,
  areaResource,
  categoryResource,
  deviceTypeResource,
  faultCodeResource,
  deviceTagResource,
  departmentResource,
  deviceResource,
  dictEntryResource,
  dictTypeResource,
  workDayResource,
  dutyHolidayResource,
  issueOwnApiKey,
  menuEntryResource,
  noticeUserResource,
  ownApiKeyResource,
  permissionKey,
  pushRuleResource,
  type Resource,
  resourcePath,
  roleResource,
  siteResource,
  userResource,
  tempSceneResource,
  lampPoleResource,
  wellResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDept, makePerson } from '../platform/people.ts'
import { freeTypes } from '../field/device-types.ts'
import { makeDevice } from '../field/devices.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { exportOf, fileOf, importOf } from '../platform/sheets.ts'
import { headersOf } from '../browser/sign-in.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
  await makeDept(test.admin, 'of sheets')
  await makeDevice(test.admin, { name: 'of a well' })
  await makeDevice(test.admin, { name: 'of a lamp' })
  await freeTypes(test.admin, ['CAMERA'])
})
afterAll(() => test?.stop())

/** For each resource that takes sheets: a valid line, an invalid one, and how to find the first. */
const SHEETS: Readonly<Record<string, { resource: Resource; csv: string; keyword: string; wrong: string }>> = {
  dept: {
    resource: departmentResource,
    csv: 'name,kind\nfrom a sheet,CUSTOMER',
    keyword: 'from a sheet',
    wrong: ',NONE',
  },
  device: {
    resource: deviceResource,
    csv: 'name,deviceNo,productId,deptId,stationAddress\na,S-1,SL651 单路阀门,of sheets,00000000F1',
    keyword: 'S-1',
    wrong: 'b,S-2,NO-SUCH,of sheets,',
  },
  area: { resource: areaResource, csv: 'name,deptId\na place,of sheets', keyword: 'a place', wrong: ',nowhere' },
  deviceType: {
    resource: deviceTypeResource,
    csv: 'code,chineseName,englishName,icon,reportIntervalS\nCAMERA,a camera,a camera,CAMERA,60',
    keyword: 'a camera',
    wrong: 'CAMERA,x,灯,NONE,1',
  },
  faultCode: {
    resource: faultCodeResource,
    csv: 'code,chineseName,englishName,level\nQ3,a code,a code,2',
    keyword: 'a code',
    wrong: 'q3,x,灯,9',
  },
  category: { resource: categoryResource, csv: 'name,code\na class,CLASS', keyword: 'CLASS', wrong: 'x,' },
  deviceTag: { resource: deviceTagResource, csv: 'name,deptId\na tag,of sheets', keyword: 'a tag', wrong: ',nowhere' },
  tempScene: {
    resource: tempSceneResource,
    csv: 'name,deptId,upper\ncold,of sheets,4',
    keyword: 'cold',
    wrong: ',x,y',
  },
  lampPole: { resource: lampPoleResource, csv: 'poleNo,deviceId\nP-1,of a lamp', keyword: 'P-1', wrong: 'P-2,nowhere' },
  commandTemplate: {
    resource: commandTemplateResource,
    csv: 'name,deptId,protocol,hexPattern,crcMode\na query,of sheets,SL651,7E7E {addr},NONE',
    keyword: 'a query',
    wrong: 'b,of sheets,SL651,not hex,NONE',
  },
  well: { resource: wellResource, csv: 'wellNo,deviceId\nW-1,of a well', keyword: 'W-1', wrong: 'W-2,nowhere' },
  user: {
    resource: userResource,
    csv: 'username,nickName,deptId\nsheet.one,s,of sheets',
    keyword: 'sheet.one',
    wrong: 'x,,nowhere',
  },
  role: {
    resource: roleResource,
    csv: 'code,name,dataScope,customDepts,resourceIds\nROLE_SHEET,sheet,CUSTOM,of sheets,"user:add, AdminUser"',
    keyword: 'ROLE_SHEET',
    wrong: 'ROLE_X,x,CUSTOM,nowhere,',
  },
  site: { resource: siteResource, csv: 'host,webName\nsheet.example,w', keyword: 'sheet.example', wrong: '???,w' },
  dutyHoliday: {
    resource: dutyHolidayResource,
    csv: 'day,name,deptId\n2026-10-03,holiday of a sheet,of sheets',
    keyword: 'holiday of a sheet',
    wrong: '2026-10-04,x,nowhere',
  },
  noticeUser: {
    resource: noticeUserResource,
    csv: 'name,deptId,channels\ntold by a sheet,of sheets,"SMS, VOICE"',
    keyword: 'told by a sheet',
    wrong: 'x,nowhere,SMS',
  },
  pushRule: {
    resource: pushRuleResource,
    csv: 'place,name,deptId\n5,rule of a sheet,of sheets',
    keyword: 'rule of a sheet',
    wrong: '5,x,nowhere',
  },
  workDay: {
    resource: workDayResource,
    csv: 'date,kind,name\n2096-10-04,HOLIDAY,of a sheet',
    keyword: 'of a sheet',
    wrong: '2096-10-05,FREE,x',
  },
  dictType: {
    resource: dictTypeResource,
    csv: 'dictType,dictName\nsheet_type,S',
    keyword: 'sheet_type',
    wrong: '!,S2',
  },
  dictEntry: {
    resource: dictEntryResource,
    csv: 'typeId,dictLabel,dictValue,parentId\nsex,from a sheet,SHEET,MALE',
    keyword: 'SHEET',
    // NORMAL is an entry of other types.
    wrong: 'sex,x,Y,NORMAL',
  },
  resource: {
    resource: menuEntryResource,
    csv: 'title,type,parentId,permission\nfrom a sheet,3,AdminUser,user:add',
    keyword: 'from a sheet',
    wrong: 'no place,2,AdminUser,',
  },
}
const withImport = () => [...test.platform.api.resources.values()].filter(({ actions }) => actions.includes('import'))

describe('a list that takes new rows', () => {
  it('takes them from a sheet too, or declares why not', () => {
    const silent = test.platform.api.shapes
      .map(({ resource }) => resource)
      .filter(({ actions, noImport }) => actions.includes('insert') && !actions.includes('import') && !noImport)
    expect(silent.map(({ name }) => name)).toEqual([])
    // Conversely: no reason where there is an import.
    expect(withImport().filter(({ noImport }) => noImport)).toEqual([])
    expect(
      withImport()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(SHEETS).toSorted())
  })

  it('offers a template, accepts the key column, and has a permission that can be granted', async () => {
    const { rows } = await test.db.query<{ key: string }>('select perm_code as key from resource where builtin')
    const granted = new Set(rows.map(({ key }) => key))
    const stranger = await makePerson(test.admin, test.db, { deptId: '1', keys: ['device:list'] })
    const faults: string[] = []
    for (const resource of withImport()) {
      const key = permissionKey(resource, 'import')
      if (!granted.has(key)) faults.push(`${resource.name}: nobody can be granted ${key}`)
      for (const verb of ['import', 'template'] as const) {
        const { code } = await stranger.answer('POST', resourcePath(resource, verb), {})
        if (code !== 403) faults.push(`${resource.name}: ${verb} answers ${code} without the key`)
      }
      const response = await fetch(new URL(resourcePath(resource, 'template'), test.url), {
        method: 'POST',
        headers: { ...headersOf(test.admin.visitor), 'content-type': 'application/json' },
        body: JSON.stringify({ format: 'csv' }),
      })
      const [headings = ''] = (await response.text()).split('\n')
      const required = Object.entries(resource.fields).filter(
        ([, field]) => field.required && (field.write ?? 'always') !== 'never' && field.kind !== 'password',
      )
      for (const [name] of required)
        if (!headings.includes(`${name} *`)) faults.push(`${resource.name}: the template has no ${name}`)
    }
    expect(faults).toEqual([])
  })

  it('a dry run stores nothing, an import stores valid rows and reports the others', async () => {
    const { admin, db } = test
    const seen: Record<string, unknown> = {}
    const wanted: Record<string, unknown> = {}
    for (const [name, { resource, csv, keyword, wrong }] of Object.entries(SHEETS)) {
      const file = `${csv}\n${wrong}\n`
      const trial = await importOf(admin, resource, file, { commit: false })
      const kept = (await admin.page(resource, { keyword })).list.length
      const { counts } = await importOf(admin, resource, file)
      const { list } = await admin.page(resource, { keyword })
      const { rows } = await db.query(
        `select 1 from oper_log where action = $1 and $2 = any(target_ids) /* unscoped:test */`,
        [`${name}.insert`, list[0]?.id],
      )
      seen[name] = { trial: trial.counts, kept, counts, found: list.length, lines: rows.length }
      const told = { inserted: 1, updated: 0, unchanged: 0, refused: 1 }
      wanted[name] = { trial: told, kept: 0, counts: told, found: 1, lines: 1 }
    }
    expect(seen).toEqual(wanted)
  })

  it('reads several names in one cell, and a value by the dictionary type of its row', async () => {
    const { admin } = test
    const [role] = (await admin.page(roleResource, { keyword: 'ROLE_SHEET' })).list
    expect(role!['resourceIds']).toHaveLength(2)
    expect(role!['customDepts']).toHaveLength(1)
    // NORMAL exists in many types: the row's own is meant.
    const csv = 'typeId,dictValue,dictLabel\nrole_status,NORMAL,in use\n'
    const { counts } = await importOf(admin, dictEntryResource, csv, { updateExisting: true })
    expect(counts).toMatchObject({ updated: 1, refused: 0 })
    const { list } = await admin.page(dictEntryResource, { keyword: 'in use' })
    expect(list.map((row) => row['typeIdName'])).toEqual(['角色状态'])
    await admin.update(dictEntryResource, list[0]!.id, { dictLabel: '正常' })
  })
})

describe('resources with special lists', () => {
  it('the menu can be listed, searched and exported', async () => {
    const { list, total } = await test.admin.page(menuEntryResource)
    expect(total).toBeGreaterThan(80)
    expect(list.find((row) => row['name'] === 'AdminUser')).toMatchObject({
      type: '2',
      title: '用户管理',
      parentIdName: '系统管理',
      permission: 'user:list',
      routePath: 'user',
      cache: true,
      builtin: true,
    })
    const buttons = await test.admin.page(menuEntryResource, { type: '3', keyword: 'user:' })
    expect(buttons.list.length).toBeGreaterThan(5)
    expect(buttons.list.every((row) => row['type'] === '3')).toBe(true)
  })

  it('a person’s API keys are listed for that person alone, and no API key may list them', async () => {
    const { admin, db } = test
    const [one, other] = [await makePerson(admin, db, { deptId: '1' }), await makePerson(admin, db, { deptId: '1' })]
    const expireTime = new Date(Date.now() + 86_400_000).toISOString()
    const make = (who: typeof one, name: string) =>
      who.call(issueOwnApiKey, { name, scopes: ['apiKey:own'], expireTime })
    const { key } = await make(one, 'mine')
    await make(other, 'theirs')
    expect((await one.page(ownApiKeyResource)).list.map((row) => row['name'])).toEqual(['mine'])
    expect((await admin.page(ownApiKeyResource)).total).toBe(0)
    const [theirs] = (await other.page(ownApiKeyResource)).list
    await expect(one.get(ownApiKeyResource, theirs!.id)).rejects.toMatchObject({ code: 404 })
    const file = await fileOf(one, await exportOf(one, ownApiKeyResource, { columns: ['name', 'state'] }))
    expect(file).toContain('mine')
    expect(file).not.toContain('theirs')
    const response = await fetch(new URL(resourcePath(ownApiKeyResource, 'page'), test.url), {
      headers: { 'x-api-key': key },
    })
    expect(((await response.json()) as { code: number }).code).toBe(403)
  })
})
