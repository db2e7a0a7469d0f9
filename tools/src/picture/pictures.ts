import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deviceResource, type FirmwareDeviceState, firmwareDeviceResource } from '@sluice/contract'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_PASSWORD } from '../../../testing/src/platform/api.ts'
import { launchBrowser } from '../../../testing/src/browser/browser.ts'
import { type ApiClient, createClient } from '../../../testing/src/platform/client.ts'
import { type ConsoleDriver, openConsole, startConsoleServer } from '../../../testing/src/browser/console-driver.ts'
import { pause, until } from '../../../testing/src/platform/wait.ts'
import { FAULT_SCENES } from './picture-faults.ts'
import { calibrating, drawerAt, go, limiting } from './picture-forms.ts'
import { knockInVain, meterWithAttributes, registeringProduct, shippedValve, valveWithPast } from './picture-devices.ts'

/**
 * Takes a picture of every screen of a demo platform: `node tools/src/picture/pictures.ts [folder] [screen …]`, where a screen
 * is the beginning of a picture's name. Wide and phone, light and dark; some also at night, and the wall.
 */
const usualFolder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

const WIDTHS = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const
type Width = keyof typeof WIDTHS
/** How long the stations report before the first picture. */
const LIVE_MS = 60_000

interface Scene {
  name: string
  show(console_: ConsoleDriver, demo: Demo): Promise<void>
  /** Also at night. */
  night?: boolean
}

interface Demo {
  valve: string
  station: string
  /** A meter over MQTT with attributes. */
  meter: string
  /** A product whose devices register themselves. */
  registering: string
  /** A valve that waits for an installer. */
  shipped: string
  /** A device that did not come through its firmware, and the roll-out of it. */
  failed: { deviceId: string; rolloutId: string }
}

const screenAt = (path: string) => (console_: ConsoleDriver) => go(console_, path)

const deviceAt = (tab: string) => (console_: ConsoleDriver, demo: Demo) =>
  go(console_, `/device/detail/${demo.valve}${tab && `?tab=${tab}`}`)

/** The page of the first model of the list: facts, tabs and time line. */
async function productPage(console_: ConsoleDriver): Promise<void> {
  await go(console_, '/product/index')
  await console_.screen.locator('a.link[href*="/product/index/"], .phone-row-lines').first().click()
  await console_.page.locator('.detail-page:visible').waitFor()
  await console_.settled()
}

const mapAt = (path: string) => async (console_: ConsoleDriver) => {
  await go(console_, path)
  await mapIsDrawn(console_)
}
const mapScreen = mapAt('/dashboard?colour=state')

/** A burst on the canal of this name, with the valves that would close it off. */
async function burstPlan(console_: ConsoleDriver): Promise<void> {
  await mapScreen(console_)
  const { page } = console_
  await page.getByTestId('map-isolate').click()
  await console_.choose('管渠', BURST_ON)
  await page.getByTestId('isolation-valve').first().waitFor()
  await console_.settled()
}

/** The same under way: begun by the first picture, found in place by the others. */
async function burstRun(console_: ConsoleDriver): Promise<void> {
  await burstPlan(console_)
  const { page } = console_
  await page.locator('.isolation-edge .ant-select-clear').click()
  await console_.settled()
  const before = page.getByTestId('isolation-open').first()
  if (await before.isVisible()) await before.click()
  else {
    await console_.choose('管渠', BURST_ON)
    await page.getByTestId('isolation-close').click()
    await page.getByTestId('isolation-send').click()
  }
  await page.getByTestId('isolation-run').waitFor()
  await console_.settled()
}

/** The map's probe tells what is drawn: before that a picture would show an empty county. */
async function mapIsDrawn(console_: ConsoleDriver): Promise<void> {
  await console_.page.waitForFunction(() =>
    document.querySelector('[data-testid=map-probe]')?.textContent.includes('"id"'),
  )
  await console_.settled()
}

const BURST_ON = '东干渠'

const SCENES: readonly Scene[] = [
  { name: 'map', show: mapScreen, night: true },
  { name: 'map-pressure', show: mapAt('/dashboard?colour=pressure'), night: true },
  { name: 'burst-plan', show: burstPlan },
  { name: 'burst-run', show: burstRun },
  { name: 'valve-list', show: screenAt('/valve/slave') },
  { name: 'valve-panel', show: drawerAt('/valve/slave', '控制') },
  { name: 'lamps', show: screenAt('/lamp/slave') },
  { name: 'lamp-panel', show: drawerAt('/lamp/slave', '控制') },
  { name: 'lamp-poles', show: screenAt('/lamp/pole') },
  { name: 'temperature', show: screenAt('/temperature/device-list') },
  { name: 'temperature-excursions', show: screenAt('/temperature/excursion') },
  { name: 'sensors', show: screenAt('/sensor/index') },
  { name: 'sensor-calibrate', show: calibrating },
  { name: 'sensor-calibrations', show: screenAt('/sensor/calibration') },
  ...FAULT_SCENES,
  { name: 'alarm-limits', show: screenAt('/configuration/alarm') },
  { name: 'alarm-limit-form', show: limiting },
  { name: 'device-list', show: screenAt('/device/index'), night: true },
  { name: 'device-form', show: drawerAt('/device/index', '新增') },
  { name: 'device-overview', show: deviceAt(''), night: true },
  { name: 'device-history', show: deviceAt('history') },
  {
    name: 'device-messages',
    async show(console_, demo) {
      await deviceAt('messages')(console_, demo)
      await console_.screen.getByRole('row').nth(1).click()
      await console_.screen.locator('.frame-view').waitFor()
      await console_.settled()
    },
  },
  {
    name: 'device-connection',
    show: (console_, demo) => go(console_, `/device/detail/${demo.station}?tab=connection`),
  },
  { name: 'device-faults', show: deviceAt('faults') },
  {
    name: 'device-attributes',
    show: (console_, demo) => go(console_, `/device/detail/${demo.meter}?tab=attributes`),
  },
  {
    name: 'device-token',
    show: (console_, demo) => go(console_, `/device/detail/${demo.meter}?tab=connection`),
  },
  { name: 'refusals', show: screenAt('/device/refusal') },
  { name: 'connect-log', show: screenAt('/netty/connect-log') },
  { name: 'byte-log', show: screenAt('/netty/byte-log') },
  { name: 'frame-inspector', show: screenAt('/netty/frame') },
  { name: 'command-page', show: screenAt('/netty/netty-cmd') },
  { name: 'commissioning', show: (console_, demo) => go(console_, `/device/commission?device=${demo.shipped}`) },
  { name: 'commissionings', show: screenAt('/device/commissioning') },
  { name: 'firmware', show: screenAt('/device/firmware') },
  { name: 'firmware-rollout', show: screenAt('/device/firmware-rollout') },
  {
    name: 'firmware-rollout-page',
    show: (console_, demo) => go(console_, `/device/firmware-rollout/${demo.failed.rolloutId}`),
  },
  {
    name: 'firmware-rollout-devices',
    show: (console_, demo) => go(console_, `/device/firmware-rollout/${demo.failed.rolloutId}?tab=devices`),
  },
  {
    name: 'device-firmware',
    show: (console_, demo) => go(console_, `/device/detail/${demo.failed.deviceId}?tab=firmware`),
  },
  { name: 'blocked', show: screenAt('/netty/blocked') },
  { name: 'device-types', show: screenAt('/device/type') },
  { name: 'unknown-stations', show: screenAt('/device/unknown') },
  { name: 'unknown-station', show: drawerAt('/device/unknown', '接入') },
  { name: 'products', show: screenAt('/product/index') },
  { name: 'product', show: drawerAt('/product/index', '查看') },
  { name: 'product-page', show: productPage },
  {
    name: 'product-registration',
    async show(console_, demo) {
      await go(console_, `/product/index/${demo.registering}`)
      await console_.page.locator('.provisioning:visible').scrollIntoViewIfNeeded()
      await console_.page.locator('.provisioning:visible').evaluate((card) => card.scrollIntoView({ block: 'start' }))
      await console_.settled()
    },
  },
  {
    name: 'product-registration-form',
    async show(console_, demo) {
      await go(console_, `/product/index/${demo.registering}`)
      await console_.page.locator('.provisioning:visible').getByRole('button', { name: '修改' }).click()
      await console_.page.locator('.ant-drawer-open:visible').waitFor()
      await console_.settled()
    },
  },
  { name: 'users', show: screenAt('/admin/user') },
  { name: 'departments', show: screenAt('/admin/dept') },
  { name: 'roles', show: screenAt('/admin/role') },
  { name: 'resources', show: screenAt('/admin/resource') },
  { name: 'resource-form', show: drawerAt('/admin/resource', '新增') },
  { name: 'dictionaries', show: screenAt('/admin/dict') },
  { name: 'sites', show: screenAt('/admin/site') },
  { name: 'sessions', show: screenAt('/admin/session') },
  { name: 'operation-log', show: screenAt('/log/operation') },
  {
    name: 'operation-log-entry',
    async show(console_) {
      await go(console_, '/log/operation')
      // On a phone the row itself opens it.
      await console_.screen.locator('.log-open:visible, .phone-row-lines').first().click()
      await console_.screen.locator('.log-chain').waitFor()
      await console_.settled()
    },
  },
  { name: 'login-log', show: screenAt('/log/login') },
  { name: 'system-log', show: screenAt('/log/system') },
  { name: 'role-form', show: drawerAt('/admin/role', '修改') },
  { name: 'profile', show: screenAt('/profile/index') },
  {
    name: 'settings',
    async show(console_) {
      await go(console_, '/device/index')
      await console_.page.getByTestId('avatar-menu').click()
      await console_.page.getByRole('menuitem', { name: '布局设置' }).click()
      await console_.page.getByTestId('settings-panel').waitFor()
      await console_.settled()
    },
  },
  { name: 'missing', show: screenAt('/nowhere') },
]

/** Waits until the demo's stations report, and then LIVE_MS longer. */
async function watchDemo(admin: ApiClient, sl651Port: number): Promise<Demo> {
  const online = async () => {
    const { list } = await admin.page(deviceResource, { limit: 100 })
    return list.filter((row) => row['status'] === 'ONLINE')
  }
  await until('a demo whose stations are online', async () => (await online()).length >= 30, 120_000)
  const station = (await online()).find((row) => row['nodeKind'] === 'GATEWAY')
  if (!station) throw new Error('the demo has no station with several valves')
  const valve = await valveWithPast(admin, sl651Port, String(station['deptId']))
  const meter = await meterWithAttributes(admin, String(station['deptId']))
  await knockInVain(sl651Port)
  await pause(LIVE_MS)
  const deptId = String(station['deptId'])
  const registering = await registeringProduct(admin, deptId)
  const shipped = await shippedValve(admin, deptId)
  return { valve, station: station.id, meter, registering, shipped, failed: await failedFirmware(admin) }
}

/** The demo rolls a firmware out that some of its valves do not come through. */
async function failedFirmware(admin: ApiClient): Promise<Demo['failed']> {
  const state: FirmwareDeviceState = 'FAILED'
  const first = async () => (await admin.page(firmwareDeviceResource, { state, limit: 1 })).list[0]
  const { deviceId, rolloutId } = await until('a device that did not come through its firmware', first, 240_000)
  return { deviceId: String(deviceId), rolloutId: String(rolloutId) }
}

interface Studio {
  browser: Browser
  url: string
  folder: string
  /** A blank page that converts pictures into smaller ones. */
  paper: Page
  wanted(name: string): boolean
}

async function shoot(page: Page, studio: Studio, name: string): Promise<void> {
  if (!studio.wanted(name)) return
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  writeFileSync(join(studio.folder, `${name}.webp`), await asWebp(studio.paper, picture))
}

const WEBP_QUALITY = 0.85

/** A third of the size of the same picture as PNG. */
async function asWebp(paper: Page, png: Buffer): Promise<Buffer> {
  const address = await paper.evaluate(
    async ([base64, quality]) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const canvas = document.createElement('canvas')
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('2d')?.drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [png.toString('base64'), WEBP_QUALITY] as const,
  )
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

async function takeAll(studio: Studio, demo: Demo, width: Width, appearance: 'light' | 'dark' | 'night') {
  const scenes = SCENES.filter(({ name, night }) => studio.wanted(name) && (appearance !== 'night' || night))
  const origins = [{ origin: studio.url, localStorage: [{ name: 'appearance', value: appearance }] }]
  const console_ = await openConsole(studio.browser, studio.url, {
    viewport: WIDTHS[width],
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins },
  })
  await console_.page.goto('/login')
  // The background drawing loads last, and not on a phone.
  if (width > 992) await console_.page.locator('.login-scene img.drawn').waitFor()
  await console_.settled()
  await shoot(console_.page, studio, `login-${width}-${appearance}`)
  await console_.signIn()
  for (const scene of scenes) {
    const name = `${scene.name}-${width}-${appearance}`
    try {
      await scene.show(console_, demo)
      await shoot(console_.page, studio, name)
    } catch (error) {
      // One screen that does not come keeps the others from no picture.
      console.error(`${name}: ${String(error)}`)
      process.exitCode = 1
    }
  }
  for (const complaint of console_.complaints) console.error(complaint)
  await console_.close()
}

/** The wall screen has one size and one appearance. */
async function takeWall(studio: Studio): Promise<void> {
  if (!studio.wanted('wall')) return
  const console_ = await openConsole(studio.browser, studio.url, {
    viewport: { width: 1920, height: 1080 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
  })
  await console_.page.goto('/login')
  await console_.signIn()
  await console_.page.goto('/wall')
  await mapIsDrawn(console_)
  await console_.page.locator('[data-testid=wall-water] rect').first().waitFor()
  await shoot(console_.page, studio, 'wall-1920-night')
  await console_.close()
}

async function main([folder = usualFolder, ...names]: readonly string[]): Promise<void> {
  const server = await startConsoleServer({ args: ['--demo'] })
  const browser = await launchBrowser()
  try {
    const wanted = (name: string) => names.length === 0 || names.some((one) => name.startsWith(one))
    const studio: Studio = { browser, url: server.url, folder: resolve(folder), paper: await browser.newPage(), wanted }
    mkdirSync(studio.folder, { recursive: true })
    const demo = await watchDemo(await createClient(server.url).signIn('admin', ADMIN_PASSWORD), server.sl651Port)
    for (const width of [1440, 390] as const) {
      for (const appearance of ['light', 'dark', 'night'] as const) await takeAll(studio, demo, width, appearance)
    }
    await takeWall(studio)
  } finally {
    await browser.close()
    await server.stop()
  }
}

await main(process.argv.slice(2))
