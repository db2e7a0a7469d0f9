import { deviceResource, resourcePath, roleResource } from '@sluice/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answers, answersFor, type Said } from '../../src/invariants/answers.ts'
import type { ConsoleDriver } from '../../src/browser/console-driver.ts'
import { isAt, openStage, type Stage, stopClock, toasts } from './stage.ts'

const LIST = '/admin/role'
const INSERT = '/role/insert'

let stage: Stage
let console_: ConsoleDriver
let page: Page
let answers: Answers

beforeAll(async () => {
  stage = await openStage()
  console_ = await stage.actors.window(stage.browser, 'admin')
  page = console_.page
  answers = answersFor(page)
})
beforeEach(() => answers.forget())
afterAll(() => stage?.close())

const relogin = () => page.getByTestId('relogin-dialog')

it('ER-7 (2 of 2), ER-8 (part) a session that is over is told by one dialog; 关闭 stays, the next call asks again, 重新登录 reloads', async () => {
  await page.goto(LIST)
  await console_.settled()
  await answers.say('/role/page', { code: 3000, message: '过期' })
  await console_.screen.getByRole('textbox').first().fill('x')
  await console_.screen.getByRole('button', { name: '查询' }).click()
  await relogin().waitFor()
  expect(await relogin().textContent()).toContain('登录已过期，请重新登录')
  expect([await page.getByRole('dialog').count(), await toasts(page)]).toEqual([1, []])
  await relogin().getByRole('button', { name: '关闭' }).click()
  await relogin().waitFor({ state: 'detached' })
  await isAt(page, `${LIST}?keyword=x`)
  await console_.screen.getByRole('button', { name: '重试' }).click()
  await relogin().waitFor()
  await answers.forget()
  const booted = page.waitForRequest((request) => request.url().endsWith('/sysUser/getInfo'))
  await relogin().getByRole('button', { name: '重新登录' }).click()
  // The token is gone from memory: the page calls with the cookie alone.
  expect((await booted).headers()['authorization']).toBeUndefined()
  await console_.screen.waitFor()
  await isAt(page, `${LIST}?keyword=x`)
})

it('ER-3 (part), ER-6 (part), ER-9 (part), ER-10 (part), ER-13 (part), ER-14 (part) the messages when a form is sent, once each', async () => {
  await page.goto(LIST)
  await console_.settled()
  await console_.screen.getByRole('button', { name: '新增', exact: true }).click()
  const form = page.locator('.ant-drawer-open:visible')
  await form.getByLabel(/名称/).fill('巡线员')
  await form.getByRole('textbox', { name: /编码|标识|代码/ }).fill('ROLE_WALKER')
  const submit = form.getByRole('button', { name: '确定' })
  const told: Record<string, string[]> = {}
  const send = async (what: string) => {
    await submit.click()
    await page.locator('.toast').first().waitFor()
    await console_.settled()
    told[what] = await page
      .locator('.toast')
      .evaluateAll((all) =>
        all.map((one) => `${/toast-(\w+)/.exec(one.className)?.[1]} ${one.querySelector('span')?.textContent}`),
      )
    await page.clock.runFor(6_000)
    expect(await toasts(page)).toEqual([])
  }
  // The messages stay until they have been read.
  await stopClock(page)
  const said: Record<string, Said> = {
    'a refusal': { code: 500, message: '<b>系统</b>内部错误' },
    'a refusal without words': { code: 500 },
    'an envelope in a 500': { code: 409, message: '名称已存在', status: 500 },
    'no envelope': { status: 502, body: '<html>' },
    'a bare 403': { status: 403, body: 'no' },
    'nobody confirmed': { code: 10411, message: '设备未应答' },
    'not done': { code: 0, message: 'ok', data: false },
  }
  for (const [what, one] of Object.entries(said)) {
    await answers.say(INSERT, one)
    await send(what)
  }
  await answers.drop(INSERT)
  await send('a broken line')
  await answers.forget()
  await send('done')
  await page.clock.resume()
  expect(told).toEqual({
    'a refusal': ['error <b>系统</b>内部错误'],
    'a refusal without words': ['error Error'],
    'an envelope in a 500': ['error 名称已存在'],
    'no envelope': ['error 请求失败（502）'],
    'a bare 403': ['error 没有操作权限'],
    'nobody confirmed': ['warning 设备未应答'],
    'not done': ['error 添加失败'],
    'a broken line': ['error 网络连接异常'],
    done: ['success 添加成功'],
  })
  const { list, total } = await stage.actors.admin.page(roleResource, { keyword: 'ROLE_WALKER' })
  expect(total).toBe(1)
  await stage.actors.admin.remove(roleResource, list[0]!.id)
})

it('ER-12 (part) a background call that fails opens nothing', async () => {
  await answers.say('/device/faultCount', { code: 4 })
  await page.goto(LIST)
  await console_.settled()
  expect(answers.count('/device/faultCount')).toBeGreaterThan(0)
  expect([await page.getByRole('dialog').count(), await toasts(page)]).toEqual([0, []])
  await answers.forget()
})

it('PG-7 the server takes pages from 1 and limits of 1 to 100', async () => {
  const { admin } = stage.actors
  const path = resourcePath(deviceResource, 'page')
  for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 'x' }, { page: 0 }, { page: -1 }, { page: 1.5 }]) {
    const { code } = await admin.answer('GET', path, query)
    expect({ query, code }).toEqual({ query, code: 400 })
  }
  for (const query of [{ limit: 1 }, { limit: 100, page: 7 }, {}]) {
    const { code } = await admin.answer('GET', path, query)
    expect({ query, code }).toEqual({ query, code: 0 })
  }
  expect(await admin.page(deviceResource)).toMatchObject({ page: 1, limit: 20 })
})
