import { afterAll, beforeAll, expect, it } from 'vitest'
import { openConsole } from '../../src/browser/console-driver.ts'
import { connectMqtt, makeMqttDevice } from '../../src/field/mqtt-device.ts'
import { until } from '../../src/platform/wait.ts'
import { commandPage, deviceResource, issueOperatorKey, OPERATOR_KEY_HEADER } from '@sluice/contract'
import { createClient } from '../../src/platform/client.ts'
import { ADMIN_PASSWORD } from '../../src/platform/api.ts'
import { openStage, type Stage } from './stage.ts'

const PAGE = '/netty/netty-cmd'
let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('SEC-2 (9 of 9), AM-1 (2 of 2) without a session the page is locked until a key is typed, says nothing of devices, and sends the key in a header alone', async () => {
  // Whether it is a good one makes no difference to what the page does with it.
  const key = 'ZZZZ0-11111-22222-33333-44444-55555'
  const console_ = await openConsole(stage.browser, stage.server.url)
  const { page } = console_
  const calls: { url: string; headers: Record<string, string>; body: string | null }[] = []
  page.on('request', (request) => {
    calls.push({ url: request.url(), headers: request.headers(), body: request.postData() })
  })
  const answer = await page.goto(PAGE)
  expect(answer!.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  expect(answer!.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  const send = page.getByTestId('cmd-send')
  await page.getByText('请先输入一次性密钥').waitFor()
  expect(await send.isDisabled()).toBe(true)
  expect(await page.getByPlaceholder('设备编号').isDisabled()).toBe(true)
  expect(await page.locator('.shell').count()).toBe(0)

  await page.getByTestId('operator-key').fill(key)
  await page.getByPlaceholder('设备编号').fill('D-1')
  expect(await send.isDisabled()).toBe(true)
  await console_.choose('指令', '读取')
  const heard = page.waitForResponse((response) => response.url().endsWith('/netty/v1/command/send'))
  await send.click()
  expect((await heard).request().headers()[OPERATOR_KEY_HEADER]).toBe(key)
  await page.locator('.command-told', { hasText: '密钥无效' }).waitFor()
  const bare = key.replaceAll('-', '')
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  )
  for (const text of [stored, ...calls.map(({ url, body }) => `${url} ${body}`)]) {
    expect(text).not.toContain(key)
    expect(text).not.toContain(bare)
  }
  // Nothing of the platform was asked for: no device, no log, no history.
  const asked = calls.map(({ url }) => new URL(url).pathname).filter((path) => /\/v1\//.test(path))
  expect(new Set(asked)).toEqual(
    new Set(asked.filter((path) => /getInfo|site|command\/send|operatorKey\/commands/i.test(path))),
  )
  await console_.close()
})

it('MR-11 (part), TB-20 (2 of 2) within the layout the page is a tab of its own, and a device is chosen, not typed', async () => {
  const console_ = await stage.actors.window(stage.browser, 'admin')
  const { page } = console_
  await page.goto(PAGE)
  await page.getByTestId(`tab-${PAGE}`).waitFor()
  await page.getByText('请填写设备').waitFor()
  expect(await page.getByTestId('operator-key').count()).toBe(0)
  await console_.close()
})

it('a typed request reaches a device over MQTT, is in the ledger as one of the page, and its answer is decoded beside', async () => {
  const admin = await createClient(stage.server.url).signIn('admin', ADMIN_PASSWORD)
  const made = await makeMqttDevice(admin, { name: '出水阀 9' })
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const console_ = await stage.actors.window(stage.browser, 'admin')
  const { page } = console_
  await page.goto(PAGE)
  await console_.choose('设备', '出水阀 9')
  await page.getByRole('button', { name: '手工报文' }).click()
  await page.getByLabel('内容（JSON）').fill('{"method":"beep"')
  await page.getByText('还不是完整的 JSON').waitFor()
  await page.getByLabel('内容（JSON）').fill('{"method":"beep","params":{"times":2}}')
  await page.getByText(/JSON 正确，38 字节/).waitFor()
  await page.getByRole('textbox', { name: '原因' }).fill('现场找设备')
  await page.getByTestId('cmd-send').click()
  const asked = await device.message(({ topic }) => topic.includes('/rpc/request/'))
  expect(asked.json).toEqual({ method: 'beep', params: { times: 2 } })
  await device.publish(asked.topic.replace('request', 'response'), { beeped: 2 })
  await page.getByText(/设备已应答/).waitFor()
  const replies = page.locator('.command-replies')
  await replies
    .getByText(/beeped/)
    .first()
    .waitFor()
  const { list } = await admin.call(commandPage, { deviceId: made.id, limit: 1 })
  expect(list[0]).toMatchObject({ code: 'RAW', source: 'NETTY', status: 'EXECUTED' })
  await device.end()
  await console_.close()
})

it('a one-time key offers the commands of its product, sends one without a session, and is spent by it', async () => {
  const admin = await createClient(stage.server.url).signIn('admin', ADMIN_PASSWORD)
  const made = await makeMqttDevice(admin, { name: '出水阀 10' })
  const { deviceNo } = await admin.get(deviceResource, made.id)
  const device = await connectMqtt(made)
  await device.subscribe('v1/devices/me/rpc/request/+')
  const wanted = { name: '老王', deviceIds: [made.id], codes: ['STOP'], minutes: 5 }
  const { key } = await admin.call(issueOperatorKey, wanted)
  const console_ = await openConsole(stage.browser, stage.server.url)
  const { page } = console_
  await page.goto(PAGE)
  const told = page.waitForResponse((response) => response.url().endsWith('/operatorKey/commands'))
  await page.getByTestId('operator-key').fill(key)
  await told
  await page.getByPlaceholder('设备编号').fill(String(deviceNo))
  await page.getByRole('combobox', { name: '指令' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor()
  expect(await page.locator('.ant-select-dropdown:visible .ant-select-item-option').count()).toBe(1)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await page.getByTestId('cmd-send').click()
  const asked = await device.message(({ topic }) => topic.includes('/rpc/request/'))
  await device.publish(asked.topic.replace('request', 'response'), {})
  await page.getByText(/设备已应答/).waitFor()
  expect(await page.getByTestId('operator-key').inputValue()).toBe('')
  const command = await until('the ledger', async () => {
    const { list } = await admin.call(commandPage, { deviceId: made.id, limit: 1 })
    return list[0]
  })
  expect(command).toMatchObject({ code: 'STOP', source: 'NETTY', operatorName: '老王' })
  await device.end()
  await console_.close()
})
