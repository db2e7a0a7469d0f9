import { readFile } from 'node:fs/promises'
import {
  beginHistoryImport,
  commandPage,
  deviceResource,
  finishHistoryImport,
  sendCommand,
  sendHistoryRows,
} from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { launchBrowser } from '../src/browser/browser.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  MOVING,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { type Hand, handOn } from '../src/browser/hand.ts'
import { connectMovingValve, type MovingValve, type MovingValveOptions } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { connectStation, type TestStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

/** What each job may cost at most: clicks, and fields that are typed into. */
const MOST = {
  firstSignIn: { clicks: 1, fields: 2 },
  lowPressure: { clicks: 8, fields: 2 },
  newStation: { clicks: 8, fields: 3 },
  whyFailed: { clicks: 4, fields: 0 },
  exportMonth: { clicks: 9, fields: 0 },
  readOnly: { clicks: 8, fields: 2 },
  offline: { clicks: 6, fields: 0 },
  sharedView: { clicks: 3, fields: 0 },
} as const

const VALVES: Readonly<Record<string, MovingValveOptions>> = {
  '东干渠-1#阀': { strokeMs: 1_500, opening: 100, values: { mode: 'REMOTE', inletPressure: 0.42 } },
  '东干渠-2#阀': { strokeMs: 1_500, opening: 90, values: { mode: 'REMOTE', inletPressure: 0.12 } },
  '东干渠-3#阀': { strokeMs: 1_500, opening: 80, refuses: '电机过热', values: { mode: 'REMOTE', inletPressure: 0.4 } },
}
const [LOW, STUCK, SILENT] = ['东干渠-2#阀', '东干渠-3#阀', '西干渠-9#阀']
const STATION = '0012340001'
const HOUR_MS = 3_600_000

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let driver: ConsoleDriver
let hand: Hand
const valves: MovingValve[] = []
const stations: TestStation[] = []
const ids = new Map<string, string>()

const rowOf = (name: string) => driver.screen.locator('tr.ant-table-row', { hasText: name })
const names = async () => (await driver.screen.locator('tr.ant-table-row .list-name > a').allTextContents()).join()
const button = (name: string) => driver.screen.getByRole('button', { name, exact: true })

/** What the job cost beyond its limits, in words; none when it is within. */
function beyond(job: keyof typeof MOST): string[] {
  const { clicks, fields } = hand
  const most = MOST[job]
  return [
    ...(clicks > most.clicks ? [`${clicks} clicks, at most ${most.clicks}`] : []),
    ...(fields > most.fields ? [`${fields} fields, at most ${most.fields}`] : []),
  ]
}

/** Every job begins where a shift begins. */
async function atTheMap(): Promise<void> {
  await driver.page.goto('/dashboard')
  await driver.settled()
  hand.begin()
}

/** The file of the export with this title, from the list of jobs. */
async function downloaded(title: string): Promise<string> {
  const job = driver.page.getByTestId('job-tray').locator('.job', { hasText: title })
  const button = job.getByRole('button', { name: '下载' })
  await button.waitFor()
  const arrives = driver.page.waitForEvent('download')
  await hand.click(button)
  return readFile(await (await arrives).path(), 'utf8')
}

/** A moment in the last month, its middle: noon there and here. */
function lastMonth(): number {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 4)
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  for (const [name, options] of Object.entries(VALVES)) {
    const made = await makeMqttDevice(admin, { name })
    ids.set(name, made.id)
    valves.push(await connectMovingValve(made, options))
  }
  const silent = await makeMqttDevice(admin, { name: SILENT!, reportIntervalS: 5 })
  ids.set(SILENT!, silent.id)
  await (await connectMovingValve(silent, { strokeMs: 1_000 })).end()
  driver = await openConsole(browser, server.url, MOVING)
  hand = handOn(driver)
})

afterAll(async () => {
  for (const valve of valves) await valve.end()
  for (const { socket } of stations) socket.destroy()
  await browser?.close()
  await server?.stop()
})

describe('the jobs of a day', () => {
  it('first sign-in: name and password, and the map is there', async () => {
    await driver.page.goto('/login')
    hand.begin()
    await hand.type(driver.page.getByTestId('login-username'), 'admin')
    await hand.type(driver.page.getByTestId('login-password'), ADMIN_PASSWORD)
    await hand.click(driver.page.getByTestId('login-submit'))
    await driver.page.getByTestId('map').waitFor()
    expect(beyond('firstSignIn')).toEqual([])
  })

  it('a valve with low pressure is found by it and set to 40 %, with proof', async () => {
    await atTheMap()
    await hand.open('阀门', '/valve/slave')
    await hand.click(button('展开'))
    await hand.type(driver.screen.getByRole('spinbutton', { name: '阀前，到' }), '0.2')
    await hand.click(button('查询'))
    await until('the one valve', async () => (await names()) === LOW)
    await hand.click(rowOf(LOW!).getByRole('button', { name: '控制' }))
    const panel = driver.page.locator('.valve-panel')
    await hand.click(panel.getByTestId('control-SET_OPENING'))
    const choice = driver.page.getByTestId('opening-choice')
    await hand.type(choice.getByRole('textbox'), '40')
    await hand.click(choice.getByTestId('opening-send'))
    await hand.click(driver.page.getByTestId('confirm-command').getByTestId('confirm-send'))
    await until('the proof', async () => (await panel.getByTestId('panel-reported').innerText()).includes('40'))
    expect(beyond('lowPressure')).toEqual([])
    await until('the proof in the ledger', async () => {
      const { list } = await admin.call(commandPage, { deviceId: ids.get(LOW!)! })
      return list[0]?.code === 'SET_OPENING' && list[0].status === 'EXECUTED'
    })
  })

  it('a new station: its row in one form, and its page shows the first report', async () => {
    await atTheMap()
    await hand.open('设备', '/device/index')
    await hand.click(button('新增'))
    const field = (name: string) => driver.page.getByRole('textbox', { name, exact: true })
    await hand.type(field('设备名称'), '一泵站')
    await hand.type(field('设备编号'), 'YBZ-1')
    await hand.type(field('站址'), STATION)
    await hand.choose('产品', 'SL651 单路阀门')
    await hand.choose('部门', '平台')
    await hand.click(driver.page.getByRole('button', { name: '确定', exact: true }))
    await driver.page.waitForURL(/\/device\/detail\/\d+/)
    const station = await connectStation({ port: server.sl651Port, station: STATION })
    stations.push(station)
    await station.report(1, { '38': 12.6, '45': '00000080', '58': 412 })
    await until('the first value', async () => {
      return (await driver.screen.locator('[data-metric="outletPressure"] .reading').textContent()) === '0.412MPa'
    })
    expect(beyond('newStation')).toEqual([])
  })

  it('why a command failed: the ledger says it in the words of the valve', async () => {
    const wish = { deviceId: ids.get(STUCK!)!, code: 'SET_OPENING', params: { opening: 10 }, idempotencyKey: 'stuck' }
    await admin.answer('POST', sendCommand.path, wish)
    await until('the failure', async () => (await admin.call(commandPage, {})).list[0]?.status === 'FAILED')
    await atTheMap()
    await hand.open('阀门', '/valve/ledger')
    await hand.click(button('失败'))
    const row = driver.screen.locator('tr.ant-table-row')
    await until('the one command', async () => (await row.count()) === 1)
    expect(await row.innerText()).toContain(STUCK)
    await hand.click(row.getByRole('button', { name: '详情' }))
    await driver.page.locator('.ledger-detail').getByText('电机过热').first().waitFor()
    expect(beyond('whyFailed')).toEqual([])
  })

  it('the pressure of last month is exported with its gaps', async () => {
    const deviceId = ids.get('东干渠-1#阀')!
    const noon = lastMonth()
    const hours = [0, 1, 2, 9, 10]
    const span = { fromTime: new Date(noon).toISOString(), toTime: new Date(noon + 11 * HOUR_MS).toISOString() }
    const begun = await admin.call(beginHistoryImport, {
      name: 'month',
      program: 'test',
      ...span,
      expected: hours.length,
    })
    const times = hours.map((hour) => (noon + hour * HOUR_MS) / 1000)
    const columns = { inletPressure: hours.map((hour) => 0.4 + hour / 1000) }
    await admin.call(sendHistoryRows, {
      id: begun.id,
      after: null,
      cursor: '1',
      devices: [{ deviceId, times, columns }],
    })
    await admin.call(finishHistoryImport, { id: begun.id })
    await atTheMap()
    await hand.open('设备', '/device/index')
    await hand.click(rowOf('东干渠-1#阀').getByRole('link').first())
    await hand.click(driver.page.getByRole('tab', { name: '历史', exact: true }))
    await hand.click(driver.screen.getByRole('textbox', { name: '按月' }))
    const months = driver.page.locator('.ant-picker-dropdown:visible')
    const month = new Date(noon).getUTCMonth() + 1
    // In January the last month is on the page before.
    if (month === 12) await hand.click(months.locator('.ant-picker-header-super-prev-btn'))
    await hand.click(months.getByText(`${month}月`, { exact: true }))
    await driver.settled()
    await hand.click(driver.screen.getByTestId('history-export'))
    await hand.click(driver.page.getByRole('menuitem', { name: /原始.*CSV/ }))
    const lines = (await downloaded('东干渠-1#阀 历史')).trim().split(/\r?\n/)
    expect(lines.join('\n')).toContain('阀前压力 (MPa)')
    // Five reports, and a line that says where six hours of them are missing.
    expect(lines.filter((line) => /0\.4\d*/.test(line))).toHaveLength(hours.length)
    expect(lines.filter((line) => line.includes('阀前压力 (MPa)') && line.endsWith(',360'))).toHaveLength(1)
    expect(beyond('exportMonth')).toEqual([])
  })

  it('a colleague who may only read: one form, and what they see has no commands', async () => {
    await atTheMap()
    await hand.open('系统管理', '/admin/user')
    await hand.click(button('新增'))
    const form = driver.page.locator('.ant-drawer:visible form')
    await hand.type(form.getByRole('textbox', { name: '用户名' }), 'reader')
    await hand.type(form.getByRole('textbox', { name: '姓名' }), '李看')
    await hand.choose('部门', '平台')
    await hand.click(form.getByRole('combobox', { name: '角色' }))
    await hand.click(driver.page.locator('.ant-select-dropdown:visible').getByText(/^只读用户/))
    await hand.click(driver.page.locator('.ant-drawer:visible').getByRole('button', { name: '确定', exact: true }))
    const given = driver.page.locator('.ant-drawer:visible').getByLabel('一次性密码', { exact: true })
    const password = (await given.textContent()) ?? ''
    expect(beyond('readOnly')).toEqual([])
    const reader = await openConsole(browser, server.url)
    await reader.fillLogin('reader', password)
    await reader.page.getByRole('heading', { name: '请先修改密码' }).waitFor()
    await reader.close()
  })

  it('the devices that are offline are exported, and no others', async () => {
    await until('the silence', async () => (await admin.page(deviceResource, { status: 'OFFLINE' })).total === 1)
    await atTheMap()
    await hand.open('设备', '/device/index')
    await hand.click(driver.screen.locator('.counts').getByRole('button', { name: /离线/ }))
    await until('the silent one', async () => (await names()) === SILENT)
    await hand.click(button('导出'))
    await hand.click(driver.page.getByRole('menuitem', { name: /CSV/ }))
    const lines = (await downloaded('设备')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(SILENT)
    expect(beyond('offline')).toEqual([])
  })

  it('a view is shared by its address: filter, order and page are the same for a colleague', async () => {
    await atTheMap()
    await hand.open('阀门', '/valve/slave')
    await hand.click(driver.screen.getByRole('columnheader', { name: /阀前/ }))
    await until('the lowest first', async () => (await names()).startsWith(LOW!))
    await driver.settled()
    const seen = await names()
    const colleague = await openConsole(browser, server.url)
    await colleague.signIn()
    await colleague.page.goto(driver.page.url())
    await colleague.settled()
    expect((await colleague.screen.locator('tr.ant-table-row .list-name > a').allTextContents()).join()).toBe(seen)
    expect(beyond('sharedView')).toEqual([])
    await colleague.close()
  })

  it('leaves nothing to complain about', () => {
    expect(driver.complaints).toEqual([])
  })
})
