import { login } from '@sluice/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../../src/platform/api.ts'
import { answersFor } from '../../src/invariants/answers.ts'
import { type ConsoleDriver, openConsole } from '../../src/browser/console-driver.ts'
import { PASSWORD } from '../../src/platform/people.ts'
import { until } from '../../src/platform/wait.ts'
import { addressOf, goInside, isAt, listenToCalls, openStage, PATIENT, type Stage, stopClock, toasts } from './stage.ts'

const WRONG = 'not-the-passw0rd'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'authorization')

describe('the form', () => {
  let console_: ConsoleDriver
  let page: Page
  const form = {
    username: () => page.getByTestId('login-username'),
    password: () => page.getByTestId('login-password'),
    submit: () => page.getByTestId('login-submit'),
  }

  beforeAll(async () => {
    console_ = await openConsole(stage.browser, stage.server.url)
    page = console_.page
  })
  beforeEach(async () => {
    await page.goto('/login')
    await form.username().waitFor()
  })
  afterAll(() => console_?.close())

  it('SI-4, SI-7, SI-8, SI-11 (1 of 2) sends the name trimmed and the password sealed as it is; a refusal keeps the page', async () => {
    const sent = page.waitForRequest((request) => request.url().endsWith(login.path))
    await console_.fillLogin('  viewer ', ` ${PASSWORD}`)
    const body = (await sent).postData() ?? ''
    expect(JSON.parse(body)).toMatchObject({ username: 'viewer', platform: 'web' })
    expect(body).not.toContain(PASSWORD)
    // Without trimming it is another password.
    await page.getByRole('alert').filter({ hasText: '用户名或密码错误' }).waitFor()
    expect(await toasts(page)).toEqual(['用户名或密码错误'])
    expect(addressOf(page)).toBe('/login')
    expect(await form.username().inputValue()).toBe('  viewer ')
    await expect.poll(() => form.submit().isEnabled(), PATIENT).toBe(true)
  })

  it('logs no error of its own: nobody is asked for where nobody is signed in', async () => {
    const visitor = await openConsole(stage.browser, stage.server.url)
    const errors: string[] = []
    visitor.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const refused: string[] = []
    visitor.page.on('response', (answer) => answer.status() === 401 && refused.push(answer.url()))
    const look = async (path: string) => {
      await visitor.page.goto(path)
      await visitor.page.getByTestId('login-username').waitFor()
      await visitor.settled()
      return { errors: errors.splice(0), refused: refused.splice(0) }
    }
    const silence = { errors: [], refused: [] }
    expect([await look('/device/index'), await look('/login')]).toEqual([silence, silence])
    await visitor.signIn()
    await visitor.signOut()
    await visitor.settled()
    // What was under way when the session ended is no matter here.
    errors.length = refused.length = 0
    expect(await look('/login')).toEqual(silence)
    await visitor.close()
  })

  it('SI-11 (2 of 2) the message is shown for five seconds', async () => {
    const timed = await openConsole(stage.browser, stage.server.url)
    await timed.page.goto('/login')
    await timed.page.getByTestId('login-username').waitFor()
    await stopClock(timed.page)
    await answersFor(timed.page).say('/loginWithEncrypt', { code: 500, message: '服务器说不' })
    await timed.fillLogin('viewer', WRONG)
    await timed.page.getByText('服务器说不').waitFor()
    await timed.page.clock.runFor(4_500)
    expect(await toasts(timed.page)).toEqual(['服务器说不'])
    await timed.page.clock.runFor(1_500)
    expect(await toasts(timed.page)).toEqual([])
    await timed.close()
  })

  it('SI-6 shows and hides the password, with the cursor back in it, and warns of Caps Lock', async () => {
    await form.password().fill('Abc')
    await page.getByRole('button', { name: '显示密码' }).click()
    expect(await form.password().getAttribute('type')).toBe('text')
    expect(await form.password().evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: '隐藏密码' }).click()
    expect(await form.password().getAttribute('type')).toBe('password')
    expect(await form.password().evaluate((field) => field === document.activeElement)).toBe(true)
    const press = (capsLock: boolean) =>
      form.password().evaluate((field, modifierCapsLock) => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock }))
      }, capsLock)
    await press(true)
    await page.getByText('大写锁定').waitFor()
    await press(false)
    await page.getByText('大写锁定').waitFor({ state: 'detached' })
  })

  it('SI-5 Enter in the password submits; while the call runs the button is busy and nothing is sent twice', async () => {
    const answers = answersFor(page)
    await page.goto('/login?redirect=/fault/fault-device')
    const go = await answers.hold('/loginWithEncrypt')
    await form.username().fill('viewer')
    await form.password().fill(PASSWORD)
    await form.password().press('Enter')
    await until('a busy button', async () => (await form.submit().getAttribute('aria-busy')) === 'true')
    await form.password().press('Enter')
    go()
    await page.getByTestId('avatar-menu').waitFor()
    expect(answers.count('/loginWithEncrypt')).toBe(1)
    await answers.forget()
    await console_.signOut()
  })

  it('SI-9, SI-10 (part) user info, then the menu, then the requested page with its query', async () => {
    const { names } = listenToCalls(page)
    await page.goto('/fault/fault-device?level=3')
    await page.waitForURL((url) => url.pathname === '/login')
    names.length = 0
    await console_.signIn('viewer', PASSWORD)
    expect(addressOf(page)).toBe('/fault/fault-device?level=3')
    const steps = ['loginWithEncrypt', 'getInfo', 'getRouterList']
    expect(names.filter((name) => steps.includes(name))).toEqual(steps)
    expect(names.indexOf('getRouterList')).toBeLessThan(names.indexOf('faultCount'))
  })
})

describe('a session', () => {
  let console_: ConsoleDriver
  let page: Page

  beforeAll(async () => {
    console_ = await stage.actors.window(stage.browser, 'admin')
    page = console_.page
  })
  afterAll(() => console_?.close())

  it('SI-28 survives a reload: user info is fetched once and no sign-in form flashes', async () => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-testid="login-username"]')) Object.assign(window, { sawForm: true })
      }).observe(document, { childList: true, subtree: true })
    })
    const { names } = listenToCalls(page)
    await page.goto('/admin/role?keyword=x')
    await console_.screen.waitFor()
    await page.reload()
    await console_.settled()
    expect(addressOf(page)).toBe('/admin/role?keyword=x')
    expect(names.filter((name) => name === 'getInfo')).toHaveLength(2)
    expect(await page.evaluate(() => 'sawForm' in window)).toBe(false)
  })

  it('SI-12 (1 of 2), AM-29 carries its token in a header of every call', async () => {
    const { requests } = listenToCalls(page)
    await console_.open('/admin/user')
    const tokens = new Set(requests.map((request) => request.headers()['authorization']))
    expect(requests.length).toBeGreaterThan(0)
    expect([...tokens]).toEqual([expect.stringMatching(/^[^ ]{20,}$/)])
  })

  it('SI-13 keeps the token in a cookie that scripts cannot read', async () => {
    expect(await sessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(await page.evaluate(() => document.cookie)).not.toContain('authorization')
  })

  it('SI-18 (part), SI-19 ends at the sign-in when user info fails, and says so once', async () => {
    const answers = answersFor(page)
    await answers.say('/getInfo', { code: 500, message: '用户信息坏了' })
    await page.goto('/admin/user?keyword=x')
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByText('用户信息坏了').waitFor()
    expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/user?keyword=x')}`)
    expect(await toasts(page)).toEqual(['用户信息坏了'])
    await answers.forget()
  })

  it('SI-20, SI-21 (1 of 2) asks before it ends; cancelling changes nothing', async () => {
    await page.goto('/admin/role?keyword=x')
    await page.getByTestId('avatar-menu').click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    const dialog = page.getByRole('dialog', { name: '提示' })
    expect(await dialog.textContent()).toContain('确定要退出系统吗？')
    expect((await dialog.getByRole('button').allTextContents()).toSorted()).toEqual(['取消', '确定'].toSorted())
    await dialog.getByRole('button', { name: '取消' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe('/admin/role?keyword=x')
  })

  it('SI-21 (2 of 2), SI-22 (1 of 3) confirming calls the server, drops the token and opens the sign-in, which returns here', async () => {
    const ended = page.waitForResponse((response) => response.url().endsWith('/security/v1/sysUser/logout'))
    await console_.signOut()
    expect(await (await ended).json()).toMatchObject({ code: 0 })
    await isAt(page, `/login?redirect=${encodeURIComponent('/admin/role?keyword=x')}`)
    expect(await sessionCookie(page)).toBeUndefined()
    await page.goto('/')
    await page.waitForURL((url) => url.pathname === '/login')
  })

  it('SI-22 (2 of 3), SI-24 (part), TB-19 (2 of 2), AM-19 the next user in the same window finds nothing of the previous one', async () => {
    const sockets: { closed: boolean }[] = []
    page.on('websocket', (socket) => {
      const one = { closed: false }
      sockets.push(one)
      socket.on('close', () => (one.closed = true))
    })
    await page.goto('/login?redirect=/admin/user')
    await console_.signIn('admin', ADMIN_PASSWORD)
    await console_.open('/admin/role')
    await page.evaluate(() => Object.assign(window, { sameWindow: true }))
    const before = [...sockets]
    await console_.signOut()
    await until('closed sockets', () => before.length > 0 && before.every(({ closed }) => closed))
    await console_.signIn('viewer', PASSWORD)
    expect(await page.evaluate(() => 'sameWindow' in window)).toBe(true)
    // The first user's target is not one of the second user's screens.
    expect(addressOf(page)).toBe('/dashboard')
    expect(await page.locator('.tab').allTextContents()).toEqual(['地图监控'])
    expect(await page.locator('.view').count()).toBe(1)
    expect((await console_.menu()).map(({ path }) => path)).not.toContain('/admin/user')
    expect(await page.getByTestId('avatar-menu').textContent()).toContain('viewer')
  })

  it('SI-25 ends in every tab of the browser', async () => {
    const other = await page.context().newPage()
    await other.goto('/fault/fault-device')
    await other.getByTestId('avatar-menu').waitFor()
    await console_.signOut()
    await goInside(other, '/device/index')
    await other.waitForURL((url) => url.pathname === '/login')
    await other.getByTestId('login-username').waitFor()
    expect(await other.getByTestId('sidebar').count()).toBe(0)
    await other.close()
  })

  it('SI-23 ends here also when the server does not answer', async () => {
    await page.goto('/login?redirect=/fault/fault-device')
    await console_.signIn('viewer', PASSWORD)
    const answers = answersFor(page)
    await answers.drop('/sysUser/logout')
    await console_.signOut()
    await answers.forget()
    await goInside(page, '/device/index')
    await page.getByTestId('login-username').waitFor()
    expect(await toasts(page)).toEqual([])
  })
})
