import {
  departmentResource,
  deviceResource,
  geoImport,
  roleResource,
  saveAuthRole,
  userResource,
} from '@sluice/contract'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { GIVEN_PASSWORD, takeOver } from '../src/browser/first-password.ts'
import { ADMIN_PASSWORD, type ApiClient, createClient, makeDevice, until } from '../src/index.ts'

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let driver: ConsoleDriver

const VALVE = 'SL651 单路阀门'

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  await admin.call(geoImport, { deptId: '1', features: [canal('东干渠', 116.4)] })
  await makeDevice(admin, { name: '东干渠-1#阀', lng: 116.45, lat: 37.05 })
  driver = await openConsole(browser, server.url)
  await driver.page.goto('/login')
  await driver.signIn()
})
afterAll(async () => {
  await driver?.close()
  await browser?.close()
  await server?.stop()
})

const canal = (name: string, lng: number) => ({
  type: 'Feature',
  properties: { kind: 'CANAL', name, rank: 'MAIN' },
  geometry: {
    type: 'LineString',
    coordinates: [
      [lng, 37.05],
      [lng + 0.1, 37.06],
    ],
  },
})

const numberIn = async (name: string) => Number(await driver.page.getByLabel(name, { exact: true }).inputValue())
const position = async () => [await numberIn('经度'), await numberIn('纬度')] as const
const storedOf = async (deviceNo: string) => {
  const { list } = await admin.page(deviceResource, { keyword: deviceNo, limit: 5 })
  const { lng, lat } = await admin.get(deviceResource, list[0]!.id)
  return { id: list[0]!.id, lng, lat }
}

/** Fills the form of a new device up to its position. */
async function newDevice(name: string, deviceNo: string, station: string): Promise<void> {
  const { page } = driver
  await driver.open('/device/index')
  await driver.screen.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByRole('textbox', { name: '设备名称' }).fill(name)
  await page.getByRole('textbox', { name: '设备编号' }).fill(deviceNo)
  await page.getByRole('textbox', { name: '站址' }).fill(station)
  await driver.choose('产品', VALVE)
  await driver.choose('部门', '平台')
}

test('a position is picked on the map of a form by pasting, dragging, tapping and keys, and stored', async () => {
  const { page } = driver
  await newDevice('北闸', 'BZ-1', '0012340001')
  await page.getByTestId('position-open').click()
  const box = page.getByTestId('position-map')
  await box.locator('.map-canvas[data-complete]').waitFor({ timeout: 60_000 })
  // It shows the land and has picked nothing by itself.
  expect(await page.getByLabel('经度', { exact: true }).inputValue()).toBe('')
  await page.getByTestId('position-paste').fill(`37°03'18"N 116°27'E`)
  await page.getByTestId('position-paste').press('Enter')
  await until('the pasted position', async () => (await position())[0] === 116.45)
  expect(await position()).toEqual([116.45, 37.055])

  await box.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await box.boundingBox())!
  const [cx, cy] = [x + width / 2, y + height / 2]
  // To the left by 60 px: the cross is further east.
  await page.mouse.move(cx + 30, cy)
  await page.mouse.down()
  await page.mouse.move(cx - 10, cy, { steps: 4 })
  await page.mouse.move(cx - 30, cy, { steps: 4 })
  await page.mouse.up()
  await until('the dragged position', async () => (await position())[0] > 116.4501)
  // The map glides on a little.
  await box.locator('.map-canvas:not([data-moving])').waitFor()
  await driver.settled()
  const dragged = await position()
  expect(dragged[1]).toBeCloseTo(37.055, 4)

  // The wheel zooms around the cross wherever the pointer is, and picks nothing.
  const scale = await box.locator('.map-scale').textContent()
  await page.mouse.move(x + 40, y + 60)
  await page.mouse.wheel(0, -400)
  await until('a nearer map', async () => (await box.locator('.map-scale').textContent()) !== scale)
  await box.locator('.map-canvas:not([data-moving])').waitFor()
  await driver.settled()
  expect(await position()).toEqual(dragged)

  await page.mouse.click(cx + 80, cy + 60)
  const tapped = await until('the tapped position', async () => (await position())[1] < 37.0549 && position())
  expect(tapped[0]).toBeGreaterThan(dragged[0])

  await box.focus()
  await box.locator('.map-canvas:not([data-moving])').waitFor()
  await page.keyboard.press('ArrowUp')
  const moved = await until('the moved position', async () => (await position())[1] > tapped[1] && position())
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/device\/detail\/\d+/)
  expect(await storedOf('BZ-1')).toMatchObject({ lng: moved[0], lat: moved[1] })
  // On the map: nothing is offered.
  expect(await page.getByTestId('device-unplaced').count()).toBe(0)
  expect(await page.locator('.toasts').getByText('放到地图上').count()).toBe(0)
  expect(driver.complaints).toEqual([])
})

test('a device that was added without a position is placed by one click from the toast, and taken back', async () => {
  const { page } = driver
  await newDevice('南闸', 'NZ-1', '0012340002')
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/\/device\/detail\/\d+/)
  await page.getByTestId('device-unplaced').waitFor()
  await page.locator('.toasts').getByRole('button', { name: '放到地图上' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByTestId('map-placing').getByText('把南闸放到地图上').waitFor()
  await until('an address that asks no more', async () => !page.url().includes('place='))
  const map = page.getByTestId('map')
  await map.locator('.map-canvas[data-complete]:not([data-moving])').waitFor({ timeout: 60_000 })
  const { x, y, width, height } = (await map.boundingBox())!
  await page.mouse.click(x + width / 2 + 60, y + height / 2 - 40)
  await page.getByTestId('map-drawer').waitFor()
  const placed = await storedOf('NZ-1')
  expect(placed.lng).toBeGreaterThan(116)
  const probe = async () =>
    JSON.parse((await page.getByTestId('map-probe').textContent()) ?? '') as {
      devices: { id: string; lng: number; lat: number }[]
    }
  const drawn = async () => (await probe()).devices.find(({ id }) => id === placed.id)
  expect(await until('the marker', drawn)).toMatchObject({ lng: placed.lng, lat: placed.lat })
  await page.locator('.toasts').getByRole('button', { name: '撤销' }).click()
  await until('no marker', async () => !(await drawn()))
  expect(await storedOf('NZ-1')).toMatchObject({ lng: null, lat: null })
  expect(driver.complaints).toEqual([])
})

test('on a phone of 360 px the map of a form fits, and axe finds nothing serious in it', async () => {
  const phone = await openConsole(browser, server.url, { viewport: { width: 360, height: 780 }, hasTouch: true })
  const { page } = phone
  await page.goto('/login')
  await phone.signIn()
  await page.goto('/device/index')
  await phone.settled()
  await phone.screen.getByRole('button', { name: '新增', exact: true }).click()
  await page.getByTestId('position-open').click()
  const box = page.getByTestId('position-map')
  await box.locator('.map-canvas[data-complete]').waitFor({ timeout: 60_000 })
  await box.scrollIntoViewIfNeeded()
  const { x, width } = (await box.boundingBox())!
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    window.axe.run('.position-fields', { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag22aa'] }),
  )
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)).toEqual([])
  expect(phone.complaints).toEqual([])
  await phone.close()
})

test('who sees one district has the land of the others around it', async () => {
  const county = await admin.insert(departmentResource, { name: '水务局', kind: 'CUSTOMER', status: 'NORMAL' })
  const [east, west] = await Promise.all(
    ['东站', '西站'].map((name) =>
      admin.insert(departmentResource, { name, kind: 'INTERNAL', status: 'NORMAL', parentId: county }),
    ),
  )
  await admin.call(geoImport, { deptId: west!, features: [canal('西干渠', 116.2)] })
  const user = {
    username: 'east',
    nickName: '东站',
    deptId: east!,
    password: GIVEN_PASSWORD,
    status: 'NORMAL',
  } as const
  const userId = await admin.insert(userResource, user)
  const { list } = await admin.page(roleResource, { keyword: 'ROLE_OPERATOR' })
  await admin.call(saveAuthRole, { userId, roleIds: [list[0]!.id] })
  await takeOver(server.url, 'east', 'kestrel-8-orbit')
  const person = await openConsole(browser, server.url)
  await person.page.goto('/login')
  await person.signIn('east', 'kestrel-8-orbit')
  const { page } = person
  await page.getByTestId('map').locator('.map-canvas[data-complete]').waitFor({ timeout: 60_000 })
  await page.getByTestId('map-layers').click()
  await page.getByTestId('map-around').waitFor()
  // There is nothing of their own: the map shows where they are.
  const { lng } = JSON.parse((await page.getByTestId('map-probe').textContent()) ?? '') as { lng: number }
  expect(lng).toBeGreaterThan(116)
  expect(lng).toBeLessThan(116.5)
  expect(await page.getByTestId('map-isolate').count()).toBe(0)
  expect(person.complaints).toEqual([])
  await person.close()
})

declare global {
  interface Window {
    axe: typeof axe
  }
}
