import { tempSceneResource } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

let server: ConsoleServer
let browser: Browser
let valve: MovingValve
let admin: ApiClient
let driver: ConsoleDriver
let device: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const made = await makeMqttDevice(admin, { name: '东干渠-12#阀' })
  device = made.id
  const values = { mode: 'REMOTE', inletPressure: 0.412, outletPressure: 0.268, flow: 86.4 }
  valve = await connectMovingValve(made, { strokeMs: 1_000, opening: 42, values })
  driver = await openConsole(browser, server.url, { viewport: { width: 1440, height: 900 } })
  await driver.signIn()
})

afterAll(async () => {
  await valve?.end()
  await browser?.close()
  await server?.stop()
})

/** Chooses a unit on the page of one's own, as a person does. */
async function choose(dimension: string, unit: string): Promise<void> {
  const { page, screen, settled } = driver
  await page.getByTestId('avatar-menu').click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  await screen.getByRole('combobox', { name: dimension, exact: true }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: unit }).first().click()
  await screen.getByRole('button', { name: '保存单位' }).click()
  await page.getByText('保存成功').first().waitFor()
  await settled()
}

const cellOf = (column: string) => driver.screen.locator(`tr.ant-table-row td:nth-child(${column})`).first().innerText()

/** The cell of the valve under the heading that begins so, with that heading. */
async function column(name: string): Promise<[heading: string, cell: string]> {
  const headings = await driver.screen.locator('.list-table thead th').allInnerTexts()
  const at = headings.findIndex((text) => text.startsWith(name))
  return [headings[at]!.replaceAll(/\s+/g, ''), (await cellOf(String(at + 1))).trim()]
}

test('whoever chooses bar reads and searches pressure in bar: list, device page, curve and table', async () => {
  const { page, open, screen, settled } = driver
  // The list is open before, and is told anew.
  await open('/valve/slave')
  await until('the pressure of the list', async () => (await column('阀前'))[1] === '0.412')
  await choose('压力', 'bar')

  await open('/valve/slave')
  await until('the pressure in bar', async () => (await column('阀前')).join() === '阀前bar,4.12')
  expect(await column('瞬时')).toEqual(['瞬时m³/h', '86.40'])
  await screen.getByRole('button', { name: '展开' }).click()
  await screen.getByRole('spinbutton', { name: '阀前，从' }).fill('4.2')
  await screen.getByRole('button', { name: '查询' }).click()
  await until('no valve above', async () => (await screen.locator('tr.ant-table-row').count()) === 0)
  // A link means the same to everybody.
  expect(new URL(page.url()).searchParams.get('inletPressureFrom')).toBe('0.42')
  await screen.getByRole('spinbutton', { name: '阀前，从' }).fill('4.1')
  await screen.getByRole('button', { name: '查询' }).click()
  await screen.locator('tr.ant-table-row').first().waitFor()

  await page.goto(`/device/detail/${device}`)
  const tile = screen.locator('[data-metric="inletPressure"]')
  await tile.waitFor()
  expect(await tile.locator('.metric-value').innerText()).toMatch(/^4\.12\s*bar$/)
  await page.goto(`/device/detail/${device}?tab=history&view=table&metrics=inletPressure`)
  await settled()
  const table = screen.locator('.list table').first()
  expect(await table.locator('thead').innerText()).toContain('bar')
  expect(await table.locator('tbody').innerText()).toContain('4.12')
  await page.goto(`/device/detail/${device}?tab=history&metrics=inletPressure`)
  await screen.locator('canvas').first().waitFor()
  expect(driver.complaints).toEqual([])
})

test('the choice is kept on the server, for every machine', async () => {
  const other = await openConsole(browser, server.url, { viewport: { width: 1440, height: 900 } })
  await other.signIn()
  await other.page.goto(`/device/detail/${device}`)
  const tile = other.screen.locator('[data-metric="inletPressure"]')
  await tile.waitFor()
  expect(await tile.locator('.metric-value').innerText()).toMatch(/^4\.12\s*bar$/)
  await other.close()
})

test('a limit is typed in °F and stored in °C', async () => {
  const { page, open, screen } = driver
  await choose('温度', '°F')
  await open('/temperature/scene')
  await screen.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.locator('.ant-drawer-open')
  await form.getByRole('textbox', { name: '名称' }).fill('冷库')
  await form.getByRole('spinbutton', { name: '温度上限' }).fill('40')
  await form.getByRole('combobox', { name: '部门' }).click()
  await page
    .locator(
      '.ant-select-dropdown:visible .ant-select-tree-node-content-wrapper, .ant-select-dropdown:visible .ant-select-item-option',
    )
    .first()
    .click()
  await form.getByRole('button', { name: /保存|确定/ }).click()
  await form.waitFor({ state: 'hidden' })
  const { list } = await admin.page(tempSceneResource)
  expect(Number(list[0]!['upper']).toFixed(4)).toBe('4.4444')
  await until('the limit in °F', async () =>
    (await screen.locator('tr.ant-table-row').first().innerText()).includes('40.0'),
  )
})
