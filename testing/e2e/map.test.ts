import { geoImport } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../src/browser.ts'
import { type ConsoleDriver, type ConsoleServer, openConsole, startConsoleServer } from '../src/console-driver.ts'
import { ADMIN_PASSWORD, type ApiClient, connectStation, createClient, makeDevice, until } from '../src/index.ts'

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let driver: ConsoleDriver

interface Probe {
  lng: number
  lat: number
  zoom: number
  devices: { id: string; lng: number; lat: number; x: number; y: number; state: string }[]
}

const VALVE = { lng: 116.45, lat: 37.06 }

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  driver = await openConsole(browser, server.url)
})
afterAll(async () => {
  await driver?.close()
  await browser?.close()
  await server?.stop()
})

async function probe(): Promise<Probe> {
  return JSON.parse((await driver.page.getByTestId('map-probe').textContent()) || '{"devices":[]}') as Probe
}

const drawn = (id: string) => async () => (await probe()).devices.find((device) => device.id === id)

/** Where the map came to rest: a flight takes half a second. */
async function resting(): Promise<Probe> {
  let before: Probe | undefined
  return until('a map at rest', async () => {
    const now = await probe()
    const still =
      now.zoom !== undefined && before?.lng === now.lng && before.lat === now.lat && before.zoom === now.zoom
    before = now
    await driver.page.waitForTimeout(300)
    return still && now
  })
}

test('an empty platform shows the map and the way to the first device', async () => {
  await driver.signIn()
  expect(new URL(driver.page.url()).pathname).toBe('/dashboard')
  await driver.page.getByText('还没有设备').waitFor()
})

test('a placed device stands at its place, changes live, and opens from the list', async () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [116.4, 37.05],
      [VALVE.lng, VALVE.lat],
      [116.5, 37.05],
    ],
  }
  await admin.call(geoImport, {
    deptId: '1',
    features: [{ type: 'Feature', properties: { kind: 'CANAL', name: '东干渠', rank: 'MAIN' }, geometry: line }],
  })
  const { id, stationAddress } = await makeDevice(admin, { name: '东干渠-12#阀', ...VALVE })
  const other = await makeDevice(admin, { name: '东干渠-13#阀', lng: 116.62, lat: 37.15 })
  await driver.page.reload()
  const before = await until('the marker', drawn(id), 60_000)
  expect([before.lng, before.lat, before.state]).toEqual([VALVE.lng, VALVE.lat, 'unknown'])
  const { page } = driver
  const box = (await page.getByTestId('map').boundingBox())!
  expect(before.x).toBeGreaterThan(0)
  expect(before.x).toBeLessThan(box.width)
  await page.getByTestId('map').locator('[data-complete]').waitFor({ timeout: 60_000 })

  const station = await connectStation({ port: server.sl651Port, station: stationAddress })
  await station.report(1, { '38': 12 })
  const live = await until('the live state', async () => {
    const device = await drawn(id)()
    return device?.state === 'online' && device
  })
  expect([live.lng, live.lat]).toEqual([VALVE.lng, VALVE.lat])

  await page.getByTestId('map-tab-list').click()
  await page.locator(`[data-testid="map-list-row"][data-id="${other.id}"]`).click()
  expect(await page.getByTestId('map-drawer').getAttribute('data-id')).toBe(other.id)
  const flown = await until('the flight', async () => {
    const now = await probe()
    const device = now.devices.find((one) => one.id === other.id)
    return now.zoom >= 14 && device && { ...device, zoom: now.zoom }
  })
  expect([flown.lng, flown.lat]).toEqual([116.62, 37.15])
  expect(await page.getByTestId('map-selected').count()).toBe(1)

  // A click on the marker itself opens the other device.
  await page.getByTestId('map-search').fill('12#')
  await page.getByTestId('map-search').press('Enter')
  await until('the drawer', async () => (await page.getByTestId('map-drawer').getAttribute('data-id')) === id)
  await page.getByTestId('map-drawer-state').getByText('在线').waitFor()
  await station.end()
})

test('what is drawn on the map is stored and comes back, and the map outlives its screen', async () => {
  const { page } = driver
  await page.getByTestId('map-search').fill('')
  await page.getByTestId('map-drawer-close').click()
  await page.getByTestId('map-layers').click()
  await page.getByTestId('map-edit').click()
  await page.getByTestId('draw-LineString').click()
  const box = (await page.getByTestId('map').boundingBox())!
  for (const [x, y] of [
    [500, 400],
    [640, 460],
    [760, 420],
  ] as const) {
    const corners = await page.getByTestId('draft-corner').count()
    await page.mouse.click(box.x + x, box.y + y)
    await until('the corner', async () => (await page.getByTestId('draft-corner').count()) === corners + 1)
    // Two clicks in a row on one spot would be a double click.
    await page.waitForTimeout(400)
  }
  await page.getByTestId('draft-end').click()
  await page.getByTestId('geo-name').fill('试验渠')
  await page.getByTestId('geo-save').click()
  await until('the stored canal', async () => {
    const { data } = await admin.answer('GET', '/device/v1/geo/map')
    return (data as { features: { name: string }[] }).features.some(({ name }) => name === '试验渠')
  })
  await page.getByTestId('geo-editor').getByRole('button', { name: '关闭' }).click()
  const camera = await resting()
  await driver.open('/device/index')
  await driver.open('/dashboard')
  const again = await resting()
  expect([again.lng, again.lat, again.zoom]).toEqual([camera.lng, camera.lat, camera.zoom])
  expect(driver.complaints).toEqual([])
})
