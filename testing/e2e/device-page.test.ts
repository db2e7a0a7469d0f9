import { type DeviceState, latest } from '@sluice/contract'
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
import { makeDevice } from '../src/field/devices.ts'
import { connectMovingValve, type MovingValve } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { connectStation, type TestStation } from '../src/field/station.ts'

const DESK = { width: 1440, height: 900 }
const HAND = { width: 390, height: 844 }
/** Most that a page may move about while it loads (web.dev/cls: good is up to 0.1). */
const MOST_SHIFT = 0.05

let server: ConsoleServer
let browser: Browser
let valve: MovingValve
let station: TestStation
let ids: { valve: string; station: string }
let admin: ApiClient

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const made = await makeMqttDevice(admin, { name: '东干渠-12#阀', lng: 116.45, lat: 37.06 })
  valve = await connectMovingValve(made, {
    strokeMs: 1_000,
    opening: 42,
    values: { mode: 'REMOTE', inletPressure: 0.412, outletPressure: 0.268, flow: 86.4, batteryPct: 82 },
  })
  const { id, stationAddress } = await makeDevice(admin, { name: '三泵站', productNo: 'SL651-LEVEL' })
  station = await connectStation({ port: server.sl651Port, station: stationAddress })
  await station.report(1, { 38: 12.4, 39: 3.2 })
  ids = { valve: made.id, station: id }
})

afterAll(async () => {
  await valve?.end()
  station?.socket.destroy()
  await browser?.close()
  await server?.stop()
})

async function person(viewport: { width: number; height: number }): Promise<ConsoleDriver> {
  const driver = await openConsole(browser, server.url, { viewport, hasTouch: viewport === HAND })
  await driver.signIn()
  return driver
}

interface Shift {
  value: number
  moved: string[]
}

/** Runs in the page before anything else: collects every shift of its layout, with what moved. */
function collectShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node }[]
      }
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function shiftsOf(driver: ConsoleDriver, path: string): Promise<Shift[]> {
  await driver.page.addInitScript(collectShifts)
  await driver.page.goto(path)
  await driver.page.locator('.device-head').waitFor()
  await driver.settled()
  return driver.page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
}

describe('the page of a device', () => {
  for (const [name, viewport] of [
    ['a desk', DESK],
    ['a phone', HAND],
  ] as const)
    it(`hardly moves while it loads, on ${name}`, async () => {
      const driver = await person(viewport)
      for (const id of [ids.valve, ids.station]) {
        const shifts = await shiftsOf(driver, `/device/detail/${id}`)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        // What moved, when it was too much.
        expect(sum < MOST_SHIFT ? [] : shifts).toEqual([])
      }
      await driver.close()
    })

  it('is whole on a phone: no sideways scroll, and the first value in sight', async () => {
    const driver = await person(HAND)
    const { page } = driver
    for (const [id, value] of [
      [ids.valve, '[data-testid="panel-reported"]'],
      [ids.station, '.metric-value'],
    ] as const)
      for (const tab of ['', '?tab=history', '?tab=commands', '?tab=messages', '?tab=connection', '?tab=faults']) {
        await page.goto(`/device/detail/${id}${tab}`)
        await driver.screen.locator('.device-head').waitFor()
        await driver.settled()
        const [scroll, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
        expect([tab, scroll]).toEqual([tab, width])
        if (tab !== '') continue
        const box = (await driver.screen.locator(value).first().boundingBox())!
        expect(box.y).toBeGreaterThan(0)
        expect(box.y + box.height).toBeLessThanOrEqual(HAND.height)
      }
    expect(driver.complaints).toEqual([])
    await driver.close()
  })

  it('opens the form from its head, and shows the new name at once', async () => {
    const driver = await person(DESK)
    await driver.page.goto(`/device/detail/${ids.station}`)
    await driver.screen.locator('.device-head').getByRole('button', { name: '修改' }).click()
    const form = driver.page.getByRole('dialog')
    await form.locator('input[id$="name"]').fill('三泵站 甲')
    await form.getByRole('button', { name: '确定' }).click()
    await form.waitFor({ state: 'detached' })
    await driver.settled()
    expect(await driver.screen.getByRole('heading', { level: 1 }).textContent()).toBe('三泵站 甲')
    await driver.close()
  })
})

/** Tells a console that a device has these faults, as the server does over the live channel. */
async function teller({ page }: ConsoleDriver, deviceId: string): Promise<(...codes: string[]) => Promise<void>> {
  let told: DeviceState['faults'] = []
  const channels: { send: (message: string) => void }[] = []
  await page.routeWebSocket(/\/live/, (channel) => {
    channel.connectToServer()
    channels.push(channel)
  })
  // Each is a row that waits for somebody, so that its button is there too.
  await page.route('**/device/v1/fault/page*', async (route) => {
    const rows = told.map(({ code, level }, n) => ({
      id: String(n),
      version: 0,
      code,
      level,
      handleState: 'UNHANDLED',
    }))
    await route.fulfill({
      json: { code: 0, message: '', data: { list: rows, total: rows.length, page: 1, limit: 50 } },
    })
  })
  return async (...codes) => {
    const state = await admin.call(latest, { deviceId })
    told = codes.map((code, n) => ({ ...state.faults[0], code, level: 1 + (n % 4) })) as DeviceState['faults']
    const now = { ...state, faults: told, lastSeenTime: new Date().toISOString() }
    channels.at(-1)!.send(JSON.stringify({ type: 'device', state: now }))
  }
}

describe('STOP never moves', () => {
  for (const [name, viewport] of [
    ['a desk', DESK],
    ['a phone', HAND],
  ] as const)
    it(`whatever faults come and go, on ${name}`, async () => {
      const driver = await person(viewport)
      const tell = await teller(driver, ids.valve)
      await driver.page.goto(`/device/detail/${ids.valve}`)
      const panel = driver.page.locator('.valve-panel')
      const stop = panel.getByTestId('control-STOP')
      const room = panel.getByTestId('fault-room')
      await stop.waitFor()
      await driver.settled()
      const placeOf = async () => {
        const [inside, outside] = [(await stop.boundingBox())!, (await panel.boundingBox())!]
        return { y: inside.y - outside.y, height: inside.height, width: inside.width }
      }
      await room.getByText('没有故障').waitFor()
      const before = await placeOf()
      for (const codes of [['P01'], ['P01', 'P03'], ['P01', 'P03', 'S05', 'S06', 'S07', 'W05']]) {
        await tell(...codes)
        await room.locator('.chip').first().waitFor()
        if (codes.length > 1) await room.getByText(`+${codes.length - 1}`, { exact: true }).waitFor()
        await room.getByRole('button', { name: '接手' }).first().waitFor()
        expect(await placeOf()).toEqual(before)
      }
      await room.getByText('+5', { exact: true }).click()
      await room.getByRole('listitem').nth(4).waitFor()
      expect(await placeOf()).toEqual(before)
      await driver.page.keyboard.press('Escape')
      expect(await room.getByRole('listitem').count()).toBe(0)
      await tell()
      await room.getByText('没有故障').waitFor()
      expect(await placeOf()).toEqual(before)
      await driver.close()
    })
})
