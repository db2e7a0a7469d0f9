import { enterRepair, repairRecordResource, resourcePath, type TimelinePage } from '@sluice/contract'
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { connectMovingValve, type MovingValve } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import { until } from '../src/platform/wait.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const photo = { name: 'gearbox.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let phone: ConsoleDriver
let valve: MovingValve | undefined

beforeAll(async () => {
  // A repaired device is held for two seconds.
  ;[server, browser] = await Promise.all([startConsoleServer({ env: { SLUICE_RETEST_HOLD: '2' } }), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  phone = await openConsole(browser, server.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // A telephone keeps the console, so that it opens without a line.
    serviceWorkers: 'allow',
  })
})

afterAll(async () => {
  await valve?.end()
  await phone?.close()
  await browser?.close()
  await server?.stop()
})

/** The line of a telephone: cut it, and calls and sockets alike reach nothing. */
async function lineOf(context: BrowserContext) {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  const end = (socket: WebSocketRoute) => socket.close({ code: 4000, reason: 'no line' })
  await context.routeWebSocket(/.*/, (socket) => {
    if (isCut) return void end(socket)
    socket.connectToServer()
    open.add(socket)
    return undefined
  })
  return {
    async cut() {
      isCut = true
      await context.setOffline(true)
      await Promise.all([...open].map(end))
      open.clear()
    },
    async mend() {
      isCut = false
      await context.setOffline(false)
    },
  }
}

/** An order of this device, given to and accepted by whoever is signed in. */
async function acceptedOrder(deviceId: string): Promise<string> {
  const { data } = await admin.answer('GET', '/security/v1/sysUser/getInfo')
  const { id: assigneeId } = data as { id: string }
  const values = { deviceId, source: 'CALL', level: 3, problem: '阀门打不开', contact: '王会计', assigneeId } as const
  const id = await admin.insert(repairRecordResource, values)
  for (const [version, verb] of ['assign', 'accept'].entries())
    expect(await admin.answer('POST', `/device/v1/repairRecord/${verb}`, { id, version })).toMatchObject({ code: 0 })
  return id
}

const order = (id: string) => admin.get(repairRecordResource, id)
/** How many entries of telephones the server has of the order. */
async function entriesOf(id: string): Promise<number> {
  const { data } = await admin.answer('GET', `${resourcePath(repairRecordResource, 'timeline')}?id=${id}&limit=50`)
  return (data as TimelinePage).list.filter(({ action }) => action === enterRepair.audit).length
}

/** The console and this order are on the telephone. */
const isKept = (page: Page, address: string) =>
  until('a console and an order that are kept', () =>
    page.evaluate(async (wanted) => {
      const registered = await navigator.serviceWorker.getRegistration()
      if (registered?.active?.state !== 'activated' || navigator.serviceWorker.controller === null) return false
      return new Promise<boolean>((resolve) => {
        const asked = indexedDB.open('last-seen')
        asked.onerror = () => resolve(false)
        asked.onsuccess = () => {
          if (!asked.result.objectStoreNames.contains('answers')) return resolve(asked.result.close() ?? false)
          const all = asked.result.transaction('answers').objectStore('answers').getAllKeys()
          all.onsuccess = () => {
            asked.result.close()
            resolve(all.result.some((key) => JSON.stringify(key).includes(wanted)))
          }
        }
      })
    }, address),
  )

async function drawName(page: Page, label: string): Promise<void> {
  const field = page.getByRole('application', { name: label })
  await field.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await field.boundingBox())!
  const { mouse } = page
  await mouse.move(x + width * 0.2, y + height * 0.3)
  await mouse.down()
  await mouse.move(x + width * 0.5, y + height * 0.7, { steps: 5 })
  await mouse.move(x + width * 0.8, y + height * 0.3, { steps: 5 })
  await mouse.up()
}

const tapNext = (page: Page, name: string) =>
  page.locator('.repair-bar').getByRole('button', { name, exact: true }).tap()
const waiting = (page: Page) => page.getByRole('region', { name: '等着发出' }).getByRole('listitem')

it('a repair whose line is cut goes on at the telephone, outlives its page, is sent once although an answer is lost, and ends with the re-test', async () => {
  const made = await makeMqttDevice(admin, { name: '东干渠 14# 阀' })
  valve = await connectMovingValve(made, { strokeMs: 4_000, opening: 40, values: { inletPressure: 0.4 } })
  const id = await acceptedOrder(made.id)
  const address = `/aftersale/repair-record/${id}`
  await phone.signIn()
  const { page: first } = phone
  const context = first.context()
  const line = await lineOf(context)
  await first.goto(address)
  await first.locator('.repair-bar').getByRole('button', { name: '到场' }).waitFor()
  await isKept(first, resourcePath(repairRecordResource, 'get'))

  await line.cut()
  await first.getByText(/没有信号，照常往下做/).waitFor()
  await tapNext(first, '到场')
  await tapNext(first, '开始维修')
  await first.getByRole('textbox', { name: '原因', exact: true }).fill('减速箱进水')
  await first.getByRole('textbox', { name: '处理措施' }).fill('更换密封圈')
  await first.getByRole('button', { name: '记下', exact: true }).tap()
  await first.locator('.repair-field input[type=file]').setInputFiles(photo)
  await drawName(first, '维修人手写签字')
  await first.getByRole('button', { name: '维修人签字' }).tap()
  await until('five that wait', async () => (await waiting(first).count()) === 5)
  expect(await order(id)).toMatchObject({ status: 'ACCEPTED', cause: null })

  // The telephone ends the page, still without a line; opened again all of it waits.
  const page = await context.newPage()
  await first.close()
  await page.goto(address)
  await until('the five again', async () => (await waiting(page).count()) === 5)
  expect(await page.getByRole('textbox', { name: '原因', exact: true }).inputValue()).toBe('减速箱进水')

  // The first call arrives, its answer does not: it is sent again and counts once.
  let calls = 0
  await context.route(`**${enterRepair.path}`, async (route) => {
    calls++
    if (calls > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await line.mend()
  await until('all of it at the server', async () => ((await order(id)).workerSign as readonly unknown[]).length === 1)
  await waiting(page).first().waitFor({ state: 'hidden' })
  expect(calls).toBe(6)
  expect(await order(id)).toMatchObject({ status: 'REPAIRING', cause: '减速箱进水', measure: '更换密封圈' })
  expect(await order(id)).toMatchObject({ photos: [expect.anything()] })
  expect(await entriesOf(id)).toBe(5)

  await page.getByRole('checkbox', { name: /我在设备旁/ }).check()
  await tapNext(page, '开始复测')
  await page.getByText('复测通过', { exact: true }).waitFor()
  expect(valve.asked.filter((method) => method === 'setValve')).toHaveLength(2)
  await tapNext(page, '完工')
  await until('the end of the work', async () => (await order(id)).status === 'FINISHED')
  for (const name of ['确认完工', '关闭']) await page.getByRole('button', { name, exact: true }).first().tap()
  await until('the closed order', async () => (await order(id)).status === 'CLOSED')
  // The end of the work was the sixth.
  expect(await entriesOf(id)).toBe(6)
  await context.unroute(`**${enterRepair.path}`)
})
