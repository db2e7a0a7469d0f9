import { faultResource } from '@sluice/contract'
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

const HOUR = 3_600_000
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

it('a limit made on the screen says how often it would have rung, rings on a report, and the fault says why', async () => {
  const made = await makeMqttDevice(admin, { name: '东干渠 12# 阀' })
  const device = await connectMqtt(made)
  const report = (values: object, ago = 0) =>
    device.publish('v1/devices/me/telemetry', { ts: Date.now() - ago, values })
  for (const [ago, inletPressure] of [
    [50, 0.4],
    [40, 0.62],
    [30, 0.4],
    [20, 0.63],
    [1, 0.41],
  ] as const)
    await report({ inletPressure, outletPressure: 0.3, flow: 35 }, ago * HOUR)

  const { page, screen } = person
  const form = page.getByRole('dialog')
  const option = (text: string | RegExp) =>
    page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first()
  await person.open('/configuration/alarm')
  await screen.getByRole('button', { name: '新增' }).click()
  await form.getByText('单台设备').click()
  await form.getByRole('combobox', { name: /^设备/ }).click()
  await form.getByRole('combobox', { name: /^设备/ }).fill('12#')
  await option('东干渠 12# 阀').click()
  await form.getByLabel('指标').click()
  await form.getByLabel('指标').fill('阀前')
  await option('阀前压力').click()
  await form.getByLabel('限值').fill('0.6')
  await form.getByLabel('故障').click()
  await form.getByLabel('故障').fill('V07')
  await option('V07').click()
  await form.getByText(/过去 30 天会报警 2 次/).waitFor()
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'hidden' })
  await screen.getByText('高于 0.6 MPa').waitFor()

  await report({ inletPressure: 0.7, outletPressure: 0.3, flow: 36 })
  const faults = () => admin.page(faultResource, { deviceId: made.id })
  await until('the fault', async () => (await faults()).list[0]?.conditionState === 'ACTIVE')
  await person.open('/fault/fault-device')
  await screen.getByText('阀前超压').first().waitFor()
  await screen.getByRole('row').nth(1).press('Enter')
  await screen.getByText(/阀前压力 0\.700 MPa，高于 0\.6 MPa/).waitFor()
  const then = screen.getByRole('region', { name: '当时的数值' })
  await then.getByText('36').waitFor()

  await report({ inletPressure: 0.5 })
  await until('its end', async () => (await faults()).list[0]?.conditionState === 'CLEARED')
  await device.end()
  expect(person.complaints).toEqual([])
})
