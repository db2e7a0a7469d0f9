import { getInfo, getRouterList, type MenuRoute, type UserInfo } from '@sluice/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answers, answersFor } from '../../src/invariants/answers.ts'
import type { ConsoleDriver } from '../../src/browser/console-driver.ts'
import { until } from '../../src/platform/wait.ts'
import { goInside, isAt, openStage, PATIENT, scrollDown, type Stage, toasts } from './stage.ts'

let stage: Stage
let console_: ConsoleDriver
let page: Page
let answers: Answers

beforeAll(async () => {
  stage = await openStage()
  console_ = await stage.actors.window(stage.browser, 'admin')
  page = console_.page
  answers = answersFor(page)
  await page.goto('/admin/dept')
  await console_.settled()
})
afterAll(async () => {
  await console_?.close()
  await stage?.close()
})

const head = (): Locator => page.locator('header.head')
const left = async (what: Locator) => (await what.boundingBox())?.x ?? Number.NaN
const crumbs = (): Locator => page.getByTestId('breadcrumb')
const words = () => crumbs().locator('a, span').allTextContents()
const inOrder = (values: readonly number[]) => values.every((value, at) => at === 0 || value > values[at - 1]!)

describe('the header', () => {
  afterEach(() => answers.forget())

  it('HD-1, HD-2 (1 of 2), AM-17 from left to right: hamburger, breadcrumb, search, bell, fullscreen, size, account', async () => {
    const parts = ['hamburger', 'breadcrumb', 'head-find', 'fault-badge', 'fullscreen', 'size-menu', 'avatar-menu']
    const places = []
    for (const part of parts) places.push(await left(page.getByTestId(part)))
    expect(inOrder(places)).toBe(true)
  })

  it('HD-2 (2 of 2) on a phone search, bell and account stay, fullscreen and size disappear', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await page.getByTestId('size-menu').waitFor({ state: 'detached' })
    expect(await page.getByTestId('fullscreen').count()).toBe(0)
    for (const part of ['head-find', 'fault-badge', 'avatar-menu'])
      expect(await page.getByTestId(part).isVisible()).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByTestId('size-menu').waitFor()
  })

  it('HD-3 the account’s menu opens on click: profile, settings, and separately sign-out', async () => {
    await page.getByTestId('avatar-menu').click()
    const items = page.getByRole('menu').getByRole('menuitem')
    await items.first().waitFor()
    const titles = await items.allTextContents()
    const wanted = ['个人信息', '布局设置', '退出登录']
    expect(titles.filter((title) => wanted.includes(title))).toEqual(wanted)
    expect(titles.at(-1)).toBe('退出登录')
    expect(await items.last().evaluate((item) => getComputedStyle(item, '::before').borderTopWidth)).toBe('1px')
    await items.filter({ hasText: '个人信息' }).click()
    await page.waitForURL('/profile/index')
    await page.getByTestId('avatar-menu').click()
    await page.getByRole('menuitem', { name: '布局设置' }).click()
    await page.getByTestId('settings-panel').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('settings-panel').waitFor({ state: 'hidden' })
  })

  it('HD-4 a fixed header stays with the tabs while the content scrolls, right of the sidebar; else it scrolls along', async () => {
    const look = async (fixedHeader: boolean) => {
      await page.evaluate(
        (fixed) => localStorage.setItem('layout-setting', JSON.stringify({ fixedHeader: fixed })),
        fixedHeader,
      )
      await page.setViewportSize({ width: 1440, height: 300 })
      await page.goto('/admin/user')
      await console_.settled()
      await scrollDown(page, 150)
      const [bar, tabs] = [await head().boundingBox(), await page.locator('.tabs').boundingBox()]
      return { top: bar!.y, left: bar!.x, width: bar!.width, tabs: tabs!.y }
    }
    expect(await look(true)).toMatchObject({ top: 0, left: 210, width: 1230 })
    expect((await look(true)).tabs).toBeGreaterThan(0)
    expect((await look(false)).top).toBeLessThan(0)
    await page.evaluate(() => localStorage.removeItem('layout-setting'))
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('HD-5 a broken screen leaves the rest usable', async () => {
    await answers.say('/sysUser/page', { data: { list: 7, total: 'x' } })
    await page.goto('/admin/user')
    await console_.screen.getByText('页面出错').waitFor()
    expect(await head().isVisible()).toBe(true)
    await console_.open('/admin/role')
    await console_.screen.getByRole('button', { name: '新增' }).first().waitFor()
  })
})

describe('fullscreen', () => {
  const button = (): Locator => page.getByTestId('fullscreen')
  const isFull = () => page.evaluate(() => document.fullscreenElement === document.documentElement)
  const label = () => button().getAttribute('aria-label')
  beforeAll(async () => {
    await page.goto('/admin/dept')
    await console_.settled()
  })

  it('FS-1 is entered and left by the button, which follows changes by other means', async () => {
    for (const giveBack of [() => button().click(), () => page.evaluate(() => document.exitFullscreen())]) {
      expect([await isFull(), await label()]).toEqual([false, '全屏'])
      await button().click()
      await until('the whole screen', isFull)
      await expect.poll(label, PATIENT).toBe('退出全屏')
      await giveBack()
      await until('a window again', async () => !(await isFull()))
      await expect.poll(label, PATIENT).toBe('全屏')
    }
  })

  it('FS-2 that a browser does not support is reported in these words', async () => {
    await page.evaluate(() =>
      Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }),
    )
    await button().click()
    await page.locator('.toast-warning', { hasText: 'you browser can not work' }).waitFor()
    expect([await toasts(page), await isFull()]).toEqual([['you browser can not work'], false])
    await page.evaluate(() => Reflect.deleteProperty(document, 'fullscreenEnabled'))
    await page.locator('.toast').waitFor({ state: 'detached' })
  })

  it('FS-3 that is refused shows no message', async () => {
    const before = [...console_.complaints]
    await page.evaluate(() => {
      const root = document.documentElement
      root.requestFullscreen = () =>
        Promise.reject(new TypeError('Permissions check failed')).finally(() => (root.dataset['asked'] = ''))
    })
    await button().click()
    await page.locator('html[data-asked]').waitFor()
    expect([await label(), await toasts(page), console_.complaints]).toEqual(['全屏', [], before])
    await page.evaluate(() => Reflect.deleteProperty(document.documentElement, 'requestFullscreen'))
  })
})

describe('the breadcrumb', () => {
  const entry = (path: string, component: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute => ({
    path,
    name: title,
    component,
    hidden: false,
    alwaysShow: false,
    meta: { title },
    ...more,
  })
  const tree = [
    entry('/leave', 'Layout', '在线办公', {
      redirect: 'noRedirect',
      children: [
        entry('task', 'ParentView', '我的任务', {
          children: [
            entry('run-task', 'admin/role', '待办任务'),
            entry('quiet', 'admin/dept', '无痕', { meta: { title: '无痕', breadcrumb: false } }),
          ],
        }),
      ],
    }),
  ]

  beforeAll(async () => {
    await answers.say(getRouterList.path, { data: tree })
    await page.goto('/leave/task/run-task')
    await console_.settled()
  })

  it('BC-1 (1 of 2), BC-2 (part), BC-6 shows the map, the folders, the screen, with a slash between', async () => {
    expect(await words()).toEqual(['地图监控', '在线办公', '我的任务', '待办任务'])
    expect(await crumbs().locator('i').allTextContents()).toEqual(['/', '/', '/'])
    expect(await crumbs().getByRole('link', { name: '地图监控' }).getAttribute('href')).toBe('/dashboard')
  })

  it('BC-3 (1 of 2) the last level and those without a target are plain, the others are links', async () => {
    expect(await crumbs().getByRole('link').allTextContents()).toEqual(['地图监控', '我的任务'])
    await crumbs().getByRole('link', { name: '我的任务' }).click()
    await isAt(page, '/leave/task/run-task')
  })

  it('BC-4 a screen may be left out', async () => {
    await goInside(page, '/leave/task/quiet')
    await expect.poll(words, PATIENT).toEqual(['地图监控', '在线办公', '我的任务'])
  })

  it('BC-5 a redirect over /redirect/ does not show', async () => {
    await goInside(page, '/leave/task/run-task')
    await until('the way', async () => (await words()).at(-1) === '待办任务')
    await crumbs().evaluate((nav) => {
      const seen: string[] = []
      new MutationObserver(() => seen.push(nav.textContent ?? '')).observe(nav, {
        childList: true,
        characterData: true,
        subtree: true,
      })
      Object.assign(window, { seen, nav })
    })
    await goInside(page, '/redirect/leave/task/run-task?again=1')
    // The tab's own address is the last to change in such a redirect.
    await page.locator('.tab.on a[href="/leave/task/run-task?again=1"]').waitFor()
    await isAt(page, '/leave/task/run-task?again=1')
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([])
    expect(await crumbs().evaluate((nav) => nav === Reflect.get(window, 'nav'))).toBe(true)
  })

  it('BC-7 on a phone it is shortened and never pushes the account out', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByTestId('size-menu').waitFor({ state: 'detached' })
    const account = await page.getByTestId('avatar-menu').boundingBox()
    expect(account!.x + account!.width).toBeLessThanOrEqual(360)
    const way = await crumbs().boundingBox()
    expect(way!.x + way!.width).toBeLessThanOrEqual(account!.x)
    const cut = crumbs().locator('[aria-current]')
    expect(await cut.evaluate((one) => getComputedStyle(one).textOverflow)).toBe('ellipsis')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('BC-2 (part) on the map shows the map alone', async () => {
    await goInside(page, '/dashboard')
    await until('the map alone', async () => (await words()).join() === '地图监控')
    expect(await crumbs().getByRole('link').count()).toBe(0)
  })

  it('BC-8 (1 of 3) the title is the page’s, then the name of the user’s site', async () => {
    await answers.change(getInfo.path, (info: UserInfo) => ({ ...info, webName: '清河水务' }))
    await page.goto('/leave/task/run-task')
    await expect.poll(() => page.title(), PATIENT).toBe('待办任务 - 清河水务')
    await goInside(page, '/404')
    await expect.poll(() => page.title(), PATIENT).toBe('清河水务')
  })
})
