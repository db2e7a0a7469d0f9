import {
  commandPage,
  departmentResource,
  getCommand,
  latest,
  roleResource,
  saveAuthRole,
  userResource,
  valveSlaveResource,
} from '@sluice/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { launchBrowser } from '../src/browser/browser.ts'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { GIVEN_PASSWORD, takeOver } from '../src/browser/first-password.ts'
import { connectMovingValve, type MovingValve } from '../src/field/moving-valve.ts'
import { makeMqttDevice } from '../src/field/mqtt-device.ts'
import { until } from '../src/platform/wait.ts'

const NAME = '东干渠-12#阀'
const PASSWORD = 'barley-2-meadow'
const TARGET = 40
/** Where the valve pauses until both users have seen it move. */
const HALFWAY = 20
const STROKE_MS = 10_000

let server: ConsoleServer
let browser: Browser
let admin: ApiClient
let valve: MovingValve
let deviceId = ''
let operator: ConsoleDriver
let colleague: ConsoleDriver
let stranger: ConsoleDriver
/** Messages received on the stranger's live channel. */
const overheard: string[] = []

const panelOf = ({ page }: ConsoleDriver) => page.locator('.valve-panel')
const reportedOf = (driver: ConsoleDriver) => panelOf(driver).getByTestId('panel-reported').textContent()
const looksOf = (driver: ConsoleDriver) =>
  panelOf(driver)
    .locator('[data-step]')
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-look')))

/** The state of the panel, recorded at each change with its time. */
interface Glance {
  at: number
  reported: number | null
  target: number | null
  /** The look of the command box; null without one. */
  box: string | null
  confirmed: string | null
  /** How far below the panel's upper edge STOP stands, px. */
  stop: number
}

/** Runs in the page: records every change of the panel, however brief. */
function watchPanel(): void {
  const glances: Glance[] = []
  Object.assign(window, { glances })
  const numberIn = (selector: string) => {
    const found = /(\d+)%/.exec(document.querySelector(selector)?.textContent ?? '')
    return found ? Number(found[1]) : null
  }
  const look = () => {
    const box = document.querySelector('.valve-panel .command-box')
    const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0
    const glance = {
      stop: Math.round(top('.valve-panel [data-testid="control-STOP"]') - top('.valve-panel')),
      reported: numberIn('.valve-panel [data-testid="panel-reported"]'),
      target: numberIn('.valve-panel [data-testid="panel-target"]'),
      box: /box-(\w+)/.exec(box?.className ?? '')?.[1] ?? null,
      confirmed: box?.querySelector('[data-step="confirmed"]')?.getAttribute('data-look') ?? null,
    }
    const { at: _at, ...before } = glances.at(-1) ?? { at: 0 }
    if (JSON.stringify(before) !== JSON.stringify(glance)) glances.push({ at: Date.now(), ...glance })
  }
  look()
  new MutationObserver(look).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}
const glancesOf = ({ page }: ConsoleDriver): Promise<Glance[]> =>
  page.evaluate(() => (window as unknown as { glances: Glance[] }).glances)

async function admit(username: string, deptId: string, roleId: string): Promise<ConsoleDriver> {
  const person = { username, nickName: `${username}工`, deptId, password: GIVEN_PASSWORD, status: 'NORMAL' }
  const userId = await admin.insert(userResource, person)
  await admin.call(saveAuthRole, { userId, roleIds: [roleId] })
  await takeOver(server.url, username, PASSWORD)
  return openConsole(browser, server.url)
}

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const department = (name: string) => admin.insert(departmentResource, { name, kind: 'CUSTOMER', status: 'NORMAL' })
  const [east, west] = [await department('东灌区'), await department('西灌区')]
  const roles = await admin.page(roleResource, { limit: 100 })
  const roleId = roles.list.find((role) => role['code'] === 'ROLE_OPERATOR')!.id
  const made = await makeMqttDevice(admin, { name: NAME, deptId: east, lng: 116.45, lat: 37.06 })
  deviceId = made.id
  const manner = { patient: true, restsAt: HALFWAY, values: { mode: 'REMOTE' } }
  valve = await connectMovingValve(made, { strokeMs: STROKE_MS, ...manner })
  operator = await admit('lin', east, roleId)
  colleague = await admit('wang', east, roleId)
  stranger = await admit('zhao', west, roleId)
  stranger.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => overheard.push(payload.toString())),
  )
})

afterAll(async () => {
  await valve?.end()
  await browser?.close()
  await server?.stop()
})

describe('a valve is moved to 40 %, and no user is shown more than it reported', () => {
  it('is found on the map by two users of its department', async () => {
    await operator.signIn('lin', PASSWORD)
    await colleague.signIn('wang', PASSWORD)
    for (const { page } of [operator, colleague]) {
      await page.getByTestId('map-search').fill('12#')
      await page.locator(`[data-testid="map-list-row"][data-id="${deviceId}"]`).waitFor()
      await page.getByTestId('map-search').press('Enter')
      await page
        .getByTestId('map-drawer')
        .and(page.locator(`[data-id="${deviceId}"]`))
        .waitFor()
    }
    for (const driver of [operator, colleague]) {
      await until('the reported opening', async () => (await reportedOf(driver))?.includes('0%'))
      expect(await panelOf(driver).getByTestId('panel-target').count()).toBe(0)
      await driver.page.evaluate(watchPanel)
    }
  })

  it('is commanded to 40 %: after the confirmation both see it dashed beside the reported 0 %', async () => {
    const { page } = operator
    await panelOf(operator).getByTestId('control-SET_OPENING').click()
    const choice = page.getByTestId('opening-choice')
    await choice.getByRole('textbox').fill(String(TARGET))
    await choice.getByTestId('opening-send').click()
    const asked = page.getByTestId('confirm-command')
    expect(await asked.textContent()).toContain(`${NAME}0 % → ${TARGET} %`)
    expect(valve.asked).toEqual([])
    await asked.getByTestId('confirm-send').click()
    await until('the question at the valve', () => valve.asked.includes('setValve'))
    const seen = async (driver: ConsoleDriver) => {
      await panelOf(driver).locator('.command-box.box-pending').waitFor()
      await until('the step that it was sent', async () => (await looksOf(driver))[1] === 'done')
      expect(await looksOf(driver)).toEqual(['done', 'done', 'current', 'coming', 'coming'])
      expect(await reportedOf(driver)).toContain('反馈 0%')
      expect(await panelOf(driver).getByTestId('panel-target').textContent()).toContain(`目标 ${TARGET}%`)
    }
    await Promise.all([operator, colleague].map(seen))
    expect((await admin.page(valveSlaveResource, { pending: true })).total).toBe(1)
  })

  it('moves and arrives: both follow its reports and see the proof', async () => {
    valve.obey()
    const accompany = async (driver: ConsoleDriver) => {
      await panelOf(driver).locator('[data-step="moving"][data-look="moving"]').waitFor()
      await until('halfway', async () => (await reportedOf(driver))?.includes(`反馈 ${HALFWAY}%`))
    }
    await Promise.all([operator, colleague].map(accompany))
    valve.goOn()
    const arrive = async (driver: ConsoleDriver) => {
      // The page records it itself: a busy page may draw nothing during the three seconds of the box.
      const confirmed = async () => (await glancesOf(driver)).some(({ box }) => box === 'confirmed')
      await until('the proof', confirmed, STROKE_MS * 3)
      await panelOf(driver).locator('.command-box').waitFor({ state: 'detached' })
      expect(await reportedOf(driver)).toContain(`${TARGET}%`)
    }
    await Promise.all([operator, colleague].map(arrive))
    expect((await admin.page(valveSlaveResource, { pending: true })).total).toBe(0)
  })

  it('was never shown at an unreported position, or as confirmed too early', async () => {
    const saidAt = new Map(valve.said.toReversed().map(({ opening, at }) => [opening, at]))
    for (const driver of [operator, colleague]) {
      const glances = await glancesOf(driver)
      const shown = glances.filter(({ reported }) => reported !== null)
      const early = shown.filter(({ at, reported }) => at < (saidAt.get(reported!) ?? Number.POSITIVE_INFINITY))
      expect(early).toEqual([])
      // It was seen moving, not only before and after.
      expect(shown.some(({ reported }) => reported! > 0 && reported! < TARGET)).toBe(true)
      const unproven = glances.filter(({ box }) => box === 'pending' || box === 'moving')
      expect(unproven.length).toBeGreaterThan(2)
      expect(unproven.every(({ target, confirmed }) => target === TARGET && confirmed !== 'done')).toBe(true)
      const proven = glances.filter(({ box }) => box === 'confirmed')
      // The step may be drawn a frame before the number that proves it, which then is still the previous one.
      expect(proven.filter(({ at, target }) => at < saidAt.get(TARGET)! || target !== null)).toEqual([])
      expect(proven.at(-1)?.reported).toBe(TARGET)
    }
  })

  it('had STOP in one place all the while: at rest, while it was asked, moving, proven, and at rest again', async () => {
    for (const driver of [operator, colleague]) {
      const glances = await glancesOf(driver)
      expect(new Set(glances.map(({ box }) => box)).size).toBeGreaterThan(2)
      const places = glances.map(({ stop }) => stop)
      expect(Math.min(...places)).toBeGreaterThan(0)
      expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(1)
    }
  })

  it('has its row in the ledger, the same for both: the user, the attempts, the proof', async () => {
    const { list } = await admin.call(commandPage, { deviceId })
    // A valve that was paused for long got the command again: the ledger has the number of attempts.
    const attempts = valve.asked.length
    expect(list).toMatchObject([
      { code: 'SET_OPENING', status: 'EXECUTED', attempts, operatorName: 'lin工', after: { opening: TARGET } },
    ])
    for (const driver of [operator, colleague]) {
      await driver.page.goto(`/device/detail/${deviceId}?tab=commands`)
      const row = driver.screen.locator('tr.ant-table-row')
      await row.locator('.chip', { hasText: '已确认' }).waitFor()
      expect(await row.count()).toBe(1)
      for (const words of [`设定开度 ${TARGET} %`, 'lin工']) expect(await row.textContent()).toContain(words)
    }
  })

  it('does not exist for a user of another department: on the map, in the list, by its address, on the live channel', async () => {
    await stranger.signIn('zhao', PASSWORD)
    await stranger.page.getByText('还没有设备').waitFor()
    await stranger.open('/valve/slave')
    await stranger.screen.getByText('暂无数据').waitFor()
    await stranger.page.goto(`/device/detail/${deviceId}`)
    await stranger.settled()
    expect(await panelOf(stranger).count()).toBe(0)
    expect(await stranger.page.locator('body').textContent()).not.toContain(NAME)
    const theirs = await createClient(server.url).signIn('zhao', PASSWORD)
    const { list } = await admin.call(commandPage, { deviceId })
    expect((await theirs.call(commandPage, {})).total).toBe(0)
    await expect(theirs.call(getCommand, { id: list[0]!.id })).rejects.toMatchObject({ key: 'not-found' })
    await expect(theirs.call(latest, { deviceId })).rejects.toMatchObject({ key: 'not-found' })
    expect(overheard.length).toBeGreaterThan(0)
    expect(overheard.filter((frame) => frame.includes(`"deviceId":"${deviceId}"`))).toEqual([])
    expect([...operator.complaints, ...colleague.complaints]).toEqual([])
  })
})
