import { sl651Alarm, sl651StatusHex } from '@sluice/codecs'
import { commandPage, faultCount, latest } from '@sluice/contract'
import type { Browser, Locator } from 'playwright-core'
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
import { makeDevice } from '../src/field/devices.ts'
import { connectMovingValve, type MovingValve } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { connectStation, stampOf, type TestStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

const VALVE = '东干渠-12#阀'
const STATION = '三泵站'
/** Taps from any screen: menu, screen, button; and menu, folder, screen, row, button, confirmation. */
const MOST_TAPS = { take: 2, close: 6 }
/** The first row begins at this height at most, px: the rest of the hand's reach belongs to rows. */
const FIRST_ROW_Y = 128

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let valveId: string
let valve: MovingValve
let station: TestStation
let phone: ConsoleDriver
let taps = 0

async function tap(target: Locator): Promise<void> {
  taps += 1
  await target.tap()
}

/** A finger of the browser's own: it goes from here to there in steps, or rests for `restMs`. */
async function finger(from: readonly [number, number], to: readonly [number, number], restMs = 0): Promise<void> {
  const cdp = await phone.page.context().newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly [number, number] | null) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
  await touch('touchStart', from)
  await phone.page.waitForTimeout(restMs)
  const steps = 10
  if (restMs === 0)
    for (let n = 1; n <= steps; n += 1)
      await touch('touchMove', [from[0] + ((to[0] - from[0]) * n) / steps, from[1] + ((to[1] - from[1]) * n) / steps])
  await touch('touchEnd', null)
  await cdp.detach()
}
const row = (name: string) => phone.screen.locator('.phone-row', { hasText: name })
const inMenu = (path: string) => phone.page.getByTestId('sidebar').locator(`a[href="${path}"]`)
const folder = (name: string) => phone.page.getByTestId('sidebar').getByRole('button', { name, exact: true })

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const made = await makeMqttDevice(admin, { name: VALVE })
  valveId = made.id
  valve = await connectMovingValve(made, { strokeMs: 1_000, opening: 60, values: { mode: 'REMOTE' } })
  const { stationAddress } = await makeDevice(admin, { name: STATION })
  station = await connectStation({ port: server.sl651Port, station: stationAddress })
  station.send(sl651Alarm(station.link, stampOf(1, Date.now()), sl651StatusHex(['doorClosed', 'batteryLow'])))
  await until('the fault', async () => (await admin.call(faultCount, {})) === 1)
  phone = await openConsole(browser, server.url, {
    ...MOVING,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await phone.signIn()
})

afterAll(async () => {
  await valve?.end()
  station?.socket.destroy()
  await browser?.close()
  await server?.stop()
})

describe('with one thumb', () => {
  it('a fault is taken: the row says so, and nothing waits any more', async () => {
    taps = 0
    await tap(phone.page.getByTestId('fault-badge'))
    await row(STATION).waitFor()
    const box = await row(STATION).boundingBox()
    expect(box!.y).toBeLessThanOrEqual(FIRST_ROW_Y)
    expect(await phone.page.locator('.tabs').count()).toBe(0)
    await tap(row(STATION).getByRole('button', { name: '接手' }))
    await row(STATION).getByText('已接 管理员').waitFor()
    expect(taps).toBeLessThanOrEqual(MOST_TAPS.take)
    await until('nothing that waits', async () => (await admin.call(faultCount, {})) === 0)
  })

  it('a valve is closed with its proof, and Back closes the panel before it leaves the list', async () => {
    const { page } = phone
    taps = 0
    await tap(page.getByTestId('hamburger'))
    await tap(folder('阀门'))
    await tap(inMenu('/valve/slave'))
    await row(VALVE).getByText('60').waitFor()
    await tap(row(VALVE).locator('.phone-row-lines'))
    const panel = page.locator('.valve-panel')
    await panel.getByTestId('panel-reported').getByText('60').waitFor()
    await tap(panel.getByTestId('control-CLOSE'))
    await tap(page.getByTestId('confirm-command').getByTestId('confirm-send'))
    await until('the reported position', async () =>
      /(^|\D)0\s*%$/.test((await panel.getByTestId('panel-reported').innerText()).trim()),
    )
    expect(taps).toBeLessThanOrEqual(MOST_TAPS.close)
    expect((await admin.call(latest, { deviceId: valveId })).values['opening']?.v).toBe(0)
    await until('the proof', async () => (await admin.call(commandPage, {})).list[0]?.status === 'EXECUTED')

    await page.goBack()
    await panel.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/valve/slave')
    expect(await row(VALVE).isVisible()).toBe(true)
    await page.goBack()
    await page.locator('.view[data-path="/fault/fault-device"]').waitFor()
    expect(phone.complaints).toEqual([])
  })

  it('a swipe shows the usual actions and does none of them', async () => {
    const { page } = phone
    await page.goForward()
    await row(VALVE).waitFor()
    const before = (await admin.call(commandPage, {})).total
    const { x, y, width } = (await row(VALVE).boundingBox())!
    await finger([x + width - 30, y + 30], [x + 30, y + 30])
    const tray = row(VALVE).locator('.phone-tray')
    await until('the tray', async () => {
      const [over, window_] = [await tray.boundingBox(), page.viewportSize()!]
      return over !== null && over.x + over.width <= window_.width
    })
    // The name stays in sight beside it.
    expect(await row(VALVE).getByText(VALVE).isVisible()).toBe(true)
    expect((await tray.locator('button').allTextContents())[0]).toBe('控制')
    expect((await admin.call(commandPage, {})).total).toBe(before)
  })

  it('a finger that rests on a row opens its actions, and Back closes them', async () => {
    const { page } = phone
    const { x, y } = (await row(VALVE).boundingBox())!
    await finger([x + 60, y + 30], [x + 60, y + 30], 700)
    const sheet = page.locator('.action-sheet')
    await sheet.getByRole('button', { name: '控制' }).waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/valve/slave')
    expect(await page.locator('.valve-panel').count()).toBe(0)
  })

  it('a list pulled down from its top is fetched again', async () => {
    const { page } = phone
    await page.evaluate(() => window.scrollTo(0, 0))
    const { x, y } = (await row(VALVE).boundingBox())!
    const asked = page.waitForRequest((request) => request.url().includes('/valve/v1/slave/page'))
    await finger([x + 80, y + 20], [x + 84, y + 220])
    expect((await asked).method()).toBe('GET')
  })

  it('what the phone keeps on its home screen: icons that are there, and a start on what waits', async () => {
    const { page } = phone
    const sizes = await page.evaluate(async () => {
      const manifest = await (await fetch('/manifest.webmanifest')).json()
      const drawn = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
      return Promise.all(
        drawn.map(async ({ src, sizes }: { src: string; sizes: string }) => {
          const bitmap = await createImageBitmap(await (await fetch(src)).blob())
          return [sizes, `${bitmap.width}x${bitmap.height}`]
        }),
      )
    })
    expect(sizes.length).toBeGreaterThanOrEqual(3)
    for (const [said, is] of sizes as [string, string][]) expect(is).toBe(said)
    const addresses = await page.evaluate(async () => {
      const { start_url, shortcuts } = await (await fetch('/manifest.webmanifest')).json()
      return [start_url, ...shortcuts.map(({ url }: { url: string }) => url)] as string[]
    })
    expect(addresses).toEqual(['/?start=waiting', '/?start=waiting', '/valve/slave', '/?start=scan'])
    await page.goto(`${server.url}/?start=waiting`)
    await page.locator('.view[data-path="/fault/fault-device"]').waitFor()
    await page.goto(`${server.url}/?start=scan`)
    // This machine has no camera, which is said.
    await page.getByTestId('scan').getByText('没有找到摄像头').waitFor()
    expect(phone.complaints).toEqual([])
  })
})
