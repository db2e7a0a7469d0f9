import { createMqttStation, type MqttStation } from '@sluice/simulator'
import { commandPage, geoImport, latest, openIsolations, planIsolation, sendCommand } from '@sluice/contract'
import type { Browser, Locator } from 'playwright-core'
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
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { pause, until } from '../src/platform/wait.ts'

/** The canal runs east; the burst is between the second valve and the branch. */
const LAT = 37.06
const VALVES = [
  { name: '东干渠-12#阀', opening: 30, lng: 116.45, lat: LAT },
  { name: '东干渠-13#阀', opening: 20, lng: 116.46, lat: LAT },
  { name: '南支渠-1#阀', opening: 65, lng: 116.457, lat: LAT - 0.002 },
] as const
const STROKE_MS = 6_000
/** The server limits how often one person may ask. */
const LOOK_MS = 250
/** Clicks that closing off a burst may take. */
const MOST_CLICKS = 5

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let operator: ConsoleDriver
let clicks = 0
const stations: MqttStation[] = []
const ids: string[] = []

async function click(target: Locator, position?: { x: number; y: number }): Promise<void> {
  clicks += 1
  await target.click(position ? { position } : {})
}

const panel = () => operator.page.getByTestId('isolation-panel')
const count = async () => (await panel().getByTestId('isolation-count').textContent()) ?? ''
const openings = () => stations.map((station) => station.opening(null))

/** What the platform last heard of each valve. */
async function heard(): Promise<unknown[]> {
  const states = await Promise.all(ids.map((deviceId) => admin.call(latest, { deviceId })))
  return states.map(({ values }) => values['opening']?.v)
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const canal = (name: string, coordinates: number[][]) => {
    const properties = { kind: 'CANAL', name, rank: 'MAIN', flow: 'FORWARD' }
    return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }
  }
  const features = [
    canal('东干渠', [
      [116.44, LAT],
      [116.47, LAT],
    ]),
    canal('南支渠', [
      [116.457, LAT],
      [116.457, LAT - 0.01],
    ]),
  ]
  const { report } = await admin.call(geoImport, { deptId: '1', features })
  for (const { name, opening, lng, lat } of VALVES) {
    const { id, token, port } = await makeMqttDevice(admin, { name, lng, lat })
    const station = createMqttStation({ host: '127.0.0.1', port, token, name, kind: 'VALVE', strokeMs: STROKE_MS })
    await station.connect()
    stations.push(station)
    ids.push(id)
    await station.report()
    const wish = { deviceId: id, code: 'SET_OPENING', params: { opening }, idempotencyKey: `set ${id}` }
    await admin.answer('POST', sendCommand.path, wish)
  }
  await until('the openings before', async () => {
    await pause(LOOK_MS)
    return (await heard()).join() === VALVES.map((one) => one.opening).join()
  })
  await until('the network', async () => {
    const plan = await admin.call(planIsolation, { edgeId: report[0]!.ids[0]!, lng: 116.4555, lat: LAT })
    return plan.valves.length === VALVES.length
  })
  operator = await openConsole(browser, server.url)
})

afterAll(async () => {
  await Promise.all(stations.map((station) => station.close()))
  await browser?.close()
  await server?.stop()
})

interface Probe {
  devices?: { id: string; x: number; y: number }[]
}

/** Where the burst is on the screen: half-way between the first valve and the branch. */
async function burstOnScreen(): Promise<{ x: number; y: number }> {
  return until('the valves on the map', async () => {
    const { devices = [] } = JSON.parse((await operator.page.getByTestId('map-probe').textContent()) || '{}') as Probe
    const [left, right] = ids.slice(0, 2).map((id) => devices.find((device) => device.id === id))
    return left && right && { x: left.x + (right.x - left.x) * 0.4, y: left.y }
  })
}

describe('a burst between three valves', () => {
  it('is closed off in at most five clicks, and every valve is proven shut', async () => {
    const { page } = operator
    await operator.signIn()
    await operator.open('/dashboard')
    await page.getByTestId('map').locator('[data-complete]').waitFor({ timeout: 60_000 })
    clicks = 0
    await click(page.getByTestId('map-isolate'))
    const at = await burstOnScreen()
    await click(page.getByTestId('map').locator('.map-canvas'), at)
    await panel().getByText('关闭这 3 台', { exact: true }).waitFor()
    expect(await panel().getByTestId('isolation-valve').count()).toBe(3)
    expect(await page.getByTestId('isolation-mark').count()).toBe(3)
    expect(openings()).toEqual([30, 20, 65])
    await click(panel().getByTestId('isolation-close'))
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('取消')
    await click(panel().getByTestId('isolation-send'))
    await page.getByTestId('isolation-count').waitFor()
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
    expect(await panel().getByTestId('isolation-stop').isEnabled()).toBe(true)

    // The page goes while valves still move: the server goes on, and the address finds it again.
    const { href } = new URL(page.url())
    expect(href).toMatch(/isolation=\d+/)
    await page.goto('about:blank')
    await page.goto(href)
    await until('every proof', async () => (await count()).startsWith('3 / 3'))
    expect(openings()).toEqual([0, 0, 0])
    await panel().getByTestId('isolation-done').waitFor()
    // On paper there is the sheet for the crew, and nothing else.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByTestId('crew-sheet').isVisible()).toBe(true)
    expect(await page.getByTestId('sidebar').isVisible()).toBe(false)
    expect(await page.getByTestId('crew-sheet').getByRole('row', { includeHidden: true }).count()).toBe(4)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.getByTestId('crew-sheet').isVisible()).toBe(false)
    const { list } = await admin.call(commandPage, { code: 'CLOSE' })
    expect(list.map(({ deviceId, status }) => `${deviceId} ${status}`).toSorted((a, b) => a.localeCompare(b))).toEqual(
      ids.map((id) => `${id} EXECUTED`).toSorted((a, b) => a.localeCompare(b)),
    )
    expect(operator.complaints).toEqual([])
  })

  it('is put back to what every valve was at before, downstream first', async () => {
    expect(await panel().getByTestId('isolation-undo').allTextContents()).toEqual([
      expect.stringContaining('回到 65 %'),
      expect.stringContaining('回到 20 %'),
      expect.stringContaining('回到 30 %'),
    ])
    await panel().getByTestId('isolation-restore').click()
    expect(await operator.page.evaluate(() => document.activeElement?.textContent)).toBe('取消')
    await panel().getByTestId('isolation-send').click()
    await panel().getByTestId('isolation-restored').waitFor({ timeout: 90_000 })
    expect(openings()).toEqual([30, 20, 65])
    const { list } = await admin.call(commandPage, { code: 'SET_OPENING', order: 'desc' })
    expect(list.slice(0, 3).map(({ deviceId }) => ids.indexOf(deviceId))).toEqual([0, 1, 2])
    expect(await admin.call(openIsolations)).toEqual([])
    expect(operator.complaints).toEqual([])
  })
})
