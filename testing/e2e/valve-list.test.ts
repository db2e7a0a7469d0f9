import { commandPage, roleResource, saveAuthRole, userResource } from '@sluice/contract'
import type { Browser } from 'playwright-core'
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
import { connectMovingValve, type MovingValve, type MovingValveOptions } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { until } from '../src/platform/wait.ts'

const TARGET = 30
const VALVES: Readonly<Record<string, MovingValveOptions>> = {
  '1#阀': { strokeMs: 2_000, values: { mode: 'REMOTE', batteryPct: 90 } },
  '2#阀': { strokeMs: 2_000, opening: 60, values: { mode: 'REMOTE', batteryPct: 12 } },
  '3#阀': { strokeMs: 2_000, opening: 100, refuses: '电机过热', values: { mode: 'REMOTE' } },
  '4#阀': { strokeMs: 2_000, opening: 80, values: { mode: 'LOCAL' } },
}

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let driver: ConsoleDriver
const valves = new Map<string, MovingValve>()
const ids = new Map<string, string>()

const rowOf = (name: string) => driver.screen.locator('tr.ant-table-row', { hasText: name })
const names = () => driver.screen.locator('tr.ant-table-row .list-name > a').allTextContents()
const shows = (...wanted: string[]) =>
  until(`${wanted.join()} alone`, async () => (await names()).join() === wanted.join())
const lineOf = (name: string) => driver.page.locator('.batch-line', { hasText: name })
const look = (name: string, looks: string) =>
  lineOf(name)
    .and(driver.page.locator(`[data-look="${looks}"]`))
    .waitFor()

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  for (const [name, options] of Object.entries(VALVES)) {
    const made = await makeMqttDevice(admin, { name, deviceNo: `V-${Number.parseInt(name, 10)}` })
    ids.set(name, made.id)
    valves.set(name, await connectMovingValve(made, options))
  }
  ids.set('5#阀', (await makeMqttDevice(admin, { name: '5#阀', deviceNo: 'V-5' })).id)
  driver = await openConsole(browser, server.url)
  await driver.signIn()
})

afterAll(async () => {
  for (const valve of valves.values()) await valve.end()
  await browser?.close()
  await server?.stop()
})

describe('the list of valves', () => {
  it('is filtered by mode, opening and battery; the address keeps it over a reload', async () => {
    await driver.open('/valve/slave')
    await shows('1#阀', '2#阀', '3#阀', '4#阀', '5#阀')
    await driver.screen.getByRole('button', { name: '展开' }).click()
    await driver.screen.getByRole('spinbutton', { name: '开度，从' }).fill('50')
    await driver.screen.getByRole('button', { name: '查询' }).click()
    await shows('2#阀', '3#阀', '4#阀')
    await driver.screen.getByRole('switch', { name: '低电量' }).click()
    await driver.screen.getByRole('button', { name: '查询' }).click()
    await shows('2#阀')
    const address = new URL(driver.page.url()).searchParams
    expect(Object.fromEntries(address)).toEqual({ lowBattery: 'true', openingFrom: '50' })
    await driver.page.reload()
    await shows('2#阀')
    // Filters with a value are visible, though they are among the folded ones.
    expect(await driver.screen.getByRole('spinbutton', { name: '开度，从' }).inputValue()).toBe('50')
    await driver.page.goto('/valve/slave?mode=LOCAL')
    await shows('4#阀')
  })

  it('arrow keys move, the space bar selects, and R reads a row', async () => {
    await driver.page.goto('/valve/slave')
    await driver.settled()
    await rowOf('1#阀').focus()
    await driver.page.keyboard.press('ArrowDown')
    await driver.page.keyboard.press('Space')
    expect(await rowOf('2#阀').getByRole('checkbox').isChecked()).toBe(true)
    await driver.page.keyboard.press('Space')
    expect(await rowOf('2#阀').getByRole('checkbox').isChecked()).toBe(false)
    await driver.page.keyboard.press('r')
    await until('the question', () => valves.get('2#阀')!.asked.join() === 'getTelemetry')
    await driver.page.keyboard.press('Enter')
    await driver.page.locator('.valve-panel').waitFor()
    await driver.page.keyboard.press('Escape')
    await driver.page.locator('.valve-panel').waitFor({ state: 'detached' })
  })

  it('sends several valves to an opening: one command each, and each row shows its outcome', async () => {
    await driver.screen.getByRole('checkbox', { name: '全选本页' }).check()
    await driver.page.getByTestId('batch-SET_OPENING').click()
    const dialog = driver.page.getByTestId('batch-dialog')
    await dialog.getByRole('textbox').fill(String(TARGET))
    await dialog.getByTestId('opening-send').click()
    const question = await dialog.textContent()
    for (const words of [`设定开度 ${TARGET} % · 3 台`, '不下发：就地模式 1 台', '不下发：设备未激活 1 台'])
      expect(question).toContain(words)
    await dialog.getByTestId('batch-send').click()
    await look('3#阀', 'failed')
    expect(await lineOf('3#阀').textContent()).toContain('电机过热')
    await look('1#阀', 'confirmed')
    await look('2#阀', 'confirmed')
    expect(await driver.page.locator('.batch-run [role="progressbar"]').getAttribute('aria-valuenow')).toBe('2')
    const { list } = await admin.call(commandPage, { code: 'SET_OPENING' })
    const ended = Object.fromEntries(list.map(({ deviceName, status }) => [deviceName, status]))
    expect(ended).toEqual({ '1#阀': 'EXECUTED', '2#阀': 'EXECUTED', '3#阀': 'FAILED' })
    expect(valves.get('1#阀')!.said.at(-1)?.opening).toBe(TARGET)
    expect(valves.get('4#阀')!.asked).toEqual([])
    await driver.page.keyboard.press('Escape')
  })

  it('counts open commands, and the number is a filter', async () => {
    const made = await makeMqttDevice(admin, { name: '6#阀' })
    const slow = await connectMovingValve(made, { strokeMs: 1_000, patient: true })
    valves.set('6#阀', slow)
    await driver.page.goto('/valve/slave')
    await driver.settled()
    await rowOf('6#阀').getByRole('checkbox').check()
    await driver.page.getByTestId('batch-OPEN').click()
    await driver.page.getByTestId('batch-send').click()
    await until('the question', () => slow.asked.includes('setValve'))
    await driver.page.keyboard.press('Escape')
    const waiting = driver.screen.locator('.counts').getByRole('button', { name: /待确认 1/ })
    await waiting.click()
    await shows('6#阀')
    expect(new URL(driver.page.url()).searchParams.get('pending')).toBe('true')
    await rowOf('6#阀').locator('.chip', { hasText: '待确认' }).waitFor()
    slow.obey()
    await driver.screen.getByText('没有符合条件').waitFor()
  })

  it('offers no commands to a user who may only read', async () => {
    const password = 'barley-2-meadow'
    const person = { username: 'viewer', nickName: 'viewer', deptId: '1', password: GIVEN_PASSWORD, status: 'NORMAL' }
    const userId = await admin.insert(userResource, person)
    const roles = await admin.page(roleResource, { limit: 100 })
    const roleId = roles.list.find((role) => role['code'] === 'ROLE_VIEWER')!.id
    await admin.call(saveAuthRole, { userId, roleIds: [roleId] })
    await takeOver(server.url, 'viewer', password)
    const viewer = await openConsole(browser, server.url)
    await viewer.signIn('viewer', password)
    await viewer.open('/valve/slave')
    await viewer.screen.getByText('1#阀').waitFor()
    expect(await viewer.page.locator('[data-testid^="batch-"]').count()).toBe(0)
    expect(await viewer.screen.getByRole('button', { name: '控制', exact: true }).count()).toBe(0)
    // The browser logs by itself that the command that the valve refused was answered with a conflict.
    const complaints = [...driver.complaints, ...viewer.complaints]
    expect(complaints.filter((one) => !/status of 409 .*command\/send/.test(one))).toEqual([])
    await viewer.close()
  })
})
