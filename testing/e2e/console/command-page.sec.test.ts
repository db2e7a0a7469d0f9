import { OPERATOR_KEY_HEADER } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openConsole } from '../../src/browser/console-driver.ts'
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
  await page.getByText('密钥无效').waitFor()
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
  expect(new Set(asked)).toEqual(new Set(asked.filter((path) => /getInfo|site|command\/send/i.test(path))))
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
