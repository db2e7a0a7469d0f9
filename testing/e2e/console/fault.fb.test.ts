import { faultCount, getInfo, getRouterList, type UserInfo } from '@sluice/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answers, answersFor } from '../../src/invariants/answers.ts'
import type { ConsoleDriver } from '../../src/browser/console-driver.ts'
import { type FaultLine, startFaultLine } from '../../src/field/fault-line.ts'
import { until } from '../../src/platform/wait.ts'
import { openStage, showInside, type Stage, stopClock, toasts } from './stage.ts'

let stage: Stage
let line: FaultLine
let console_: ConsoleDriver
let page: Page
let answers: Answers

beforeAll(async () => {
  stage = await openStage()
  line = await startFaultLine(stage.server.url)
  console_ = await stage.actors.window(stage.browser, 'operator', { base: line.url })
  page = console_.page
  answers = answersFor(page)
  await page.clock.install()
  await page.addInitScript(countSockets)
})
afterEach(() => answers.forget())
afterAll(async () => {
  await console_?.close()
  await line?.stop()
  await stage?.close()
})

/** Runs in the page: counts the fault sockets that it considers open or connecting. */
function countSockets(): void {
  const held = { sockets: 0 }
  const Native = window.WebSocket
  window.WebSocket = class extends Native {
    constructor(address: string | URL) {
      super(address)
      if (!new URL(this.url).pathname.startsWith('/fault/')) return
      held.sockets++
      this.addEventListener('close', () => held.sockets--)
    }
  }
  Object.assign(window, { held })
}
/** The page has noticed that its socket closed, or that an attempt failed. */
const lost = () =>
  until('a page without a fault socket', () => page.evaluate(() => Reflect.get(window, 'held').sockets === 0))

const badge = (): Locator => page.getByTestId('fault-badge')
const bubble = async () => ((await badge().count()) === 0 ? undefined : badge().locator('.num').allTextContents())
const bubbleIs = (text: string | null) =>
  until(`the bubble ${text}`, async () => (await bubble())?.join() === (text ?? ''))
const notices = (): Promise<string[]> => page.locator('.fault-notice p').allTextContents()
const opened = (attempts: number) =>
  until('an open fault socket', () => line.attempts.length >= attempts && line.open() === 1)

/** Loads the page and waits until its socket is open; time goes on. */
async function fresh(path = '/device/index'): Promise<void> {
  line.mode = 'own'
  await page.clock.resume()
  const before = line.attempts.length
  await page.goto(path)
  await badge().waitFor()
  await opened(before + 1)
}

describe('the number', () => {
  it('FB-1 is 0 for anything but a number, without a message', async () => {
    await fresh()
    for (const said of [
      { data: -1 },
      { data: '7' },
      { data: null },
      { code: 500, data: 9 },
      { code: 10411, data: 9 },
      { code: 4, status: 401 },
      { status: 502, body: '<html>' },
    ]) {
      await answers.say(faultCount.path, said)
      // The list of faults fetches the number whenever it is shown.
      await showInside(page, '/device/index')
      await showInside(page, '/fault/fault-device')
      await until('the call', () => answers.count(faultCount.path) > 0)
      await console_.settled()
      expect([await bubble(), await toasts(page), await page.getByRole('dialog').count()]).toEqual([[], [], 0])
    }
  })

  it('FB-2 is shown up to 99, then 99+, and not at all at 0', async () => {
    await answers.say(faultCount.path, { data: 99 })
    await fresh()
    await bubbleIs('99')
    line.tell({ count: 100, message: '' })
    await bubbleIs('99+')
    line.tell({ count: 0, message: '' })
    await bubbleIs(null)
    expect(await badge().isVisible()).toBe(true)
  })

  it('FB-3 opens the faults, and is no link for users who may not see them', async () => {
    await fresh()
    await badge().click()
    await page.waitForURL('**/fault/fault-device')
    await answers.say(getRouterList.path, { data: [] })
    await fresh('/dashboard')
    expect(await badge().evaluate((one) => one.tagName)).toBe('SPAN')
  })

  it('FB-13, AM-10 (3 of 3) is fetched with the shell, after every reconnect, and by the list of faults', async () => {
    await answers.say(faultCount.path, { data: 1 })
    await fresh()
    await bubbleIs('1')
    await answers.say(faultCount.path, { data: 2 })
    const before = line.attempts.length
    line.cut()
    await page.clock.runFor(100)
    await opened(before + 1)
    await bubbleIs('2')
    await answers.say(faultCount.path, { data: 3 })
    await console_.open('/fault/fault-device')
    await bubbleIs('3')
    expect(answers.count(faultCount.path)).toBeGreaterThan(0)
  })
})

describe('the messages', () => {
  it('FB-7 (1 of 2) change the number and are shown as 警告, word by word', async () => {
    await fresh()
    await stopClock(page)
    line.tell({ count: 5, message: '' })
    await bubbleIs('5')
    line.tell({ message: '<b>东干渠</b>：电机堵转' })
    const notice = page.locator('.fault-notice')
    await notice.getByText('<b>东干渠</b>：电机堵转').waitFor()
    expect(await notice.locator('b').allTextContents()).toEqual(['警告'])
    await bubbleIs('5')
    line.tell('{"count":')
    line.tell({ count: 6 })
    await bubbleIs('6')
    expect(await notices()).toHaveLength(1)
  })

  it('FB-8 (part) are at most three, the same one once in five seconds, none on a hidden page', async () => {
    await fresh()
    await stopClock(page)
    for (const message of ['一', '一', '二', '三', '四']) line.tell({ count: 1, message })
    await until('three notices', async () => (await notices()).join() === '二,三,四')
    await page.clock.runFor(9_000)
    await until('none of them', async () => (await notices()).length === 0)
    line.tell({ count: 1, message: '一' })
    await until('it again', async () => (await notices()).join() === '一')
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
    line.tell({ count: 8, message: '看不见' })
    await bubbleIs('8')
    expect(await notices()).toEqual(['一'])
  })
})

describe('the socket', () => {
  it('FB-4, FB-12 (part) is one, at the department’s path with an id of 32 letters; a new one has another id', async () => {
    await fresh()
    const { deptId } = stage.actors
    expect(line.attempts.at(-1)!.path).toMatch(new RegExp(`^/fault/${deptId}/[A-HJKMNP-TW-Za-fh-kmnpr-tw-z2-8]{32}$`))
    const before = line.attempts.length
    line.cut()
    await page.clock.runFor(100)
    await opened(before + 1)
    expect(new Set(line.attempts.map(({ path }) => path)).size).toBe(line.attempts.length)
    expect(line.open()).toBe(1)
  })

  it('FB-9 (part), FB-10 (part) reconnects at once after a loss, then waits longer and longer', async () => {
    await fresh()
    await stopClock(page)
    const before = line.attempts.length
    line.mode = 'down'
    line.cut()
    /**
     * Attempts within this many steps of a tenth of a second, each of which begins when the previous attempt has
     * failed.
     */
    const triesAfter = async (steps: number) => {
      for (let step = 0; step < steps; step++) {
        await lost()
        await page.clock.runFor(100)
      }
      await lost()
      return line.attempts.length - before
    }
    expect(await triesAfter(1)).toBe(1)
    // The waits are 1, 2, 4 and 8 s, each times 0.5 to 1.5.
    const tries = await triesAfter(99)
    expect(tries).toBeGreaterThanOrEqual(4)
    expect(tries).toBeLessThanOrEqual(6)
    line.mode = 'own'
    for (let step = 0; step < 46 && line.open() === 0; step++) await page.clock.runFor(1_000)
    await opened(before + 1)
  })

  it('FB-11 (part) is not opened again after a clean close, nor after a refusal', async () => {
    for (const code of [1000, 1008, 4403]) {
      await fresh()
      const before = line.attempts.length
      line.closeCleanly(code)
      await lost()
      await page.clock.runFor(60_000)
      expect(line.attempts.length).toBe(before)
    }
  })

  it('FB-11 (part) waits for a server that restarts', async () => {
    await fresh()
    const before = line.attempts.length
    line.closeCleanly(1012)
    await lost()
    await page.clock.runFor(2_000)
    await opened(before + 1)
    expect(line.attempts.length).toBe(before + 1)
  })

  it('FB-15 pauses while the browser is offline and resumes with it', async () => {
    await fresh()
    const before = line.attempts.length
    await page.context().setOffline(true)
    await until('a page that knows', () => page.evaluate(() => !navigator.onLine))
    line.cut()
    await lost()
    await page.clock.runFor(60_000)
    expect(line.attempts.length).toBe(before)
    await page.context().setOffline(false)
    await opened(before + 1)
  })

  it('FB-14 (1 of 2) is not opened without a department, and closed with the session', async () => {
    await fresh()
    await console_.signOut()
    await until('a closed socket', () => line.open() === 0)
    const before = line.attempts.length
    await page.clock.runFor(60_000)
    expect(line.attempts.length).toBe(before)
    await console_.close()
    console_ = await stage.actors.window(stage.browser, 'operator', { base: line.url })
    page = console_.page
    answers = answersFor(page)
    await answers.change(getInfo.path, (info: UserInfo) => ({ ...info, deptId: '' }))
    await answers.say(faultCount.path, { data: 4 })
    await page.goto('/device/index')
    await bubbleIs('4')
    expect(line.attempts.length).toBe(before)
  })
})
