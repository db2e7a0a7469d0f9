import {
  alarmLimitResource,
  faultResource,
  noticeUserResource,
  repairRecordResource,
  saveNoticeChannel,
  setDuty,
} from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../src/browser/browser.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { type MailStandIn, openMail } from '../src/channels/mail.ts'
import { connectMovingValve, type MovingValve } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import { until } from '../src/platform/wait.ts'

const HOUR = 3_600_000
const MAIL = { user: 'sluice', password: 'zq-hush-mail' }
let mail: MailStandIn
let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let person: ConsoleDriver
let valve: MovingValve | undefined

beforeAll(async () => {
  mail = await openMail(MAIL)
  // A repaired device is held for two seconds.
  ;[server, browser] = await Promise.all([startConsoleServer({ env: { SLUICE_RETEST_HOLD: '2' } }), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  person = await openConsole(browser, server.url)
  await person.signIn()
})

afterAll(async () => {
  await valve?.end()
  await browser?.close()
  await server?.stop()
  await mail?.close()
})

/** Two people with an address, of whom one is on duty now. */
async function planDuty(): Promise<void> {
  await admin.call(saveNoticeChannel, {
    kind: 'EMAIL',
    version: null,
    enabled: true,
    settings: {
      host: '127.0.0.1',
      port: mail.port,
      secure: false,
      user: MAIL.user,
      from: 'Sluice <sluice@example.com>',
    },
    secrets: { password: MAIL.password },
    forget: [],
  })
  const told = (name: string) =>
    admin.insert(noticeUserResource, { name, deptId: '1', channels: ['EMAIL'], email: `${name}@example.com` })
  const noticeUserId = await told('onduty')
  await told('athome')
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  await admin.call(setDuty, { deptId: '1', from: at(-1), to: at(1), noticeUserId })
}

const rowOf = async (deviceId: string) => (await admin.page(faultResource, { deviceId })).list[0]!
const orderOf = async (deviceId: string) => (await admin.page(repairRecordResource, { deviceId })).list[0]!

it('a fault on a socket wakes who is on duty, is taken, repaired by an order, proven by a re-test and closed', async () => {
  await planDuty()
  const made = await makeMqttDevice(admin, { name: '东干渠 12# 阀' })
  const limit = { scope: 'DEVICE', deviceId: made.id, key: 'inletPressure', op: 'GT', value: 0.6, faultCode: 'V07' }
  await admin.insert(alarmLimitResource, { ...limit, level: 4, enabled: true })
  const values = { inletPressure: 0.7 }
  valve = await connectMovingValve(made, { strokeMs: 4_000, opening: 40, values })

  await until('the mail', () => mail.mails.length > 0)
  expect(mail.mails).toHaveLength(1)
  expect(mail.mails[0]).toContain('onduty@example.com')

  const { page, screen } = person
  await person.open('/fault/fault-device')
  await screen.getByText('阀前超压').waitFor()
  await screen.getByRole('row').nth(1).press('Enter')
  await screen.getByRole('heading', { name: '阀前超压 东干渠 12# 阀' }).waitFor()
  await person.settled()
  await page.keyboard.press('a')
  await screen.getByRole('button', { name: '开始处理' }).waitFor()
  await screen.getByRole('button', { name: '阀前超压的更多操作' }).click()
  await page.getByRole('menuitem', { name: '报修' }).click()
  await until('the order', async () => (await orderOf(made.id))?.status === 'CREATED')

  await person.open('/aftersale/repair-record')
  await screen.getByRole('row').nth(1).press('Enter')
  await screen.getByRole('heading', { name: '东干渠 12# 阀 阀前超压' }).waitFor()
  await fill()
  await assign()
  for (const step of ['接单', '到场', '开始维修']) await press(step)
  // The valve is repaired: its pressure is right again.
  values.inletPressure = 0.5
  await valve.tell()
  await until('its end', async () => (await rowOf(made.id)).conditionState === 'CLEARED')
  await screen.getByRole('checkbox', { name: /我在设备旁/ }).check()
  await screen.getByRole('button', { name: '开始复测' }).click()
  await screen.getByText('复测通过').waitFor()
  expect(valve.asked.filter((method) => method === 'setValve')).toHaveLength(2)
  for (const step of ['完工', '确认完工', '关闭']) await press(step)
  await until('the closed order', async () => (await orderOf(made.id)).status === 'CLOSED')

  const { id, handleState } = await rowOf(made.id)
  expect(handleState).toBe('RESOLVED')
  await page.goto(`/fault/fault-device/${id}`)
  await screen.getByRole('heading', { name: '阀前超压 东干渠 12# 阀' }).waitFor()
  await press('关闭')
  await until('the closed fault', async () => (await rowOf(made.id)).handleState === 'CLOSED')
  // Nobody was told twice, and who was at home not at all.
  expect(mail.mails).toHaveLength(1)
  expect(person.complaints).toEqual([])
})

const press = async (name: string) => {
  await person.screen.getByRole('button', { name, exact: true }).first().click()
  await person.settled()
}

/** Who is to repair it. */
async function assign(): Promise<void> {
  const { page } = person
  await press('派单')
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: '维修人' }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
  await form.getByRole('button', { name: '派单' }).click()
  await form.waitFor({ state: 'hidden' })
  await person.settled()
}

/** Why it broke, and what was done. */
async function fill(): Promise<void> {
  const { page } = person
  await press('修改')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '原因', exact: true }).fill('减压阀卡滞')
  await form.getByLabel('处理措施').fill('清洗减压阀')
  await form.getByRole('button', { name: '确定' }).click()
  await form.waitFor({ state: 'hidden' })
  await person.settled()
}
