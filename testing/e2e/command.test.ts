import { createStation, createTimerWheel, type Station, type TimerWheel } from '@sluice/simulator'
import { commandPage, deviceResource, productResource } from '@sluice/contract'
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
import { until } from '../src/platform/wait.ts'

const STATION = '0012340099'
const NAME = '东干渠-12#阀'
/** Longer than any test: the valve arrives when the test ends its stroke, so that both users have seen it move. */
const STROKE_MS = 3_600_000

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let operator: ConsoleDriver
let colleague: ConsoleDriver
let station: Station
let deviceId = ''
/** Ends the current stroke. */
let arrive: (() => void) | undefined

const wheel = createTimerWheel()
const unhurried: TimerWheel = {
  get size() {
    return wheel.size
  },
  after(delayMs, run) {
    if (delayMs === STROKE_MS) arrive = run
    return wheel.after(delayMs, run)
  },
}

const panelOf = ({ page }: ConsoleDriver) => page.locator('.valve-panel')
const reported = (driver: ConsoleDriver) => panelOf(driver).getByTestId('panel-reported')
/** Matches this percentage, and not the end of a larger number. */
const percent = (opening: number) => new RegExp(`\\b${opening}%`)
const looks = (driver: ConsoleDriver) =>
  panelOf(driver)
    .locator('[data-step]')
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-look')))

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const products = await admin.page(productResource, { limit: 100 })
  const productId = products.list.find((row) => row['productNo'] === 'SL651-VALVE')!.id
  deviceId = await admin.insert(deviceResource, {
    name: NAME,
    deviceNo: 'DGQ-12',
    deptId: '1',
    productId,
    stationAddress: STATION,
  })
  station = createStation({
    host: '127.0.0.1',
    port: server.sl651Port,
    address: STATION,
    kind: 'VALVE',
    reportIntervalS: 5,
    strokeMs: STROKE_MS,
    answerLimitMs: 100,
    wheel: unhurried,
  })
  await station.connect()
  ;[operator, colleague] = await Promise.all([openConsole(browser, server.url), openConsole(browser, server.url)])
})

afterAll(async () => {
  await station?.close()
  await browser?.close()
  await server?.stop()
})

describe('a valve is moved, and every user sees whether it happened', () => {
  it('is found in the list with its last report', async () => {
    await Promise.all([operator.signIn(), colleague.signIn()])
    await operator.open('/valve/slave')
    const row = operator.screen.locator('tr.ant-table-row', { hasText: NAME })
    await row.locator('.chip', { hasText: '在线' }).waitFor()
    await row.getByRole('button', { name: '控制' }).click()
    await panelOf(operator).waitFor()
    await reported(operator)
      .filter({ hasText: /\b(100|0)%/ })
      .waitFor()
    expect(await panelOf(operator).locator('.command-box').count()).toBe(0)
    await colleague.page.goto(`/device/detail/${deviceId}`)
    await panelOf(colleague).waitFor()
  })

  it('is confirmed by the user, sent, drawn separately from the reported state, and proven', async () => {
    const before = percent(100).test((await reported(operator).textContent())!) ? 100 : 0
    const [code, target] = before === 100 ? ['CLOSE', 0] : ['OPEN', 100]
    await panelOf(operator).getByTestId(`control-${code}`).click()
    const asked = operator.page.getByTestId('confirm-command')
    expect(await asked.textContent()).toContain(`${NAME}${before} % → ${target} %`)
    expect((await admin.call(commandPage, { deviceId })).total).toBe(0)
    await asked.getByTestId('confirm-send').click()
    // Both see the row before the call is answered: commanded beside reported, no step filled before its proof.
    for (const driver of [operator, colleague]) {
      await panelOf(driver).locator('.command-box').waitFor()
      expect((await looks(driver)).at(-1)).not.toBe('done')
      expect(await reported(driver).textContent()).toMatch(percent(before))
      expect(await panelOf(driver).getByTestId('panel-target').textContent()).toMatch(percent(target))
    }
    await until('the valve on its way', () => arrive !== undefined)
    arrive!()
    for (const driver of [operator, colleague]) {
      await reported(driver)
        .filter({ hasText: percent(target) })
        .waitFor()
      await panelOf(driver).locator('.command-box').waitFor({ state: 'detached' })
    }
    const { list } = await admin.call(commandPage, { deviceId })
    expect(list).toMatchObject([{ code, status: 'EXECUTED', attempts: 1, after: { opening: target } }])
  })

  it('has a row in the ledger that opens to its attempts', async () => {
    await colleague.openTab('指令')
    const row = colleague.screen.locator('tr.ant-table-row').first()
    await row.locator('.chip', { hasText: '已确认' }).waitFor()
    await row.getByRole('button', { name: '详情' }).click()
    const attempts = colleague.page.locator('.attempts > li')
    await attempts.first().waitFor()
    expect(await attempts.allTextContents()).toEqual([expect.stringMatching(/^第 1 次.*已应答/)])
    await colleague.page.keyboard.press('Escape')
  })

  it('shows another user’s command, row by row as it happens', async () => {
    await panelOf(operator).getByTestId('control-READ').click()
    const row = colleague.screen.locator('tr.ant-table-row', { hasText: '读取' })
    await row.locator('.chip', { hasText: '已确认' }).waitFor()
    expect([...operator.complaints, ...colleague.complaints]).toEqual([])
  })
})
