import { alarmLimitResource, faultResource } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { connectMqtt, makeMqttDevice } from '../src/field/mqtt-device.ts'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import { until } from '../src/platform/wait.ts'

const MINUTE = 60_000
let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let person: ConsoleDriver

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  person = await openConsole(browser, server.url)
  await person.signIn()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

it('a fault is born on a socket, taken by a key, noted, resolved, cleared by its device and closed', async () => {
  const made = await makeMqttDevice(admin, { name: '东干渠 12# 阀' })
  const limit = { scope: 'DEVICE', deviceId: made.id, key: 'inletPressure', op: 'GT', value: 0.6, faultCode: 'V07' }
  await admin.insert(alarmLimitResource, { ...limit, enabled: true })
  const device = await connectMqtt(made)
  const report = (values: object, ago = 0) =>
    device.publish('v1/devices/me/telemetry', { ts: Date.now() - ago, values })
  for (const ago of [8, 6, 4, 2]) await report({ inletPressure: 0.41, outletPressure: 0.3, flow: 35 }, ago * MINUTE)

  const { page, screen } = person
  await person.open('/fault/fault-device')
  await screen.getByText('没有故障').waitFor()
  await report({ inletPressure: 0.7, outletPressure: 0.3, flow: 36 })
  // The list is told by the bell.
  await screen.getByText('阀前超压').waitFor()
  const row = () => admin.page(faultResource, { deviceId: made.id }).then(({ list }) => list[0]!)
  await screen.getByRole('row').nth(1).press('Enter')
  const { id } = await row()
  await page.waitForURL(`**/fault/fault-device/${id}`)

  await screen.getByRole('heading', { name: '阀前超压 东干渠 12# 阀' }).waitFor()
  await screen
    .getByRole('region', { name: '凭什么判的' })
    .getByText(/0\.700 MPa，高于 0\.6 MPa/)
    .waitFor()
  await screen.locator('.fault-values canvas').waitFor()
  await person.settled()
  await page.keyboard.press('a')
  await screen.getByRole('button', { name: '开始处理' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('adei 已到现场')
  await page.keyboard.press('Control+Enter')
  const story = screen.getByRole('region', { name: '经过' })
  await story.getByText('adei 已到现场').waitFor()
  await screen.getByRole('checkbox').first().check()
  await page.keyboard.press('Escape')
  await screen.getByRole('heading', { level: 1 }).click({ position: { x: 2, y: 2 } })

  await page.keyboard.press('e')
  const form = page.getByRole('dialog')
  await form.getByLabel('做了什么').fill('减压阀卡滞，已清洗')
  await form.getByRole('button', { name: '确定' }).click()
  await story.getByText('减压阀卡滞，已清洗').waitFor()
  // It is still active: closing has to wait.
  expect(await screen.getByRole('button', { name: '关闭', exact: true }).count()).toBe(0)
  await report({ inletPressure: 0.5, outletPressure: 0.3, flow: 36 })
  await screen.getByRole('button', { name: '关闭', exact: true }).click()
  await until('its end', async () => (await row()).handleState === 'CLOSED')
  await story.getByText('故障恢复').waitFor()
  await story.getByText('关闭').waitFor()

  // Who looks back finds it among the records.
  await person.open('/fault/fault-record')
  await screen.getByText('减压阀卡滞，已清洗').waitFor()
  await device.end()
  expect(person.complaints).toEqual([])
})
