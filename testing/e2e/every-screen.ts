import { SCREENS } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { makeDevice } from '../src/field/devices.ts'
import { connectStation, reportOf, type TestStation } from '../src/field/station.ts'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { createClient } from '../src/platform/client.ts'
import { fillLists } from './filled-lists.ts'

export const DESK = { width: 1440, height: 900 }
export const DEVICE_NAME = '东干渠-12#阀'
const MINUTE_MS = 60_000

/** Every screen that stands in the menu, in its order; `title` in Chinese and English. */
export const MENU_SCREENS = SCREENS.filter((folder) => !folder.hidden).flatMap((folder) =>
  folder.screens
    .filter((screen) => !screen.hidden)
    .map(({ path, title, resource }) => ({
      path: folder.path === '/' ? `/${path}` : `${folder.path}/${path}`,
      title,
      /** Whether it is the list of a resource. */
      isList: resource !== undefined,
      /** Whether its rows have pages. */
      hasPages: resource?.detail !== undefined,
    })),
)

/** What is done with an open place; `name` says which it is. */
type Look = (name: string) => Promise<void>
/** Called where one screen is left for another that no look was taken at. */
type OnWay = () => void

/** A person's way to something of the console: opens it and looks, at each of its tabs if it has some. */
export interface Place {
  name: string
  visit(console_: ConsoleDriver, look: Look, onWay: OnWay): Promise<void>
}

/** Titles and buttons that a walk looks for, by language. */
const WORDS = {
  'zh-CN': {
    tabs: ['概览', '历史', '报文', '连接', '故障'],
    add: '新增',
    adopt: '接入',
    create: '新建产品',
    settings: '布局设置',
  },
  'en-US': {
    tabs: ['Overview', 'History', 'Frames', 'Connection', 'Faults'],
    add: 'Add',
    adopt: 'Adopt',
    create: 'New product',
    settings: 'Layout settings',
  },
}
export type Language = keyof typeof WORDS

/** Every screen of the menu, the page of a row of each list that has pages, the device and the profile. */
export function everyPlace(language: Language, devicePath: () => string): readonly Place[] {
  const screens = MENU_SCREENS.map(({ path, title }) => ({
    name: `${path} ${title[language === 'zh-CN' ? 0 : 1]}`,
    async visit({ openAlone }: ConsoleDriver, look: Look) {
      await openAlone(path)
      await look(path)
    },
  }))
  const rows = MENU_SCREENS.filter(({ hasPages }) => hasPages).map(({ path }) => ({
    name: `a row of ${path}`,
    visit: (console_: ConsoleDriver, look: Look, onWay: OnWay) => openRow(console_, path, look, onWay),
  }))
  const device = {
    name: 'a device, each of its tabs',
    async visit({ page, settled }: ConsoleDriver, look: Look) {
      await page.goto(devicePath())
      for (const name of WORDS[language].tabs) await page.getByRole('tab', { name, exact: true }).waitFor()
      await settled()
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await settled()
        await look(`device: ${await tab.textContent()}`)
      }
    },
  }
  const profile = {
    name: 'the profile',
    async visit({ page, settled }: ConsoleDriver, look: Look) {
      await page.goto('/profile/index')
      await settled()
      await look('profile')
    },
  }
  return [...screens, device, ...rows, profile]
}

/** Opens the page of a list's first row by its name, and each of its tabs. */
async function openRow({ page, openAlone, screen, settled }: ConsoleDriver, list: string, look: Look, onWay: OnWay) {
  await openAlone(list)
  onWay()
  await screen.locator(`a[href^="${list}/"]`).first().click()
  await page.locator(`.view[data-path^="${list}/"]:visible :is(.detail-page, .acceptance)`).waitFor()
  await settled()
  await look(`a row of ${list}`)
  for (const tab of (await screen.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await settled()
    await look(`a row of ${list}: ${await tab.textContent()}`)
  }
}

/** What opens over a screen: the forms, the settings and the account's menu. */
export function everyOverlay(language: Language): readonly Place[] {
  const words = WORDS[language]
  const drawers = [
    ['/device/index', words.add],
    ['/device/unknown', words.adopt],
    ['/product/index', words.create],
    ['/admin/user', words.add],
    ['/admin/dept', words.add],
    ['/admin/role', words.add],
  ] as const
  const forms = drawers.map(([path, button]) => ({
    name: `${path}: ${button}`,
    async visit({ page, screen, open, settled }: ConsoleDriver, look: Look) {
      await open(path)
      await screen.getByRole('button', { name: button, exact: true }).first().click()
      await page.locator('.ant-drawer-open:visible').waitFor()
      await settled()
      await look(`${path}: ${button}`)
      await page.keyboard.press('Escape')
      await page.locator('.ant-drawer-open').waitFor({ state: 'hidden' })
    },
  }))
  const settings = {
    name: 'the settings',
    async visit({ page, settled }: ConsoleDriver, look: Look) {
      await page.getByTestId('avatar-menu').click()
      await page.getByRole('menuitem', { name: words.settings }).click()
      await page.getByTestId('settings-panel').waitFor()
      await settled()
      await look('settings')
      await page.goto('/')
      await settled()
    },
  }
  const account = {
    name: 'the menu of the account',
    async visit({ page, settled }: ConsoleDriver, look: Look) {
      await page.goto('/')
      await settled()
      await page.getByTestId('avatar-menu').click()
      await page.getByRole('menu').waitFor()
      await look('account menu')
      await page.keyboard.press('Escape')
    },
  }
  return [...forms, settings, account]
}

export interface FilledConsole {
  readonly server: ConsoleServer
  readonly browser: Browser
  /** The page of a device with history and a fault. */
  readonly devicePath: string
  /** A window in which the administrator is signed in, with these settings of the console. */
  open(viewport: { width: number; height: number }, settings?: Record<string, string>): Promise<ConsoleDriver>
  stop(): Promise<void>
}

/** The product with data for every screen: a device with history and a fault, an unknown station, a row of each list. */
export async function startFilledConsole(): Promise<FilledConsole> {
  const [server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  const admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const { id, stationAddress } = await makeDevice(admin, { name: DEVICE_NAME, lng: 114.98, lat: 37.05 })
  await fillLists(admin, id)
  const stations = await report(server.sl651Port, stationAddress)
  const first = await openConsole(browser, server.url)
  await first.signIn()
  const cookies = await first.page.context().cookies()
  await first.close()
  return {
    server,
    browser,
    devicePath: `/device/detail/${id}`,
    open(viewport, settings = {}) {
      const localStorage = Object.entries(settings).map(([name, value]) => ({ name, value }))
      const storageState = { cookies, origins: [{ origin: server.url, localStorage }] }
      return openConsole(browser, server.url, { viewport, storageState })
    },
    async stop() {
      for (const one of stations) one.socket.destroy()
      await browser.close()
      await server.stop()
    },
  }
}

/** Six reports, of which the last three tell of a fault, and one of a station that nobody knows. */
async function report(port: number, station: string): Promise<TestStation[]> {
  const known = await connectStation({ port, station })
  const stranger = await connectStation({ port, station: '0099999999' })
  const now = Date.now()
  for (let n = 1; n <= 6; n++) {
    const values = { '38': 11.2 - n / 10, '45': n < 4 ? '00000080' : '00000082', '58': 400 + n }
    await known.report(n, values, { at: now - (10 - n) * MINUTE_MS })
  }
  stranger.send(reportOf(stranger.link, 1, { '58': 277 }))
  return [known, stranger]
}

/** The menu from top to bottom, by address. */
export async function menuOf({ page, menu, settled }: ConsoleDriver): Promise<{ path: string; title: string }[]> {
  await page.goto('/')
  await settled()
  return byPath(await menu())
}

/** What the menu is to show: every declared screen, by address. */
export const declaredMenu = (language: Language) =>
  byPath(MENU_SCREENS.map(({ path, title }) => ({ path, title: title[language === 'zh-CN' ? 0 : 1] })))

const byPath = (links: { path: string; title: string }[]) =>
  links.toSorted((one, other) => (one.path < other.path ? -1 : 1))

/** Goes to a place and tells what `find` found wrong wherever it looked; empty when nothing is. */
export async function findingsAt(
  console_: ConsoleDriver,
  { visit }: Pick<Place, 'visit'>,
  find: (name: string) => Promise<string[]>,
  onWay: OnWay = () => undefined,
): Promise<Record<string, string[]>> {
  const findings: Record<string, string[]> = {}
  const look = async (name: string) => {
    const found = await find(name)
    if (found.length > 0) findings[name] = found
  }
  await visit(console_, look, onWay)
  return findings
}
