import { areaResource, commissioningResource, commissioningSheet, deviceResource } from '@sluice/contract'
import encodeQR from 'qr'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { connectMovingValve, type MovingValve } from '../src/field/moving-valve.ts'
import { shipDevice } from '../src/field/devices.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import { until } from '../src/platform/wait.ts'

/** Torch, next, here, go on, open, close, next, sign; the taps into fields and on the camera come to it. */
const MOST_TAPS = 12
const HERE = { latitude: 37.0412, longitude: 115.6689, accuracy: 4.2 }

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let phone: ConsoleDriver
let valve: MovingValve | undefined
let made: Awaited<ReturnType<typeof makeMqttDevice>>

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const areaId = await admin.insert(areaResource, { name: '东灌区', kind: 'DISTRICT', deptId: '1' })
  made = await makeMqttDevice(admin, { name: '东干渠-16#阀', serialNo: 'YS-251022-0031', areaId })
  await shipDevice(admin, made.id)
  phone = await openConsole(browser, server.url, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    geolocation: HERE,
    permissions: ['geolocation'],
    // A telephone keeps the console, and its camera is a stream.
    serviceWorkers: 'allow',
  })
})

afterAll(async () => {
  await valve?.end()
  await phone?.close()
  await browser?.close()
  await server?.stop()
})

/**
 * A camera that sees this code, as a stream of a drawn picture: too dark to be read until its torch is lit. Counts what a
 * hand does, too.
 */
async function holdBeforeCamera(code: string): Promise<void> {
  const dots = encodeQR(code, 'raw')
  await phone.page.context().addInitScript((rows: boolean[][]) => {
    const done = { taps: 0 }
    Object.assign(globalThis, { done })
    addEventListener('click', ({ isTrusted }) => isTrusted && done.taps++, true)
    let isLit = false
    const canvas = document.createElement('canvas')
    const size = 8
    canvas.width = 640
    canvas.height = 480
    const draw = () => {
      const brush = canvas.getContext('2d')!
      brush.fillStyle = isLit ? '#c9cdd2' : '#020202'
      brush.fillRect(0, 0, 640, 480)
      if (!isLit) return
      const [left, top] = [(640 - rows.length * size) / 2, (480 - rows.length * size) / 2]
      brush.fillStyle = '#fff'
      brush.fillRect(left - 32, top - 32, rows.length * size + 64, rows.length * size + 64)
      brush.fillStyle = '#000'
      rows.forEach((row, y) =>
        row.forEach((dark, x) => dark && brush.fillRect(left + x * size, top + y * size, size, size)),
      )
    }
    draw()
    setInterval(draw, 100)
    const getUserMedia = () => {
      const stream = canvas.captureStream(10)
      for (const track of stream.getVideoTracks()) {
        track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
        track.applyConstraints = (wanted) => {
          isLit = JSON.stringify(wanted).includes('"torch":true')
          return Promise.resolve()
        }
      }
      return Promise.resolve(stream)
    }
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
    // Browsers of iPhones have no reader of their own.
    Object.defineProperty(globalThis, 'BarcodeDetector', { value: undefined })
  }, dots)
}

const doneBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { done: { taps: number } }).done)

/** The console and what it keeps are on the telephone, so that it opens without a line. */
const isKept = (page: Page) =>
  until('a console that is kept', () =>
    page.evaluate(async () => {
      const registered = await navigator.serviceWorker.getRegistration()
      return registered?.active?.state === 'activated' && navigator.serviceWorker.controller !== null
    }),
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

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const photo = { name: 'plate.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }

/** What a hand that wears gloves takes, s: for a tap with looking for it, a letter, a name, a photo, the valve's way to 30 % and back. */
const HAND = { tap: 2.5, letter: 0.8, name: 6, photo: 12, valve: 2 * 14 }

it('puts a valve into service on a telephone in a dark pit whose line is gone for a while and whose console is ended: each once, in few taps', async () => {
  await holdBeforeCamera(`${server.url}/device/detail/${made.id}`)
  await phone.signIn()
  const { page: first } = phone
  await isKept(first)
  await first.goto('/device/commission')
  await first.getByRole('button', { name: '开灯' }).tap()
  await first.getByTestId('commission-should').waitFor()
  expect(await first.getByTestId('commission-should').textContent()).toContain('YS-251022-0031')
  await first.getByRole('button', { name: '下一步：定位置' }).tap()

  await first.getByText('精度 ±4.2 m').waitFor()
  const context = first.context()
  await context.setOffline(true)
  await first.getByText(/没有网络/).waitFor()
  await first.getByRole('textbox', { name: '安装地址' }).fill('柳石路口南')
  for (const subject of ['铭牌', '井内']) await first.getByLabel(subject).setInputFiles(photo)
  await first.getByText(/待送 2/).waitFor()
  const doneAtFirst = await doneBy(first)
  const sheet = () => admin.call(commissioningSheet, { deviceId: made.id })
  expect((await sheet()).items.map(({ kind }) => kind)).toEqual(['BEGUN'])

  // The telephone ends the console, still without a line; opened again it is at its step, with what was filled in.
  const page = await context.newPage()
  await first.close()
  await page.goto('/device/commission')
  await page.getByTestId('commission-2').waitFor()
  expect(await page.getByRole('textbox', { name: '安装地址' }).inputValue()).toBe('柳石路口南')
  expect(await page.getByTestId('commission-kept').textContent()).toContain('待送 2')
  await page.getByRole('button', { name: '就在这里' }).tap()
  await page.getByTestId('commission-3').waitFor()
  expect(await page.getByTestId('commission-kept').textContent()).toContain('待送 3')

  // Somebody who is back in the line sends it from wherever they are, and is led back to the step.
  await page.goto('/device/index')
  await context.setOffline(false)
  await until('everything that was kept', async () => (await sheet()).items.length === 4)
  await page.getByRole('button', { name: '接着装' }).tap()
  await page.getByTestId('commission-3').waitFor()

  valve = await connectMovingValve(made, { strokeMs: 3000, values: { inletPressure: 0.39 } })
  const outcome = (step: string, wanted: string) =>
    page.locator(`[data-testid="proof-${step}"][data-outcome="${wanted}"]`).waitFor()
  await outcome('FIRST_FRAME', 'proven')
  await page.getByRole('button', { name: '开到 30 %' }).tap()
  await page.getByTestId('commission-stop').waitFor()
  await outcome('OPEN', 'proven')
  await page.getByRole('button', { name: '关到 0 %' }).tap()
  await outcome('CLOSE', 'proven')
  await page.getByRole('button', { name: '下一步：签字' }).tap()

  await drawName(page, '安装人签字')
  await page.getByRole('textbox', { name: '验收人', exact: true }).fill('周岚')
  // Ended once more, with one name drawn and one typed.
  const doneBefore = await doneBy(page)
  await page.reload()
  expect(await page.getByRole('textbox', { name: '验收人', exact: true }).inputValue()).toBe('周岚')
  await drawName(page, '验收人签字')
  await page.getByRole('button', { name: '签字，验收通过' }).tap()
  await page.getByText('验收通过，已上图').waitFor()

  const done = await sheet()
  expect(done).toMatchObject({ state: 'ACCEPTED', accuracyM: 4.2, accepter: { name: '周岚' }, defects: null })
  expect(done.photos).toHaveLength(2)
  expect(done.items.filter(({ kind }) => kind === 'PHOTO')).toHaveLength(2)
  expect(await admin.get(deviceResource, made.id)).toMatchObject({
    lifecycle: 'INSTALLED',
    lng: HERE.longitude,
    lat: HERE.latitude,
    coordSource: 'GPS',
    address: '柳石路口南',
  })
  expect((await admin.page(commissioningResource, { deviceId: made.id })).total).toBe(1)

  // Under three minutes: counted, not measured, because a machine's fingers are faster than a hand in gloves.
  const parts = [doneAtFirst, doneBefore, await doneBy(page)]
  const taps = parts.reduce((sum, part) => sum + part.taps, 0)
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)
  const letters = '柳石路口南'.length + '周岚'.length
  const seconds = taps * HAND.tap + letters * HAND.letter + 2 * HAND.name + 2 * HAND.photo + HAND.valve
  expect(seconds).toBeLessThan(180)

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: '打印' }).tap()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.acceptance-print').innerText()).toContain('周岚')
  await page.emulateMedia({ media: 'screen' })
  expect(phone.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(one))).toEqual([])
}, 180_000)
