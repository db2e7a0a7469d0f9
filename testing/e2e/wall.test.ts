import { deviceStates } from '@sluice/contract'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { ADMIN_PASSWORD, type ApiClient, connectStation, createClient, makeDevice, until } from '../src/index.ts'

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let driver: ConsoleDriver

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  driver = await openConsole(browser, server.url, { viewport: { width: 1920, height: 1080 } })
  await driver.signIn()
})
afterAll(async () => {
  await driver?.close()
  await browser?.close()
  await server?.stop()
})

const troubleOf = (page: Page) => page.getByTestId('wall-trouble').getAttribute('data-kind')
const clockIsRed = (page: Page) =>
  page.getByTestId('wall-clock').evaluate((clock) => clock.classList.contains('stopped'))

/** As when the wall's machine wakes: the wall need not wait for its minute. */
const wake = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** The size of the smallest text drawn, in pixels of the screen. */
function smallestWords(page: Page): Promise<number> {
  return page.getByTestId('wall').evaluate((wall) => {
    let smallest = Number.POSITIVE_INFINITY
    const texts = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const box = text.parentElement!
      const isUnit = box.matches('.unit')
      if (!text.textContent?.trim() || isUnit || !box.checkVisibility({ visibilityProperty: true })) continue
      smallest = Math.min(smallest, Number.parseFloat(getComputedStyle(box).fontSize))
    }
    return smallest
  })
}

test('the map opens it in its own tab, in the night appearance, and Esc closes it', async () => {
  const opening = driver.page.waitForEvent('popup')
  await driver.page.getByRole('link', { name: '大屏' }).click()
  const wall = await opening
  await wall.getByTestId('wall').waitFor()
  expect(new URL(wall.url()).pathname).toBe('/wall')
  await wall.waitForFunction(() => document.documentElement.dataset['appearance'] === 'night')
  expect(await driver.page.evaluate(() => document.documentElement.dataset['appearance'])).toBe('light')
  const closing = wall.waitForEvent('close')
  // The tab may be closed before the key is released.
  await wall.keyboard.press('Escape').catch(() => {})
  await closing
  expect(new URL(driver.page.url()).pathname).toBe('/dashboard')
})

test('shows devices and faults live, without controls, in text that is readable from a distance', async () => {
  const { page } = driver
  const { id, stationAddress } = await makeDevice(admin, { name: '东干渠-12#阀', lng: 116.45, lat: 37.06 })
  await page.goto('/wall')
  const drawn = () =>
    until('the marker', async () => {
      const text = await page.getByTestId('map-probe').textContent()
      const { devices } = JSON.parse(text || '{"devices":[]}') as { devices: { id: string; state: string }[] }
      return devices.find((device) => device.id === id)?.state
    })
  expect(await drawn()).toBe('unknown')
  const station = await connectStation({ port: server.sl651Port, station: stationAddress })
  await station.report(1, { '38': 12 })
  await until('the live state', async () => (await drawn()) === 'online')
  await until('the fault', async () => {
    await station.report(2, { '38': 11.9, '45': '00000082' })
    const [state] = await admin.call(deviceStates, { deviceIds: id })
    return state!.faults.length > 0
  })
  await page.getByTestId('wall-attention').getByText('东干渠-12#阀').first().waitFor()
  expect(await page.title()).toBe('大屏 - 云阀设备管理平台')
  expect(await page.locator('.wall :is(a, button, input, [tabindex="0"]):not([inert] *)').count()).toBe(0)
  expect(await smallestWords(page)).toBeGreaterThanOrEqual(15)
  expect(await seriousFindings(page)).toEqual([])
  for (const [width, height] of [
    [2304, 1296],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const spill = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await until('a page that fits', async () => (await spill()) <= 0)
    expect(await smallestWords(page)).toBeGreaterThanOrEqual(15)
  }
  await station.end()
})

test('a lost connection turns the clock red, and recovers by itself', async () => {
  const { page } = driver
  await page.context().setOffline(true)
  await until('the red clock', () => clockIsRed(page))
  expect(await troubleOf(page)).toBe('offline')
  await page.context().setOffline(false)
  await until('a wall as before', async () => (await troubleOf(page)) === null && !(await clockIsRed(page)), 60_000)
})

test('an ended session is shown in the header, and a new one in the same browser restores the wall', async () => {
  const { page } = driver
  await page.context().clearCookies()
  await until('the word about it', async () => (await troubleOf(page)) === 'session', 60_000)
  expect(await page.getByTestId('wall-trouble').textContent()).toContain('按 F5 重新登录')
  expect(await clockIsRed(page)).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  const other = await page.context().newPage()
  await other.goto('/login')
  await other.getByTestId('login-username').fill('admin')
  await other.getByTestId('login-password').fill(ADMIN_PASSWORD)
  await other.getByTestId('login-submit').click()
  await other.getByTestId('avatar-menu').waitFor()
  await wake(page)
  await until('the wall as before', async () => (await troubleOf(page)) === null && !(await clockIsRed(page)), 60_000)
  expect(new URL(page.url()).pathname).toBe('/wall')
  await other.close()
})

test('sign-in returns to the requested wall, and Esc opens the map', async () => {
  const own = await openConsole(browser, server.url)
  const { page } = own
  await page.goto('/wall')
  await page.getByTestId('login-username').fill('admin')
  await page.getByTestId('login-password').fill(ADMIN_PASSWORD)
  await page.getByTestId('login-submit').click()
  await page.getByTestId('wall').waitFor()
  await page.keyboard.press('f')
  await until('the full screen', () => page.evaluate(() => document.fullscreenElement !== null))
  await page.keyboard.press('f')
  await until('the window', () => page.evaluate(() => document.fullscreenElement === null))
  await page.keyboard.press('Escape')
  await page.getByTestId('avatar-menu').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await page.waitForFunction(() => document.documentElement.dataset['appearance'] === 'light')
  expect(own.complaints).toEqual([])
  await own.close()
})

declare global {
  interface Window {
    axe: typeof axe
  }
}
