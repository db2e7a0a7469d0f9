import {
  areaResource,
  categoryResource,
  deviceGroupResource,
  deviceResource,
  deviceTagResource,
  SCREENS as DECLARED,
  wellResource,
} from '@sluice/contract'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
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
import { connectStation, reportOf, type TestStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

/** What a walk looks for, by language: screens of the menu, tabs of a device, buttons of lists that open a form. */
const WORDS = {
  'zh-CN': {
    screens: ['设备列表', '待接入站点', '产品管理', '用户管理', '部门管理', '角色管理'],
    tabs: ['概览', '历史', '报文', '连接', '故障'],
    add: '新增',
    adopt: '接入',
    create: '新建产品',
    settings: '布局设置',
  },
  'en-US': {
    screens: ['Device list', 'Unknown stations', 'Product list', 'Users', 'Departments', 'Roles'],
    tabs: ['Overview', 'History', 'Frames', 'Connection', 'Faults'],
    add: 'Add',
    adopt: 'Adopt',
    create: 'New product',
    settings: 'Layout settings',
  },
}
type WalkWords = (typeof WORDS)[keyof typeof WORDS]
/** Lists whose rows have pages. */
const WITH_PAGES = DECLARED.flatMap(({ path, screens }) =>
  screens.filter(({ resource }) => resource?.detail).map((screen) => `${path}/${screen.path}`),
)
const BROKEN = ['加载失败', '页面出错', '页面未找到', '页面不存在']
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 780 }
const CHINESE = /\p{Script=Han}/u
const DEVICE_NAME = '东干渠-12#阀'
/** What people typed, or named themselves: the device, the first department and its user, the product and the other language. */
const NAMES = [DEVICE_NAME, '平台', '管理员', '云阀', '中文']
const MINUTE_MS = 60_000
/** A screen asks for less than this, files of its program included. */
const TOO_MANY_REQUESTS = 30
/** All screens, one after another, take long on a busy machine. */
const EVERY_SCREEN_MS = 600_000

let server: ConsoleServer
let browser: Browser
let devicePath = ''
let cookies: Awaited<ReturnType<ReturnType<Browser['contexts']>[number]['cookies']>> = []
const stations: TestStation[] = []

/** A platform with data for every screen: a device with history and a fault, and an unknown station. */
async function fill(): Promise<void> {
  const admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const { id, stationAddress } = await makeDevice(admin, { name: DEVICE_NAME, lng: 114.98, lat: 37.05 })
  devicePath = `/device/detail/${id}`
  await sortDevices(admin, id)
  const known = await connectStation({ port: server.sl651Port, station: stationAddress })
  const stranger = await connectStation({ port: server.sl651Port, station: '0099999999' })
  stations.push(known, stranger)
  const now = Date.now()
  for (let n = 1; n <= 6; n++) {
    const values = { '38': 11.2 - n / 10, '45': n < 4 ? '00000080' : '00000082', '58': 400 + n }
    await known.report(n, values, { at: now - (10 - n) * MINUTE_MS })
  }
  stranger.send(reportOf(stranger.link, 1, { '58': 277 }))
}

/** What the device is found and described by, in words that are no language's. */
async function sortDevices(admin: ApiClient, deviceId: string): Promise<void> {
  const deptId = '1'
  const areaId = await admin.insert(areaResource, { name: 'A-1', kind: 'SITE', deptId })
  const tagId = await admin.insert(deviceTagResource, { name: 'T-1', deptId })
  await admin.update(deviceResource, deviceId, { areaId, tagIds: [tagId] })
  const filter = { tagIds: tagId, lifecycle: 'PRODUCED', keyword: '12' }
  await admin.insert(deviceGroupResource, { name: 'G-1', kind: 'ROTATION', membership: 'FILTER', filter, deptId })
  await admin.insert(wellResource, { wellNo: 'W-1', deviceId, depthM: 80 })
  await admin.insert(categoryResource, { name: 'C-1', code: 'C-1' })
}

/** A signed-in window with these settings of the browser. */
function open(viewport: { width: number; height: number }, settings: Record<string, string> = {}) {
  const localStorage = Object.entries(settings).map(([name, value]) => ({ name, value }))
  const storageState = { cookies, origins: [{ origin: server.url, localStorage }] }
  return openConsole(browser, server.url, { viewport, storageState })
}

/** Opens every screen of the menu, the device's tabs and the profile, one after another. */
async function eachScreen(console_: ConsoleDriver, look: Look, words: WalkWords = WORDS['zh-CN']): Promise<void> {
  await console_.page.goto('/')
  await console_.settled()
  const links = await console_.menu()
  expect(links.map(({ title }) => title)).toEqual(expect.arrayContaining(words.screens))
  for (const { path, title } of links) {
    await console_.openAlone(path)
    await look(title)
  }
  await console_.page.goto(devicePath)
  for (const name of words.tabs) await console_.page.getByRole('tab', { name, exact: true }).waitFor()
  await console_.settled()
  for (const tab of await console_.page.getByRole('tab').all()) {
    await tab.click()
    await console_.settled()
    await look(`device: ${await tab.textContent()}`)
  }
  for (const list of WITH_PAGES) await openRow(console_, list, look)
  await console_.page.goto('/profile/index')
  await console_.settled()
  await look('profile')
}

/** Opens the page of a list's first row by its name, and each of its tabs. */
async function openRow({ page, open: openScreen, screen, settled }: ConsoleDriver, list: string, look: Look) {
  await openScreen(list)
  await screen.locator(`a[href^="${list}/"]`).first().click()
  await page.locator(`.view[data-path^="${list}/"]:visible .detail-page`).waitFor()
  await settled()
  await look(`a row of ${list}`)
  for (const tab of (await screen.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await settled()
    await look(`a row of ${list}: ${await tab.textContent()}`)
  }
}

type Look = (name: string) => Promise<void>

/** All rules in the light appearance; in the dark one only colours differ. */
async function seriousFindings(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const runOnly = rules === 'all' ? ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] : ['color-contrast']
  const { violations } = await page.evaluate(
    (only) => window.axe.run(document, { resultTypes: ['violations'], runOnly: only }),
    runOnly,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ''}`),
    )
}

/**
 * Checks what is open in the light appearance and, for colours, in the dark one: the browser's preference changes in
 * place.
 */
function judgeOf({ page, settled }: ConsoleDriver) {
  const findings: Record<string, string[]> = {}
  const note = (name: string, found: string[]) => {
    if (found.length > 0) findings[name] = found
  }
  const wear = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-appearance="${colorScheme}"]`).waitFor({ state: 'attached' })
    // Colours fade.
    await settled()
  }
  const judge = async (name: string) => {
    note(name, await seriousFindings(page, 'all'))
    await wear('dark')
    note(`${name} in the dark`, await seriousFindings(page, 'colours'))
    await wear('light')
  }
  return { findings, judge }
}

/** Records what is wider than a phone, and where the account menu is missing. */
function widthsOf({ page, settled }: ConsoleDriver) {
  const wide: string[] = []
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const look = async (name: string) => {
    for (const width of [PHONE.width, 360]) {
      await page.setViewportSize({ ...PHONE, width })
      await settled()
      // A chart follows the size of its box after a moment.
      await until('a page as wide as its window', async () => (await over()) <= 0, 10_000).catch(async () =>
        wide.push(`${name} at ${width}: ${await over()} px`),
      )
      if (!(await page.getByTestId('avatar-menu').isVisible())) wide.push(`${name} at ${width}: no account menu`)
    }
  }
  return { wide, look }
}

/**
 * Records the screens that ask for too much from the press in the menu on, `begin` being that press. The first screen of
 * a page comes with the whole console and is not counted.
 */
function requestsOf({ page }: ConsoleDriver) {
  const many: Record<string, number> = {}
  let [count, isFirst] = [0, true]
  page.on('request', () => void count++)
  page.on('load', () => void (isFirst = true))
  const begin = () => {
    count = 0
    isFirst = false
  }
  const look = (name: string) => {
    if (!isFirst && count >= TOO_MANY_REQUESTS) many[name] = count
  }
  return { many, look, begin }
}

/** An avatar shows the first letter of a name. */
const isLetter = (text: string) => text.length === 1 && NAMES.some((name) => name.startsWith(text))

/** Whatever a person reads or hears of a page: its text, and the labels, hints and placeholders of its parts. */
function wordsOfPage(): string[] {
  const spoken = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
  const parts = [...document.querySelectorAll<HTMLElement>('body, body *')].filter((part) => part.checkVisibility())
  const labels = parts.flatMap((part) => spoken.map((name) => part.getAttribute(name) ?? ''))
  return [document.title, ...document.body.innerText.split('\n'), ...labels]
}

/** Records what is Chinese on a page in English, apart from the names that people typed. */
function chineseOf({ page }: ConsoleDriver) {
  const findings: Record<string, string[]> = {}
  const look = async (name: string) => {
    const words = await page.evaluate(wordsOfPage)
    expect(words.length).toBeGreaterThan(10)
    const typed = (text: string) => NAMES.reduce((rest, one) => rest.replaceAll(one, ''), text)
    const chinese = new Set(words.filter((text) => CHINESE.test(typed(text)) && !isLetter(text)))
    if (chinese.size > 0) findings[name] = [...chinese]
  }
  return { findings, look }
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  await fill()
  const first = await openConsole(browser, server.url)
  await first.signIn()
  cookies = await first.page.context().cookies()
  await first.close()
})

afterAll(async () => {
  for (const one of stations) one.socket.destroy()
  await browser?.close()
  await server?.stop()
})

describe('every screen', { timeout: EVERY_SCREEN_MS }, () => {
  it('SA-1 (part) opens from the menu, shows something, leaves axe nothing serious in the light and the dark, fits a phone, asks for little', async () => {
    const console_ = await open(DESK, { appearance: 'auto' })
    const { page } = console_
    const seen: string[] = []
    const { findings, judge } = judgeOf(console_)
    const { wide, look: fits } = widthsOf(console_)
    const { many, look: countRequests, begin } = requestsOf(console_)
    await eachScreen(console_, async (name) => {
      seen.push(name)
      countRequests(name)
      const text = await console_.screen.innerText()
      const broken = BROKEN.filter((words) => text.includes(words))
      expect({ name, isEmpty: text.trim() === '', broken }).toEqual({ name, isEmpty: false, broken: [] })
      expect(await page.title()).toMatch(/ - 云阀设备管理平台$/)
      await judge(name)
      await fits(name)
      await page.setViewportSize(DESK)
      await console_.settled()
      begin()
    })
    expect(seen).toEqual(expect.arrayContaining(WORDS['zh-CN'].tabs.map((tab) => `device: ${tab}`)))
    expect(seen).toEqual(expect.arrayContaining(WITH_PAGES.map((list) => `a row of ${list}`)))
    await eachOverlay(console_, judge)
    expect({ findings, wide, many, complaints: console_.complaints }).toEqual({
      findings: {},
      wide: [],
      many: {},
      complaints: [],
    })
    await console_.close()
  })

  it('is the one of the build for production, also when a test run built it', async () => {
    const page = await (await fetch(server.url)).text()
    const scripts = [...page.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path)
    expect(scripts.length).toBeGreaterThan(0)
    const codes = await Promise.all(scripts.map(async (path) => (await fetch(server.url + path)).text()))
    expect(codes.filter((code) => code.includes('jsxDEV'))).toEqual([])
  })

  it('forms and menus over a screen fit a phone', async () => {
    const console_ = await open(PHONE)
    const { wide, look } = widthsOf(console_)
    await eachOverlay(console_, look)
    expect({ wide, complaints: console_.complaints }).toEqual({ wide: [], complaints: [] })
    await console_.close()
  })

  // The colours of the night are pairs of tokens (contrast.test); these screens have every part that is painted otherwise.
  it('screens of each kind are readable in the night appearance', async () => {
    const console_ = await open(DESK, { appearance: 'night' })
    const { page } = console_
    const findings: Record<string, string[]> = {}
    for (const path of ['/dashboard', '/device/index', '/fault/device', '/admin/user', `${devicePath}?tab=history`]) {
      await page.goto(path)
      await console_.settled()
      expect(await page.locator('html').getAttribute('data-appearance')).toBe('night')
      const found = await seriousFindings(page, 'colours')
      if (found.length > 0) findings[path] = found
    }
    expect(findings).toEqual({})
    await console_.close()
  })

  it('is in English when English is chosen, and in Chinese again', async () => {
    const console_ = await openConsole(browser, server.url)
    const { page } = console_
    await page.goto('/login')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en-US')
    const { findings, look } = chineseOf(console_)
    await look('sign-in')
    await console_.signIn()
    const seen: string[] = []
    const lookAt = async (name: string) => {
      seen.push(name)
      await look(name)
    }
    await eachScreen(console_, lookAt, WORDS['en-US'])
    await eachOverlay(console_, lookAt, WORDS['en-US'])
    await eachCorner(console_, lookAt)
    expect(findings).toEqual({})
    expect(seen).toEqual(expect.arrayContaining(WORDS['en-US'].tabs.map((tab) => `device: ${tab}`)))
    await page.goto('/')
    await console_.settled()
    await console_.signOut()
    await page.getByRole('button', { name: '中文' }).click()
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    expect(console_.complaints).toEqual([])
    await console_.close()
  })
})

/** Overlays of screens: the forms, the station, the product, the settings and the menus. */
async function eachOverlay(console_: ConsoleDriver, look: Look, words: WalkWords = WORDS['zh-CN']): Promise<void> {
  const { page } = console_
  await page.goto('/')
  await console_.settled()
  const drawers = [
    ['/device/index', words.add],
    ['/device/unknown', words.adopt],
    ['/product/index', words.create],
    ['/admin/user', words.add],
    ['/admin/dept', words.add],
    ['/admin/role', words.add],
  ] as const
  for (const [path, button] of drawers) {
    await console_.open(path)
    await console_.screen.getByRole('button', { name: button, exact: true }).first().click()
    await page.locator('.ant-drawer-open:visible').waitFor()
    await console_.settled()
    await look(`${path}: ${button}`)
    await page.keyboard.press('Escape')
    await page.locator('.ant-drawer-open').waitFor({ state: 'hidden' })
  }
  await page.getByTestId('avatar-menu').click()
  await page.getByRole('menuitem', { name: words.settings }).click()
  await page.getByTestId('settings-panel').waitFor()
  await console_.settled()
  await look('settings')
  await page.goto('/')
  await console_.settled()
  await page.getByTestId('avatar-menu').click()
  await page.getByRole('menu').waitFor()
  await look('account menu')
}

/** What is reached from every screen, or from none: the palette, the keys, the panels of a list, the wall and the API. */
async function eachCorner({ page, open, screen, settled }: ConsoleDriver, look: Look): Promise<void> {
  await page.goto('/admin/user')
  await settled()
  await page.getByTestId('head-find').click()
  await page.locator('.palette').waitFor()
  await settled()
  await look('palette')
  await page.keyboard.press('Escape')
  await page.locator('.palette').waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.locator('.key-sheet').waitFor()
  await look('keys')
  await page.keyboard.press('Escape')
  for (const button of ['Columns and views', 'Import']) {
    await open('/admin/user')
    await screen.getByRole('button', { name: button, exact: true }).click()
    await page.locator('.ant-drawer-open:visible, dialog[open]').first().waitFor()
    await settled()
    await look(`users: ${button}`)
    await page.keyboard.press('Escape')
    await page.locator('.ant-drawer-open, dialog[open]').first().waitFor({ state: 'hidden' })
  }
  await page.goto('/wall')
  await page.getByTestId('wall').waitFor()
  await settled()
  await look('wall')
  await page.goto('/docs?lang=en-US')
  // A page of its own, without the console's title. Every call is read, folded or not.
  await page.evaluate(() => document.querySelectorAll('details').forEach((part) => part.setAttribute('open', '')))
  await look('API')
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
