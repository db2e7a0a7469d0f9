import {
  BUILT_IN_DICTIONARIES,
  deviceResource,
  dictEntriesOf,
  dictEntryResource,
  dictTypeResource,
  explainQuestion,
  explainUser,
  FAULT_SOCKET,
  getAuthRoleList,
  getRouterList,
  type Operation,
  productResource,
  type Resource,
  resourcePath,
  resourceTree,
  roleResource,
  saveAuthRole,
  userResource,
} from '@sluice/contract'
import { sl651Alarm, sl651StatusHex } from '@sluice/codecs'
import { DEVICE_TYPES } from '@sluice/devices'
import { descriptorTexts } from '../../../apps/console/src/lib/text/descriptor-texts.ts'
import { enUS } from '../../../apps/console/src/texts/en-US.ts'
import { zhCN } from '../../../apps/console/src/texts/zh-CN.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { makeDevice } from '../field/devices.ts'
import { makePerson, PASSWORD } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { bytesOf, jobEnded } from '../platform/sheets.ts'
import { headersOf } from '../browser/sign-in.ts'
import { stampOf } from '../field/station.ts'
import { until } from '../platform/wait.ts'

let test: TestPlatform
let userId: string
let deviceId: string
beforeAll(async () => {
  test = await startTestPlatform()
  const { admin } = test
  userId = await admin.insert(userResource, {
    username: 'reader',
    nickName: 'reader',
    deptId: '1',
    password: PASSWORD,
    status: 'NORMAL',
  })
  const { list } = await admin.page(roleResource, { limit: 100 })
  await admin.call(saveAuthRole, { userId, roleIds: list.map(({ id }) => id) })
  deviceId = (await makeDevice(admin, {})).id
})
afterAll(() => test?.stop())

const ENGLISH = { 'accept-language': 'en-US' }
/** Names that operators gave their department and themselves; a language is named in itself. */
const NAMES = /平台|管理员|中文/g
const chineseIn = (text: string) => text.replaceAll(NAMES, '').match(/[^",{}[\]]*\p{Script=Han}[^",{}[\]]*/gu) ?? []

/** Fields for the words in Chinese hold nothing else in any language. */
const CHINESE = ['chineseName', 'chineseCause', 'chineseRemedy']
const inChinese = (name: string) => CHINESE.includes(name)
const wordsOf = (row: object) => JSON.stringify(row, (name, value: unknown) => (inChinese(name) ? undefined : value))

async function english(path: string, input: Record<string, unknown> = {}, method: 'GET' | 'POST' = 'GET') {
  const answer = await test.admin.answer(method, path, input, ENGLISH)
  if (answer.code !== 0) throw new Error(`${path} answers ${answer.code} ${answer.message}`)
  return answer.data as never
}
const ask = (operation: Operation, input: Record<string, unknown> = {}) => english(operation.path, input)

/** Every row of a resource, as a user reads it in English. */
async function rowsOf(resource: Resource): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await english(resourcePath(resource, 'page'), { page, limit: 100 })
    rows.push(...(list as never[]))
    if (rows.length >= Number(total)) return rows
  }
}

describe('built-in texts, read in English', () => {
  it('have no Chinese in any row of any list or detail', async () => {
    const found: string[] = []
    let rows = 0
    for (const { resource } of test.platform.api.shapes) {
      const list = await rowsOf(resource)
      rows += list.length
      found.push(...list.flatMap((row) => chineseIn(wordsOf(row)).map((text) => `${resource.name}: ${text}`)))
      const mounted = test.platform.api.mounted.some(({ path }) => path === resourcePath(resource, 'get'))
      // Entries of the log contain the texts of the time they were written.
      if (!mounted || ['command', 'operationLog'].includes(resource.name) || list.length === 0) continue
      const one = await english(resourcePath(resource, 'get'), { id: list[0]!['id'] })
      found.push(...chineseIn(wordsOf(one)).map((text) => `${resource.name} alone: ${text}`))
    }
    expect(found).toEqual([])
    expect(rows).toBeGreaterThan(200)
  })

  it('have none in menus, choices, dictionaries and explanations', async () => {
    const found: string[] = []
    const look = async (operation: Operation, input: Record<string, unknown> = {}) => {
      const text = JSON.stringify(await ask(operation, input))
      expect(text.length).toBeGreaterThan(20)
      found.push(...chineseIn(text).map((one) => `${operation.path}: ${one}`))
    }
    await look(getRouterList)
    await look(resourceTree)
    await look(getAuthRoleList, { userId })
    for (const { dictType } of BUILT_IN_DICTIONARIES) await look(dictEntriesOf, { dictType })
    await look(explainUser, { userId })
    await look(explainQuestion, { userId, key: 'user:add', deviceId })
    expect(found).toEqual([])
  })

  it('have none in exports and templates', async () => {
    const found: string[] = []
    for (const resource of test.platform.api.resources.values()) {
      if (!resource.actions.includes('export')) continue
      const columns = Object.keys(resource.fields).filter(
        (name) => !inChinese(name) && !['password', 'files', 'lines'].includes(resource.fields[name]!.kind),
      )
      const input = { format: 'csv', columns }
      const { jobId } = await english(resourcePath(resource, 'export'), input, 'POST')
      await jobEnded(test.admin, jobId)
      const file = (await bytesOf(test.admin, jobId)).toString('utf8')
      found.push(...chineseIn(file).map((text) => `${resource.name}: ${text}`))
    }
    const template = await fetch(new URL(resourcePath(deviceResource, 'template'), test.url), {
      method: 'POST',
      headers: { ...headersOf(test.admin.visitor), ...ENGLISH, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv' }),
    })
    const sheet = await template.text()
    expect(sheet).toContain('MQTT gateway')
    found.push(...chineseIn(sheet).map((text) => `template: ${text}`))
    expect(found).toEqual([])
  })

  it('have none in the message of the fault socket', async () => {
    const path = `/fault/1/${'a'.repeat(32)}`
    expect(FAULT_SOCKET.test(path)).toBe(true)
    const origin = test.url
    const open = (address: string) =>
      new WebSocket(new URL(address, test.url.replace('http', 'ws')), {
        headers: { cookie: `authorization=${test.admin.visitor.cookie}`, origin },
      })
    const sockets = [open(`${path}?lang=en-US`), open(path)]
    const lines: string[][] = sockets.map(() => [])
    for (const [at, socket] of sockets.entries()) {
      socket.on('message', (raw) => {
        const { message = '' } = JSON.parse(String(raw)) as { message?: string }
        if (message) lines[at]!.push(message)
      })
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    }
    const { stationAddress } = await makeDevice(test.admin, { name: 'sluice 7' })
    const station = await test.station({ station: stationAddress })
    station.send(sl651Alarm(station.link, stampOf(2, Date.now()), sl651StatusHex(['batteryLow', 'doorClosed'])))
    await until('both lines', () => lines.every((one) => one.length > 0))
    for (const socket of sockets) socket.close()
    expect(lines.map(([line]) => line)).toEqual(['sluice 7: Low battery', 'sluice 7：电池欠压'])
  })
})

describe('built-in texts, read in Chinese', () => {
  it('are as stored', async () => {
    const { rows } = await test.db.query<{ text: string }>(
      `select 'role.' || name as text from role where create_by is null union all select 'product.' || name from product
       union all select 'dictType.' || dict_name from dict_type union all select 'dictEntry.' || dict_label from dict_entry
       where not deleted`,
    )
    const said: string[] = []
    for (const [resource, field] of [
      [roleResource, 'name'],
      [productResource, 'name'],
      [dictTypeResource, 'dictName'],
      [dictEntryResource, 'dictLabel'],
    ] as const) {
      const { list } = await test.admin.page(resource, { limit: 100 })
      said.push(...list.map((row) => `${resource.name}.${String(row[field])}`))
    }
    const stored = new Set(rows.map(({ text }) => text))
    expect(said.filter((text) => !stored.has(text))).toEqual([])
    expect(said).toContain('role.系统管理员')
    expect(DEVICE_TYPES.every(({ name }) => said.includes(`product.${name}`))).toBe(true)
  })
})

describe('a row that an operator renamed', () => {
  it('keeps an operator’s word in every language, and saving the shown word is no renaming', async () => {
    const { admin } = test
    const role = (await rowsOf(roleResource)).find(({ code }) => code === 'ROLE_VIEWER')!
    expect(role['name']).toBe('Read-only user')
    const path = resourcePath(roleResource, 'update')
    // A form filled in English that changes another field.
    const sent = { id: role['id'], version: role['version'], name: 'Read-only user', remark: 'seen' }
    await english(path, sent, 'POST')
    expect(await admin.get(roleResource, String(role['id']))).toMatchObject({ name: '只读用户', remark: 'seen' })
    await admin.update(roleResource, String(role['id']), { name: '值班员' })
    const after = (await rowsOf(roleResource)).find(({ code }) => code === 'ROLE_VIEWER')!
    expect(after['name']).toBe('值班员')
    const choices = (await ask(getAuthRoleList, { userId })) as { roleName: string }[]
    expect(choices.map(({ roleName }) => roleName)).toContain('值班员')
    await admin.update(roleResource, String(role['id']), { name: '只读用户' })
  })

  it('in the menu says that it is renamed, for the console', async () => {
    const entry = (await test.admin.call(resourceTree)).find(({ name }) => name === 'Valve')!
    const change = { id: entry.id, title: '闸阀' }
    await test.admin.answer('POST', '/security/v1/resources/update', change)
    const routes = (await ask(getRouterList)) as { name: string; meta: { title: string; own?: boolean } }[]
    const meta = (name: string) => routes.find((route) => route.name === name)?.meta
    expect(meta('Valve')).toMatchObject({ title: '闸阀', own: true })
    expect(meta('Fault')).toMatchObject({ title: 'Faults' })
    expect(meta('Fault')?.own).toBeUndefined()
    await test.admin.answer('POST', '/security/v1/resources/update', { ...change, title: '阀门' })
  })
})

describe('a search', () => {
  it('finds built-in rows by their name in either language, and sorts by the shown name', async () => {
    const { admin } = test
    const find = async (keyword: string, headers: Record<string, string>) => {
      const { data } = await admin.answer('GET', resourcePath(roleResource, 'page'), { keyword }, headers)
      return (data as { list: { code: string }[] }).list.map(({ code }) => code)
    }
    for (const headers of [ENGLISH, {}])
      for (const keyword of ['maintain', '维护']) expect(await find(keyword, headers)).toEqual(['ROLE_MAINTAINER'])
    const { list } = await english(resourcePath(roleResource, 'page'), { sort: 'name', order: 'asc', limit: 100 })
    const names = (list as { name: string }[]).map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['Department administrator', 'Maintainer', 'Operator'])
  })

  it('an import takes a sheet that was filled in English', async () => {
    const csv =
      'name,deviceNo,productId,deptId,stationAddress\nfrom a sheet,E-1,SL651 single valve,platform-e,00000000E1\n'
    const person = await makePerson(test.admin, test.db, { deptId: '1', dataScope: 'ALL' })
    await test.admin.answer('POST', '/security/v1/dept/insert', {
      name: 'platform-e',
      kind: 'CUSTOMER',
      status: 'NORMAL',
    })
    const input = { file: Buffer.from(csv).toString('base64'), name: 'a.csv', commit: true }
    const { data } = await person.answer('POST', resourcePath(deviceResource, 'import'), input, ENGLISH)
    const job = await jobEnded(person, (data as { jobId: string }).jobId)
    expect(job.counts).toMatchObject({ inserted: 1, refused: 0 })
    const { list } = await person.page(deviceResource, { keyword: 'E-1' })
    expect(list[0]).toMatchObject({ productIdName: 'SL651 单路阀门' })
  })
})

async function faultNames() {
  const { rows } = await test.db.query<{ code: string; name: string; english_name: string }>(
    'select code, name, english_name from fault_code where built_in',
  )
  return rows
}

describe('the console and the server', () => {
  it('have the same texts for faults and values', async () => {
    const texts: Readonly<Record<'zh-CN' | 'en-US', Readonly<Record<string, unknown>>>> = {
      'zh-CN': { ...descriptorTexts('zh-CN'), ...zhCN },
      'en-US': { ...descriptorTexts('en-US'), ...enUS },
    }
    const differ: string[] = []
    const registered = new Map(
      (await faultNames()).map(({ code, name, english_name }) => [code, { 'zh-CN': name, 'en-US': english_name }]),
    )
    for (const language of ['zh-CN', 'en-US'] as const) {
      const ofFaults = Object.entries(texts[language]).filter(([key]) => /^fault\.[A-Z]\d\d$/.test(key))
      expect(ofFaults.length).toBeGreaterThan(14)
      for (const [key, word] of ofFaults)
        if (registered.get(key.slice('fault.'.length))?.[language] !== word) differ.push(key)
      for (const { enumName, entries } of BUILT_IN_DICTIONARIES)
        for (const [value, chinese, said] of entries) {
          const wanted = language === 'zh-CN' ? chinese : said
          if (enumName && texts[language][`enum.${enumName}.${value}`] !== wanted) differ.push(`${enumName}.${value}`)
        }
    }
    expect(differ).toEqual([])
  })

  it('have a name in both languages for every kind of fault', async () => {
    const rows = await faultNames()
    expect(rows.filter(({ name, english_name: said }) => !name || !said || chineseIn(said).length > 0)).toEqual([])
    expect(rows.length).toBeGreaterThan(80)
  })
})
