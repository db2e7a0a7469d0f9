import { ackFault, faultResource, SCREENS } from '@sluice/contract'
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
import { until } from '../src/platform/wait.ts'
import { FORMS_ON_PAGES, type FormOver, formsOver, HIDDEN_WITH_FORMS, openForm } from './every-form.ts'
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
      forms: formsOver(folder.path === '/' ? `/${path}` : `${folder.path}/${path}`, resource),
    })),
)

/** What is done with an open place; `name` says which it is. */
type Look = (name: string) => Promise<void>
/** Called where one screen is left for another that no look was taken at. */
type OnWay = () => void

/** A person's way to something of the console: opens it and looks, at each of its tabs if it has some. */
export interface Place {
  name: string
  /** It opens over a screen, which is another place. */
  isOver?: true
  visit(console_: ConsoleDriver, look: Look, onWay: OnWay): Promise<void>
}

/** Titles and buttons that a walk looks for, by language. */
const WORDS = {
  'zh-CN': {
    tabs: ['概览', '历史', '报文', '连接', '故障'],
    settings: '布局设置',
  },
  'en-US': {
    tabs: ['Overview', 'History', 'Frames', 'Connection', 'Faults'],
    settings: 'Layout settings',
  },
}
export type Language = keyof typeof WORDS

/**
 * Every screen of the menu, each with its forms behind it; the page of a row of each list that has pages, the device and
 * the profile; the settings and the account's menu.
 */
export function everyPlace(language: Language, filled: () => Pick<FilledConsole, 'pages'>): readonly Place[] {
  const word = language === 'zh-CN' ? 0 : 1
  const screens = MENU_SCREENS.flatMap(({ path, title, forms }): Place[] => [
    {
      name: `${path} ${title[word]}`,
      async visit({ openAlone }: ConsoleDriver, look: Look) {
        await openAlone(path)
        await look(path)
      },
    },
    ...forms.map((form) => formPlace(path, form, form.label[word], ({ openAlone }) => openAlone(path))),
  ])
  const beside = HIDDEN_WITH_FORMS.flatMap(({ path, forms }) =>
    forms.map((form) =>
      formPlace(path, form, form.label[word], async ({ page, screen, settled }) => {
        await page.goto(path)
        await screen.locator('.list-head').waitFor()
        await settled()
      }),
    ),
  )
  const onPages = FORMS_ON_PAGES.map((form): Place => {
    const label = form.label[word]
    return {
      name: `a ${form.of}: ${label}`,
      isOver: true,
      async visit(console_: ConsoleDriver, look: Look) {
        await console_.page.goto(filled().pages[form.of])
        await console_.page.getByRole('tab').first().waitFor()
        await console_.settled()
        await openForm(console_, form, label, () => look(`a ${form.of}: ${label}`))
      },
    }
  })
  const rows = MENU_SCREENS.filter(({ hasPages }) => hasPages).map(({ path }) => ({
    name: `a row of ${path}`,
    visit: (console_: ConsoleDriver, look: Look, onWay: OnWay) => openRow(console_, path, look, onWay),
  }))
  const device = {
    name: 'a device, each of its tabs',
    async visit({ page, settled }: ConsoleDriver, look: Look) {
      await page.goto(filled().pages.device)
      for (const name of WORDS[language].tabs) await page.getByRole('tab', { name, exact: true }).waitFor()
      await settled()
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await settled()
        await look(`device: ${await tab.textContent()}`)
      }
    },
  }
  return [...screens, ...beside, device, ...onPages, ...rows, PROFILE, ...everyOverlay(language)]
}

const PROFILE: Place = {
  name: 'the profile',
  async visit({ page, settled }: ConsoleDriver, look: Look) {
    await page.goto('/profile/index')
    await settled()
    await look('profile')
  },
}

/** A form over a screen that is mostly open already. */
function formPlace(
  path: string,
  form: FormOver,
  label: string,
  open: (console_: ConsoleDriver) => Promise<void>,
): Place {
  return {
    name: `${path}: ${label}`,
    isOver: true,
    async visit(console_: ConsoleDriver, look: Look) {
      if (new URL(console_.page.url()).pathname !== path) await open(console_)
      await openForm(console_, form, label, () => look(`${path}: ${label}`))
    },
  }
}

/** Opens the page of a list's first row by its name, and each of its tabs. */
async function openRow({ page, openAlone, screen, settled }: ConsoleDriver, list: string, look: Look, onWay: OnWay) {
  await openAlone(list)
  onWay()
  await screen.locator(`a[href^="${list}/"]`).first().click()
  await page.locator(`.view[data-path^="${list}/"]:visible :is(.detail-page, .acceptance, .flow-designer)`).waitFor()
  await settled()
  await look(`a row of ${list}`)
  for (const tab of (await screen.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await settled()
    await look(`a row of ${list}: ${await tab.textContent()}`)
  }
}

/** What opens over any screen. */
export function everyOverlay(language: Language): readonly Place[] {
  const words = WORDS[language]
  const settings: Place = {
    name: 'the settings',
    isOver: true,
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
  const account: Place = {
    name: 'the menu of the account',
    isOver: true,
    async visit({ page, settled }: ConsoleDriver, look: Look) {
      await page.goto('/')
      await settled()
      await page.getByTestId('avatar-menu').click()
      await page.getByRole('menu').waitFor()
      await look('account menu')
      await page.keyboard.press('Escape')
    },
  }
  return [settings, account]
}

export interface FilledConsole {
  readonly server: ConsoleServer
  readonly browser: Browser
  /** Addresses of pages: of a device with history and a fault, of a master, of a slave of it. */
  readonly pages: Readonly<Record<'device' | 'master' | 'slave', string>>
  /** A window in which the administrator is signed in, with these settings of the console. */
  open(viewport: { width: number; height: number }, settings?: Record<string, string>): Promise<ConsoleDriver>
  stop(): Promise<void>
}

/** The product with data for every screen: a device with history and a fault, an unknown station, a row of each list. */
export async function startFilledConsole(): Promise<FilledConsole> {
  const [server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  const admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const { id, stationAddress } = await makeDevice(admin, { name: DEVICE_NAME, lng: 114.98, lat: 37.05 })
  const { masterId, slaveId } = await fillLists(admin, id)
  const stations = await report(server.sl651Port, stationAddress)
  const fault = await until('a fault', async () => (await admin.page(faultResource, { deviceId: id })).list[0])
  // Somebody has taken it: all forms about faults can be opened.
  await admin.call(ackFault, { id: fault.id, version: fault.version })
  const first = await openConsole(browser, server.url)
  await first.signIn()
  const cookies = await first.page.context().cookies()
  await first.close()
  return {
    server,
    browser,
    pages: { device: detail(id), master: detail(masterId), slave: detail(slaveId) },
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

const detail = (id: string) => `/device/detail/${id}`

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
