import { faultResource, getCommand, latest, productModel, productResource, sendCommand } from '@sluice/contract'
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

const PRODUCT = 'DIMMER-1'

/** Once the draft on the server says so. */
const drafted = (which: (draft: string) => boolean) =>
  until('the draft', async () => {
    const { list } = await admin.page(productResource, { keyword: PRODUCT })
    const product = list[0] && (await admin.call(productModel, { id: list[0].id }))
    return product && which(JSON.stringify(product.draft?.model)) ? product : undefined
  })

it('a product of MQTT made on the screen alone reads nested JSON, raises a fault and proves a command of its own', async () => {
  const { page, screen } = person
  const form = page.getByRole('dialog')
  const option = (text: string | RegExp) =>
    page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first()
  await person.open('/product/index')
  await screen.getByRole('button', { name: '新建产品' }).click()
  await form.getByLabel('型号').fill(PRODUCT)
  await form.getByLabel('产品名称').fill('调光器')
  await form.getByLabel('英文名称').fill('Dimmer')
  await form.getByLabel('协议').click()
  await option(/MQTT/).click()
  await form.getByRole('button', { name: '确定' }).click()
  await screen.getByText('v1 草稿').first().waitFor()

  await screen.getByRole('button', { name: '新建属性' }).click()
  await form.getByLabel('键').fill('dimLevel')
  await form.getByLabel('中文名称').fill('调光值')
  await form.getByLabel('英文名称').fill('Dimming level')
  await form.getByLabel('单位').fill('%')
  await form.getByLabel('量程（之外为坏值） 最高').fill('100')
  await form.getByRole('button', { name: '确定' }).click()
  await screen.getByText('调光值').first().waitFor()

  const keys = screen.getByRole('region', { name: '固件键名' })
  await keys.getByRole('button', { name: '加键名' }).click()
  await keys.getByLabel('固件键', { exact: true }).fill('$.light[0].level')
  await keys.getByLabel('固件键', { exact: true }).press('Enter')
  await keys.getByLabel('→ 属性').click()
  await keys.getByLabel('→ 属性').fill('调光')
  await option('调光值').click()

  const events = screen.getByRole('region', { name: '事件与故障' })
  await events.getByRole('button', { name: '加事件' }).click()
  await events.getByLabel('上报为').fill('99')
  await events.getByLabel('上报为').press('Enter')
  await events.getByLabel('故障代码').fill('p03')
  await events.getByLabel('故障代码').press('Enter')

  const commands = screen.getByRole('region', { name: '可下发的指令' })
  await commands.getByRole('button', { name: '新建指令' }).click()
  await form.getByLabel('指令编码').fill('SET_DIM')
  await form.getByLabel('中文名称').first().fill('设定亮度')
  await form.getByLabel('英文名称').first().fill('Set level')
  await form.getByRole('button', { name: '添加参数' }).click()
  await form.getByLabel('参数名').fill('level')
  await form.getByLabel('中文名称').nth(1).fill('亮度')
  await form.getByLabel('英文名称').nth(1).fill('Level')
  await form.getByLabel('最低').fill('0')
  await form.getByLabel('最高').fill('100')
  await form.getByLabel('方法').fill('setLevel')
  await form.getByRole('button', { name: '{{level}}' }).click()
  await form.getByLabel('怎样算完成').click()
  await option('属性上报到参数的值').click()
  await form.getByLabel('看哪个属性').click()
  await option('调光值').click()
  await form.getByLabel('对应参数').click()
  await option('level').click()
  await form.getByLabel('允许偏差 ±').fill('1')
  await form.getByRole('button', { name: '确定' }).click()
  await commands.getByText('设定亮度').waitFor()
  await drafted((text) => text.includes('SET_DIM') && text.includes('$.light[0].level') && text.includes('P03'))

  await screen.getByRole('button', { name: '发布 v1' }).click()
  await form.getByLabel('发布说明').fill('首批')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  await screen.getByText('v1 在用').first().waitFor()

  const made = await makeMqttDevice(admin, { productNo: PRODUCT })
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const report = (level: number) => device.publish('v1/devices/me/telemetry', { light: [{ level }] })
  await report(20)
  expect((await admin.call(latest, { deviceId: made.id })).values['dimLevel']).toMatchObject({ v: 20, q: 'GOOD' })
  await report(120)
  expect((await admin.call(latest, { deviceId: made.id })).values['dimLevel']).toMatchObject({ v: 120, q: 'BAD' })

  const faults = () => admin.page(faultResource, { deviceId: made.id })
  expect((await faults()).total).toBe(0)
  await report(99)
  await until('the fault', async () => (await faults()).list[0]?.conditionState === 'ACTIVE')
  expect((await faults()).list[0]).toMatchObject({ code: 'P03', count: 1 })
  await report(20)
  await until('its end', async () => (await faults()).list[0]?.conditionState === 'CLEARED')

  const asked = { deviceId: made.id, code: 'SET_DIM', params: { level: 60 }, idempotencyKey: 'dim-60' }
  const sent = admin.call(sendCommand, asked)
  const { topic, json } = await device.message((message) => message.topic.includes('/rpc/request/'))
  expect(json).toMatchObject({ method: 'setLevel', params: { level: 60 } })
  await device.publish(topic.replace('request', 'response'), { ok: true })
  const { commandId, status } = await sent
  expect(status).not.toBe('EXECUTED')
  await report(60)
  await until('the proof', async () => (await admin.call(getCommand, { id: commandId })).status === 'EXECUTED')
  await device.end()
  expect(person.complaints).toEqual([])
})
