import { departmentResource, roleResource, saveAuthRole, userResource } from '@sluice/contract'
import type { Browser, Locator, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { launchBrowser } from '../src/browser/browser.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { GIVEN_PASSWORD, takeOver } from '../src/browser/first-password.ts'
import { connectStation, reportOf, type TestStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

const VALVE = 'SL651 单路阀门'
const STATION = '0012340001'
const STRANGER = '0012340002'
const NAME = '东干渠-12#阀'
const STRANGER_NAME = '西干渠-3#阀'
const OPERATOR = { username: 'wanggong', password: 'barley-2-meadow' }
/** Status words (element 45): the box door has inverse logic, so a closed one is a set bit. */
const ALL_WELL = '00000080'
const BATTERY_LOW = '00000082'
const MINUTE_MS = 60_000

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let console_: ConsoleDriver
let station: TestStation
let deviceAddress = ''
const startedAt = Date.now()
const departments = { east: '', west: '' }
const stations: TestStation[] = []

/** Reports are whole minutes apart, so that each is newer than the previous one. */
const at = (minute: number) => startedAt + (minute - 10) * MINUTE_MS
const metric = (key: string): Locator => console_.screen.locator(`[data-metric="${key}"] .reading`)
const chip = (text: string): Locator => console_.screen.locator('.device-head .chip', { hasText: text })

async function connect(address: string): Promise<TestStation> {
  const connected = await connectStation({ port: server.sl651Port, station: address })
  stations.push(connected)
  return connected
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const department = (name: string) => admin.insert(departmentResource, { name, kind: 'CUSTOMER', status: 'NORMAL' })
  departments.east = await department('东灌区')
  departments.west = await department('西灌区')
  console_ = await openConsole(browser, server.url)
})

afterAll(async () => {
  for (const one of stations) one.socket.destroy()
  await browser?.close()
  await server?.stop()
})

describe('the first day with a platform', () => {
  it('refuses a wrong password with one message and keeps the name', async () => {
    const { page } = console_
    const bodies: string[] = []
    const listen = (request: Request) => bodies.push(request.postData() ?? '')
    page.on('request', listen)
    await page.goto('/device/index')
    await page.waitForURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/device/index')
    await console_.fillLogin('admin', 'not-the-passw0rd')
    await page.getByRole('alert').filter({ hasText: '用户名或密码错误' }).waitFor()
    expect(await page.locator('.toast').count()).toBe(1)
    expect(await page.getByTestId('login-username').inputValue()).toBe('admin')
    expect(bodies.join('\n')).toContain('"username":"admin"')
    expect(bodies.join('\n')).not.toContain('not-the-passw0rd')
    page.off('request', listen)
  })

  it('signs in and opens the requested page', async () => {
    await console_.signIn()
    await console_.page.waitForURL((url) => url.pathname === '/device/index')
    await console_.page.getByText('暂无数据').waitFor()
    const cookie = (await console_.page.context().cookies()).find(({ name }) => name === 'authorization')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  })

  it('adds a station, whose card waits for the first message', async () => {
    const { page } = console_
    await console_.screen.getByRole('button', { name: '新增', exact: true }).click()
    await page.getByRole('textbox', { name: '设备名称' }).fill(NAME)
    await page.getByRole('textbox', { name: '设备编号' }).fill('DGQ-12')
    await page.getByRole('textbox', { name: '站址' }).fill(STATION)
    await console_.choose('产品', VALVE)
    await console_.choose('部门', '东灌区')
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/\/device\/detail\/\d+/)
    deviceAddress = new URL(page.url()).pathname
    const card = page.getByRole('region', { name: '接入信息' })
    await card.getByText('等待第一条报文').waitFor()
    const facts = await card.textContent()
    for (const fact of ['SL651', '127.0.0.1', String(server.sl651Port), STATION]) expect(facts).toContain(fact)
    await chip('未激活').waitFor()
  })

  it('turns green and online when the station reports, without a reload', async () => {
    await console_.page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    station = await connect(STATION)
    await station.report(1, { '38': 12.6, '45': ALL_WELL, '58': 412 }, { at: at(1) })
    await console_.screen.locator('.first-message.arrived').getByText('已收到报文').waitFor()
    await chip('在线').waitFor()
    await until('the first value', async () => (await metric('outletPressure').textContent()) !== '—')
    expect(await metric('outletPressure').textContent()).toBe('0.412MPa')
  })

  it('shows a value change as it happens', async () => {
    await station.report(2, { '38': 12.6, '45': ALL_WELL, '58': 398 }, { at: at(2) })
    await until('the new value', async () => (await metric('outletPressure').textContent()) === '0.398MPa')
    expect(await metric('batteryV').textContent()).toBe('12.60V')
  })

  it('draws the history and shows the same as a table', async () => {
    await console_.openTab('历史')
    const picture = console_.screen.getByRole('img', { name: /^历史曲线：.*阀后压力/ })
    await picture.locator('canvas').first().waitFor()
    await console_.screen.getByRole('button', { name: '以表格显示' }).click()
    const cells = console_.screen.getByRole('cell', { name: /^0\.\d+$/ })
    await cells.first().waitFor()
    expect(await cells.allTextContents()).toEqual(['0.398', '0.412'])
  })

  it('shows the frames and what they mean', async () => {
    await console_.openTab('报文')
    const received = console_.screen.getByRole('row').filter({ hasText: '上行' })
    await until('both reports', async () => (await received.count()) === 2)
    await received.first().click()
    const frame = console_.screen.locator('.frame-view')
    await frame.waitFor()
    expect(await frame.locator('.hex-view').textContent()).toMatch(/^7E 7E 01 00 12 34 00 01/)
    expect(await frame.textContent()).toMatch(/站址.*0012340001/)
    const pressure = frame
      .getByRole('row')
      .filter({ has: console_.page.getByRole('cell', { name: '58', exact: true }) })
    expect(await pressure.textContent()).toContain('398')
  })

  it('raises a fault when the station says so, and clears it', async () => {
    await console_.openTab('概览')
    await station.report(3, { '38': 10.9, '45': BATTERY_LOW, '58': 401 }, { at: at(3) })
    await chip('电池欠压').waitFor()
    // In the valve's panel, too, which a device without one has a card for.
    await console_.screen.locator('.valve-panel').getByText('电池欠压').waitFor()
    await console_.openTab('故障')
    const row = console_.screen.getByRole('row').filter({ hasText: '电池欠压' })
    expect(await row.textContent()).toContain('未恢复')
    await station.report(4, { '38': 12.4, '45': ALL_WELL, '58': 402 }, { at: at(4) })
    await chip('电池欠压').waitFor({ state: 'detached' })
    await row.getByText('已恢复').waitFor()
  })

  it('adopts an unknown station', async () => {
    const { page } = console_
    await console_.open('/device/unknown')
    const stranger = await connect(STRANGER)
    stranger.send(reportOf(stranger.link, 1, { '38': 12.1, '45': ALL_WELL, '58': 277 }, { at: at(5) }))
    const row = console_.screen.getByRole('row').filter({ hasText: STRANGER })
    await row.getByRole('button', { name: '接入' }).click()
    await page.locator('.frame-view').waitFor()
    // A station is not told that its unregistered report is kept.
    expect(stranger.answers).toEqual([])
    await page.getByRole('textbox', { name: '设备名称' }).fill(STRANGER_NAME)
    await console_.choose('产品', VALVE)
    await console_.choose('部门', '西灌区')
    await page.locator('.form-footer').getByRole('button', { name: '接入' }).click()
    await page.waitForURL(/\/device\/detail\/\d+/)
    await until('the kept value', async () => (await metric('outletPressure').textContent()) === '0.277MPa')
  })

  it('lists both, online, in the page that was loaded first', async () => {
    await console_.open('/device/index')
    for (const name of [NAME, STRANGER_NAME]) {
      const row = console_.screen.getByRole('row').filter({ hasText: name })
      await row.getByText('在线').waitFor()
    }
    expect(await console_.page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('shows an operator only the devices of their department', async () => {
    const operator = await openConsole(browser, server.url)
    try {
      await admitOperator()
      await operator.signIn(OPERATOR.username, OPERATOR.password)
      await operator.open('/device/index')
      await operator.screen.getByText(STRANGER_NAME).waitFor()
      expect(await operator.screen.getByText(NAME).count()).toBe(0)
      expect((await operator.menu()).map(({ path }) => path)).not.toContain('/admin/user')
      expect(operator.complaints).toEqual([])
      await operator.page.goto(deviceAddress)
      await operator.screen.getByText('加载失败').waitFor()
      expect(await operator.page.getByText(NAME).count()).toBe(0)
      expect(operator.complaints.filter((one) => !/status of 40[34]/.test(one))).toEqual([])
    } finally {
      await operator.close()
    }
  })

  it('signs out to the sign-in, which returns to the same page', async () => {
    await console_.signOut()
    const url = new URL(console_.page.url())
    expect(url.pathname).toBe('/login')
    expect(url.searchParams.get('redirect')).toBe('/device/index')
    const cookies = await console_.page.context().cookies()
    expect(cookies.find(({ name }) => name === 'authorization')).toBeUndefined()
    await console_.page.goto(deviceAddress)
    await console_.page.waitForURL((to) => to.pathname === '/login')
  })

  it('never called another origin and never logged an error', () => {
    expect(console_.complaints).toEqual([])
  })
})

async function admitOperator(): Promise<void> {
  const { username, password } = OPERATOR
  const userId = await admin.insert(userResource, {
    username,
    nickName: '王工',
    deptId: departments.west,
    password: GIVEN_PASSWORD,
    status: 'NORMAL',
  })
  const roles = await admin.page(roleResource, { limit: 100 })
  const operator = roles.list.find((role) => role['code'] === 'ROLE_OPERATOR')
  await admin.call(saveAuthRole, { userId, roleIds: [operator!.id] })
  await takeOver(server.url, username, password)
}
