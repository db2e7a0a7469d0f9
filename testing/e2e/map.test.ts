import { geoImport } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  MOVING,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import {
  ADMIN_PASSWORD,
  type ApiClient,
  connectMqtt,
  connectStation,
  createClient,
  makeDevice,
  makeMqttDevice,
  until,
} from '../src/index.ts'
import { connectMovingValve } from '../src/field/moving-valve.ts'

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let driver: ConsoleDriver

interface Probe {
  lng: number
  lat: number
  zoom: number
  devices: {
    id: string
    lng: number
    lat: number
    x: number
    y: number
    state: string
    ring: string | null
    bin: number | null
  }[]
  clusters: { count: number }[]
}

const VALVE = { lng: 116.45, lat: 37.06 }

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  driver = await openConsole(browser, server.url, MOVING)
})
afterAll(async () => {
  await driver?.close()
  await browser?.close()
  await server?.stop()
})

async function probe({ page } = driver): Promise<Probe> {
  return JSON.parse((await page.getByTestId('map-probe').textContent()) || '{"devices":[],"clusters":[]}') as Probe
}

const drawn =
  (id: string, by = driver) =>
  async () =>
    (await probe(by)).devices.find((device) => device.id === id)

/** The map's probe at rest: a flight takes half a second, and longer where drawing is slow. */
async function resting(): Promise<Probe> {
  await driver.page.getByTestId('map').locator('.map-canvas:not([data-moving])').waitFor()
  return until('what is drawn', async () => {
    const now = await probe()
    return now.zoom !== undefined && now
  })
}

test('SA-3 (part) an empty platform shows the map and how to add the first device', async () => {
  await driver.signIn()
  await driver.page.waitForURL((url) => url.pathname === '/dashboard')
  await driver.page.getByText('还没有设备').waitFor()
  expect(driver.complaints).toEqual([])
})

test('a placed device is drawn at its place, changes live, and opens from the list', async () => {
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
    return now.zoom >= 12 && device && { ...device, zoom: now.zoom }
  })
  expect([flown.lng, flown.lat]).toEqual([116.62, 37.15])
  await page.getByTestId('map-selected').waitFor({ state: 'attached' })

  // A click on the marker itself opens the other device.
  await page.getByTestId('map-search').fill('12#')
  await page.getByTestId('map-search').press('Enter')
  await until('the drawer', async () => (await page.getByTestId('map-drawer').getAttribute('data-id')) === id)
  await page.getByTestId('map-drawer').getByText('在线', { exact: true }).waitFor()
  await station.end()
})

/** How often the map was drawn, once it is at rest. */
async function repaintsAtRest(): Promise<number> {
  const counted = async () => Number(await driver.page.locator('.map-canvas').getAttribute('data-repaints'))
  let before = -1
  return until('a map at rest', async () => {
    const now = await counted()
    const isAtRest = now === before
    before = now
    await driver.page.waitForTimeout(1_000)
    return isAtRest && (await counted()) === now && now
  })
}

test('reports are shown without a repaint of the map as long as nothing that it draws is another', async () => {
  const { page } = driver
  await page.getByTestId('map-drawer-close').click()
  const { id, stationAddress } = await makeDevice(admin, { name: '东干渠-14#阀', lng: 116.47, lat: 37.07 })
  await page.reload()
  await until('the marker', drawn(id), 60_000)
  const station = await connectStation({ port: server.sl651Port, station: stationAddress })
  // A frame says its time to the minute: each report is of a later one.
  const minutesAgo = (n: number) => ({ at: Date.now() - n * 60_000 })
  await station.report(1, { '38': 11.1 }, minutesAgo(4))
  await until('the live state', async () => (await drawn(id)())?.state === 'online')
  await page.getByTestId('map-search').fill('14#')
  await page.getByTestId('map-search').press('Enter')
  const shows = (reading: string) => page.getByTestId('map-drawer').getByText(reading).first().waitFor()
  await shows('11.1')
  await page.getByTestId('map').locator('[data-complete]').waitFor({ timeout: 60_000 })
  const before = await repaintsAtRest()
  for (const [n, reading] of ['11.2', '11.3', '11.4'].entries()) {
    await station.report(n + 2, { '38': Number(reading) }, minutesAgo(3 - n))
    await shows(reading)
  }
  expect(await repaintsAtRest()).toBe(before)
  await station.end()
})

test('a drawn feature is stored and loaded again, and the map outlives its screen', async () => {
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

test('one user’s command is a dashed ring on another user’s map, until the valve proves it', async () => {
  const place = { lng: 116.71, lat: 37.2 }
  const made = await makeMqttDevice(admin, { name: '试验渠-7#阀', ...place })
  const { id } = made
  // The valve waits for the test, so that the command is seen before its proof on a slow machine too.
  const valve = await connectMovingValve(made, { strokeMs: 1_000, patient: true, values: { mode: 'REMOTE' } })
  const colleague = await openConsole(browser, server.url)
  try {
    // The map draws in software here: the test does not wait until it stands still.
    await colleague.fillLogin('admin', ADMIN_PASSWORD)
    await colleague.page.getByTestId('map-search').fill('7#', { timeout: 60_000 })
    await until('the marker', async () => (await drawn(id, colleague)())?.state === 'online', 60_000)
    expect((await drawn(id, colleague)())!.ring).toBeNull()
    await colleague.page.getByTestId('map-tab-attention').click()

    const { page } = driver
    await page.getByTestId('map-search').fill('7#')
    // This map was open before the valve was created: it fetches new devices a moment after their first report.
    await page.locator(`[data-testid="map-list-row"][data-id="${id}"]`).waitFor({ timeout: 60_000 })
    await page.getByTestId('map-search').press('Enter')
    const panel = page.getByTestId('map-drawer').locator('.valve-panel')
    await panel.getByTestId('panel-reported').getByText('0%').waitFor()
    await panel.getByTestId('control-OPEN').click()
    await page.getByTestId('confirm-command').getByTestId('confirm-send').click()

    await until('the ring', async () => (await drawn(id, colleague)())?.ring === 'pending')
    const underWay = colleague.page.locator('.kpi', { has: colleague.page.getByTestId('kpi-pending') }).locator('dd')
    await underWay.getByText('1', { exact: true }).waitFor()
    valve.obey()
    await until('the proof', async () => (await drawn(id, colleague)())?.ring === null, 60_000)
    await underWay.getByText('0', { exact: true }).waitFor()
    expect(colleague.complaints).toEqual([])
  } finally {
    await colleague.close()
    await valve.end()
  }
})

test('a burst lists the valves that close it off, for pointer and keyboard', async () => {
  const canal = (name: string, coordinates: number[][]) => ({
    type: 'Feature',
    properties: { kind: 'CANAL', name, rank: 'MAIN' },
    geometry: { type: 'LineString', coordinates },
  })
  const main = [
    [116.8, 37.3],
    [116.83, 37.3],
  ]
  await admin.call(geoImport, { deptId: '1', features: [canal('石干渠', main)] })
  const upper = await makeDevice(admin, { name: '石干渠-上闸', lng: 116.8003, lat: 37.3 })
  // It has never reported: nobody can close it from here.
  await makeDevice(admin, { name: '石干渠-下闸', lng: 116.8297, lat: 37.3 })
  const station = await connectStation({ port: server.sl651Port, station: upper.stationAddress })
  await station.report(1, { '38': 12 })
  const { page } = driver
  await page.reload()
  await page.getByTestId('map-isolate').click()
  // A whole canal is selected with the keyboard; the server answers on its stored network.
  await driver.choose('管渠', '石干渠')
  const valves = page.getByTestId('isolation-valve')
  await valves.first().waitFor()
  expect(await valves.locator('.isolation-name > b.clip').allTextContents()).toEqual(['石干渠-上闸'])
  expect(await page.getByTestId('isolation-by-hand').textContent()).toMatch(/石干渠-下闸.*从未上报/)
  // Its row moves the map to the valve and leaves the panel, with STOP in it, where it is.
  await valves.first().locator('.isolation-name').focus()
  await page.keyboard.press('Enter')
  await until('the flight', async () => {
    const { lng, lat } = await probe()
    return Math.abs(lng - 116.8003) < 0.001 && Math.abs(lat - 37.3) < 0.001
  })
  expect(await page.getByTestId('map-drawer').count()).toBe(0)
  await station.end()
  await page.getByTestId('isolation-panel').getByRole('button', { name: '关闭', exact: true }).click()
  await page.getByTestId('map-search').waitFor()
})

test('drawing around devices selects them, freehand and with the shift key; Escape clears the selection', async () => {
  const { page } = driver
  await page.getByTestId('map-home').click()
  await resting()
  const box = (await page.getByTestId('map').boundingBox())!
  const drag = async (corners: readonly (readonly [number, number])[]) => {
    const [first, ...rest] = corners.map(([x, y]) => [box.x + x * box.width, box.y + y * box.height] as const)
    await page.mouse.move(...first!)
    await page.mouse.down()
    for (const corner of rest) await page.mouse.move(...corner, { steps: 8 })
    await page.mouse.up()
  }
  const here = await probe()
  const [west, north, east, south] = [0.24, 0.14, 0.93, 0.97]
  const isInside = ({ x, y }: { x: number; y: number }) =>
    x > west * box.width && x < east * box.width && y > north * box.height && y < south * box.height
  const single = new Map(here.devices.map((device) => [device.id, device]))
  const bar = page.getByTestId('map-picked')
  const chosen = async () => {
    await bar.waitFor()
    const rows = await page.getByTestId('map-list-row').evaluateAll((all) => all.map((row) => row.dataset['id'] ?? ''))
    expect(await bar.textContent()).toContain(`已选 ${rows.length} 台`)
    return rows.sort()
  }
  await page.getByTestId('map-lasso').click()
  await drag([
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ])
  const byHand = await chosen()
  // A device drawn alone is selected exactly when it is inside the lasso; a cluster may hold both kinds.
  expect(byHand).toEqual(expect.arrayContaining(here.devices.filter(isInside).map(({ id }) => id)))
  expect(byHand.length).toBeGreaterThan(0)
  for (const id of byHand) expect(isInside(single.get(id) ?? { x: box.width / 2, y: box.height / 2 })).toBe(true)
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.down('Shift')
  await drag([
    [west, north],
    [east, south],
  ])
  await page.keyboard.up('Shift')
  expect(await chosen()).toEqual(byHand)
  // The map did not move during the drawing.
  expect((await probe()).lng).toBe(here.lng)
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})

test('the map is coloured by what valves report, and a pressed row of the legend shows only its devices', async () => {
  const { page } = driver
  const told = [
    ['试验渠-21#阀', 116.55, 0.41],
    ['试验渠-22#阀', 116.58, 0.08],
  ] as const
  const valves = await Promise.all(
    told.map(async ([name, lng, pressure]) => {
      const made = await makeMqttDevice(admin, { name, lng, lat: 37.24 })
      const device = await connectMqtt(made)
      await device.publish('v1/devices/me/telemetry', { inletPressure: pressure })
      return { id: made.id, device }
    }),
  )
  const [high, low] = valves.map(({ id }) => id) as [string, string]
  const bin = async (id: string) => (await drawn(id)())?.bin
  try {
    await page.getByTestId('map-colour').click()
    await page.locator('[data-colour="pressure"]').check()
    await until('the colours', async () => (await bin(high)) === 2 && (await bin(low)) === 5, 60_000)
    const before = await probe()
    // Whoever measures no pressure is there, and has none.
    expect(before.devices.some((device) => device.bin === 0)).toBe(true)
    await page.keyboard.press('Escape')
    const row = page.getByTestId('map-bin-legend').locator('[data-bin="5"]')
    expect(await row.textContent()).toBe('< 0.151')
    await row.click()
    await until('fewer markers', async () => (await probe()).devices.length === 1)
    expect([(await probe()).devices[0]!.id, new URL(page.url()).searchParams.get('colour')]).toEqual([
      low,
      'pressure,5',
    ])
    await page.keyboard.press('Escape')
    await until('all markers', async () => (await probe()).devices.length === before.devices.length)
    await page.getByTestId('map-colour').click()
    await page.locator('[data-colour="state"]').check()
    await page.keyboard.press('Escape')
    await until('the states', async () => (await bin(high)) === null)
  } finally {
    await Promise.all(valves.map(({ device }) => device.end()))
  }
})

test('on a narrow screen the tree of areas folds to a button', async () => {
  const { page } = driver
  await page.setViewportSize({ width: 1180, height: 800 })
  await page.getByTestId('map-areas').waitFor({ state: 'detached' })
  await page.getByTestId('map-fold').click()
  await page.getByTestId('map-areas').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByTestId('map-fold').waitFor({ state: 'detached' })
  await page.getByTestId('map-areas').waitFor()
  expect(driver.complaints).toEqual([])
})
