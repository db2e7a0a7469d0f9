import { createProduct, latest, productModel, saveProductDraft } from '@sluice/contract'
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

const WRONG = `function decodeUplink({ bytes }) {
  return { telemetry: { level: byte[0] / 10 } }
}`

/** A picture for whoever looks, where one is asked for. */
async function shot(name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder) await person.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

it('a script written on the screen is tried, corrected at its line, published, and reads the bytes of a device', async () => {
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  const facts = { productNo: 'BYTES-1', name: '字节水位计', englishName: 'Level in bytes' }
  const { id } = await admin.call(createProduct, { ...facts, from })
  const { version, draft } = await admin.call(productModel, { id })
  await admin.call(saveProductDraft, { id, version, model: { ...draft!.model, points: ['level'] } })

  const { page, screen } = person
  await page.goto(`/product/index/${id}`)
  await person.settled()
  await screen.getByRole('button', { name: '添加脚本' }).click()
  const script = screen.getByRole('textbox', { name: '解析脚本' })
  await script.fill(WRONG)
  // The keyboard is not caught in it.
  await script.press('Tab')
  expect(await script.inputValue()).toBe(`${WRONG}  `)
  await script.press('Shift+Tab')
  await script.press('Escape')
  await script.press('Tab')
  expect(await script.evaluate((field) => field === document.activeElement)).toBe(false)

  const panel = screen.getByRole('region', { name: '试一试' })
  await panel.getByLabel('主题').fill('up/data')
  await panel.getByLabel('报文').fill('0F')
  await panel.getByRole('button', { name: '试读' }).click()
  await panel.getByText('第 2 行').waitFor()
  expect(await screen.locator('.script-gutter .wrong').textContent()).toBe('2')
  await shot('script-wrong')

  await script.fill(WRONG.replace('byte[0]', 'bytes[0]'))
  await script.blur()
  await panel.getByRole('button', { name: '试读' }).click()
  await panel
    .locator('.tried-values')
    .getByText(/^1\.50*\b/)
    .waitFor()
  await shot('script-right')
  await page.setViewportSize({ width: 390, height: 844 })
  await shot('script-phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  await screen.getByRole('button', { name: /^发布 v1/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('发布说明').fill('试用')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await screen.getByText('v1 在用').first().waitFor()

  const made = await makeMqttDevice(admin, { productNo: facts.productNo })
  const device = await connectMqtt(made)
  await device.publish('up/data', Buffer.from([25]))
  expect((await admin.call(latest, { deviceId: made.id })).values['level']).toMatchObject({ v: 2.5, q: 'GOOD' })
  await device.end()
  expect(person.complaints).toEqual([])
})
