import { flowModel } from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
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

it('a flow is begun with a ready one, changed, tried and published on a page of its own', async () => {
  const { page } = person
  await person.open('/workflow/definition')
  await page.getByRole('button', { name: '从现成流程开始' }).click()
  await page.getByRole('button', { name: '用水申请' }).click()
  await page.getByRole('button', { name: '新建草稿' }).click()
  await page.getByRole('tree', { name: '流程图' }).waitFor()
  const id = page.url().split('/').at(-1)!.split('?')[0]!
  const card = (name: string) => page.getByRole('treeitem', { name })
  await card('小水量').click()
  await page.getByRole('spinbutton', { name: '比较值' }).fill('100')
  await page.locator('[data-joint="small:0"] button').click()
  await page.getByRole('menuitem', { name: '审批' }).click()
  await page.getByRole('textbox', { name: '名称' }).fill('水管站审批')
  await page.getByText(/\d\d:\d\d 已存/).waitFor()
  const small = await until('the saved draft', async () => {
    const { model } = await admin.call(flowModel, { id })
    const fork = model.process.steps[1]
    const branch = fork && 'branches' in fork ? fork.branches[0] : undefined
    return branch?.steps[0]?.name === '水管站审批' ? branch : undefined
  })
  expect(small.groups).toEqual([{ logic: 'AND', conditions: [{ formId: 'volume', operator: 'LTE', values: [100] }] }])
  await page.getByRole('button', { name: '试运行' }).click()
  const trial = page.getByRole('complementary', { name: '试运行' })
  await trial.getByLabel('申请水量').fill('80')
  await trial.getByText(/走得通|走不通/).waitFor()
  await trial.getByText('走“小水量”').waitFor()
  await page.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '表单', exact: true }).click()
  await page.locator('[data-canvas-field="volume"]').click()
  await page.getByRole('button', { name: '权限表' }).click()
  await page.getByRole('button', { name: '基本', exact: true }).click()
  await page.getByRole('button', { name: '发布 v1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已发布 v1').waitFor()
  await page.getByRole('button', { name: '版本 1' }).click()
  await page.getByText('没有差别').waitFor()
})
