import { getInfo, getRouterList, type MenuRoute, type UserInfo } from '@sluice/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answers, answersFor } from '../../src/invariants/answers.ts'
import { createClient } from '../../src/platform/client.ts'
import { type ConsoleDriver, MOVING } from '../../src/browser/console-driver.ts'
import { PASSWORD } from '../../src/platform/people.ts'
import { until } from '../../src/platform/wait.ts'
import { addressOf, goInside, openStage, PATIENT, showInside, type Stage, toasts } from './stage.ts'

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
afterAll(async () => {
  await console_?.close()
  await stage?.close()
})

afterEach(() => answers.forget())

const side = (): Locator => page.getByTestId('sidebar')
const width = async (what: Locator) => Math.round((await what.boundingBox())?.width ?? 0)
const link = (path: string): Locator => side().locator(`a[href="${path}"]`)
const folder = (title: string): Locator => side().getByRole('button', { name: title, exact: true })
const everyRoute = (menu: readonly MenuRoute[]): MenuRoute[] =>
  menu.flatMap((one) => [one, ...everyRoute(one.children ?? [])])
/** The screens of a tree that are not hidden, each with its address. */
const shownOf = (menu: readonly MenuRoute[], parent = ''): string[] =>
  menu
    .filter((one) => !one.hidden)
    .flatMap((one) => {
      const path = one.path.startsWith('/') ? one.path : `${parent}/${one.path}`
      return one.children ? shownOf(one.children, path.replace(/\/$/, '')) : [`${path} ${one.meta.title}`]
    })
const entry = (path: string, component: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute => ({
  path,
  name: title,
  component,
  hidden: false,
  alwaysShow: false,
  meta: { title },
  ...more,
})

describe('the menu', () => {
  it('MR-1 shows each user the menu that the server’s tree has for them', async () => {
    const viewer = await createClient(stage.server.url).signIn('viewer', PASSWORD)
    const window = await stage.actors.window(stage.browser, 'viewer')
    const trees = [await stage.actors.admin.call(getRouterList), await viewer.call(getRouterList)] as const
    for (const [at, driver] of [console_, window].entries()) {
      await driver.page.goto('/device/index')
      await driver.settled()
      const shown = (await driver.menu()).map(({ path, title }) => `${path} ${title}`)
      expect(shown.toSorted()).toEqual(shownOf(trees[at]!).toSorted())
    }
    const [mine, theirs] = trees.map((tree) => shownOf(tree).join())
    expect(mine).toContain('/admin/user')
    expect(theirs).not.toContain('/admin/')
    expect(theirs).toContain('/device/index')
    await window.close()
  })

  it('MR-16 (part) has entries with all their fields, and none for a button', async () => {
    const all = everyRoute(await stage.actors.admin.call(getRouterList))
    for (const one of all) {
      expect(one).toMatchObject({
        path: expect.any(String),
        name: expect.any(String),
        meta: { title: expect.any(String) },
      })
      expect([typeof one.hidden, typeof one.alwaysShow]).toEqual(['boolean', 'boolean'])
      expect(one.component).toMatch(/^(Layout|ParentView|[a-z]+(\/[a-z-]+){1,2})$/)
    }
    expect(all.map((one) => one.meta.title)).not.toContain('新增用户')
  })

  it('MR-14 (part), MR-15 addresses are area and screen in kebab case, with the specified titles', async () => {
    await page.goto('/admin/dept')
    await console_.settled()
    const menu = await console_.menu()
    // The office has a level more (OF-9: /workflow/process/start).
    for (const { path } of menu) expect(path).toMatch(/^\/(dashboard|[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*){1,2})$/)
    const titleOf = new Map(menu.map(({ path, title }) => [path, title]))
    expect(titleOf.get('/dashboard')).toBe('地图监控')
    expect(titleOf.get('/fault/fault-device')).toBe('设备故障')
    expect(titleOf.get('/valve/slave')).toBe('阀门列表')
    // The profile is reached by the account's menu, with the screen's own title.
    await goInside(page, '/profile/index')
    expect(await page.getByTestId('tab-/profile/index').textContent()).toBe('个人信息')
  })

  it('MR-3 (1 of 2), SEC-7 (3 of 3), MR-4, MR-7 (2 of 2), MR-8 an unknown module, a hidden screen, a link outside and a deep one', async () => {
    const tree = [
      entry('/a', 'Layout', '甲', {
        children: [
          entry('none', 'no/such-screen', '没有的'),
          entry('roles', 'admin/role', '角色'),
          entry('hidden', 'admin/dept', '藏着的', { hidden: true }),
          entry('https://help.example/guide', 'x', '手册'),
          entry('deep', 'ParentView', '深', { alwaysShow: true, children: [entry('er', 'admin/user', '更深')] }),
        ],
      }),
    ]
    await answers.say(getRouterList.path, { data: tree })
    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    await page.goto('/a/none')
    await console_.screen.getByText('页面未找到').waitFor()
    await until('the warning', () => warnings.join().includes('no/such-screen'))
    await link('/a/none').waitFor()
    await console_.open('/a/roles')
    await console_.screen.getByRole('button', { name: '新增' }).first().waitFor()
    expect(await side().getByText('藏着的').count()).toBe(0)
    await goInside(page, '/a/hidden')
    await page.getByTestId('tab-/a/hidden').waitFor()
    const outside = side().getByRole('link', { name: '手册' })
    expect(await outside.getAttribute('href')).toBe('https://help.example/guide')
    expect([await outside.getAttribute('target'), await outside.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ])
    await showInside(page, '/a/deep/er')
    expect(await page.locator('.shell').count()).toBe(1)
  })

  it('MR-6 (part) a folder’s address opens its first screen', async () => {
    await page.goto('/admin')
    await console_.screen.waitFor()
    await expect.poll(() => addressOf(page), PATIENT).toBe('/admin/user')
  })

  it('MR-17 ends at the sign-in when it cannot be fetched, with one message', async () => {
    await answers.say(getRouterList.path, { code: 500, message: '菜单坏了' })
    await page.goto('/admin/user')
    await page.waitForURL((url) => url.pathname === '/login')
    await page.getByText('菜单坏了').waitFor()
    expect(addressOf(page)).toBe(`/login?redirect=${encodeURIComponent('/admin/user')}`)
    expect(await toasts(page)).toEqual(['菜单坏了'])
  })
})

describe('the sidebar', () => {
  it('SB-1 (1 of 2), SB-2 (1 of 2), SB-3, AM-30 (1 of 2) is 210 px wide, 54 px when folded, and remembers it', async () => {
    await page.goto('/admin/dept')
    await console_.screen.waitFor()
    expect(await width(side())).toBe(210)
    const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebarOpened')?.value
    expect(await kept()).toBeUndefined()
    await page.getByTestId('hamburger').click()
    await until('a narrow sidebar', async () => (await width(side())) === 54)
    expect(await kept()).toBe('0')
    await page.reload()
    await console_.screen.waitFor()
    expect(await width(side())).toBe(54)
  })

  it('SB-1 (2 of 2) folded it shows icons with titles as tooltips, and a folder’s screens open beside it', async () => {
    expect(await folder('系统管理').getAttribute('title')).toBe('系统管理')
    await folder('系统管理').hover()
    await link('/admin/role').waitFor()
    await link('/admin/role').click()
    await page.waitForURL('/admin/role')
  })

  it('SB-2 (2 of 2), SB-10 folding moves no entry by itself, and the list scrolls on its own', async () => {
    await page.emulateMedia(MOVING)
    const moving = await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-testid="hamburger"]')!.click()
      return new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          // Fading after the pointer left is not a movement.
          const isFading = (one: Animation) => Reflect.get(one, 'transitionProperty') === 'background-color'
          const moved = document.getAnimations().filter((one) => !isFading(one))
          const targets = moved.map(({ effect }) => (effect as KeyframeEffect).target)
          resolve(targets.filter((target) => target?.closest('.side-list')).length)
        })
      })
    })
    expect(moving).toBe(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await until('a wide sidebar', async () => (await width(side())) === 210)
    expect((await page.context().cookies()).find(({ name }) => name === 'sidebarOpened')?.value).toBe('1')
    await page.setViewportSize({ width: 1440, height: 260 })
    const list = side().locator('.side-list')
    await list.hover()
    await page.mouse.wheel(0, 120)
    await until('a scrolled list', () => list.evaluate((one) => one.scrollTop > 0))
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('SB-4 highlights the entry of the current path, or the one the screen names', async () => {
    await console_.open('/admin/dept')
    expect(await side().locator('[aria-current="page"]').allTextContents()).toEqual(['部门管理'])
    await goInside(page, '/device/detail/1')
    await until('the device list lit', async () =>
      (await side().locator('[aria-current="page"]').allTextContents()).includes('设备列表'),
    )
  })

  it('SB-6 has one folder open at a time, the one of the current path at first', async () => {
    await page.goto('/admin/dept')
    await console_.screen.waitFor()
    const open = () => side().locator('button[aria-expanded="true"]').allTextContents()
    expect(await open()).toEqual(['系统管理'])
    await folder('日志').click()
    expect(await open()).toEqual(['日志'])
    await folder('日志').click()
    expect(await open()).toEqual([])
  })

  it('SB-7 (1 of 2) has a logo row that links home: logo and name, only the logo folded, only the name without a logo', async () => {
    const logo = side().locator('.side-logo')
    const shown = async () => [await logo.locator('img, svg').count(), (await logo.textContent()) ?? '']
    const named = (more: Partial<UserInfo>) => answers.change(getInfo.path, (info: UserInfo) => ({ ...info, ...more }))
    const picture =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await named({ webName: '清河水务', logo: picture })
    await page.reload()
    await console_.screen.waitFor()
    expect(await logo.getAttribute('href')).toBe('/')
    expect(await shown()).toEqual([1, '清河水务'])
    await page.getByTestId('hamburger').click()
    await until('the picture alone', async () => (await logo.textContent()) === '')
    expect(await shown()).toEqual([1, ''])
    await page.getByTestId('hamburger').click()
    await named({ webName: '清河水务', logo: null })
    await page.reload()
    await console_.screen.waitFor()
    expect(await shown()).toEqual([0, '清河水务'])
  })

  it('SB-7 (2 of 2) hides the row when the switch is off', async () => {
    const bare = await stage.actors.window(stage.browser, 'viewer', {
      kept: { 'layout-setting': JSON.stringify({ sidebarLogo: false }) },
    })
    await bare.page.goto('/fault/fault-device')
    await bare.page.getByTestId('sidebar').waitFor()
    expect(await bare.page.locator('.side-logo').count()).toBe(0)
    await bare.close()
  })

  it('SEC-7 (2 of 3), SB-8 (2 of 2) draws no image from an invalid address, and the built-in one when it is broken', async () => {
    for (const logo of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', '/no/such.png']) {
      await answers.change(getInfo.path, (info: UserInfo) => ({ ...info, logo, avatarPath: logo }))
      await page.reload()
      await console_.screen.waitFor()
      await until(
        'no broken picture',
        async () => (await page.locator('.side-logo img, .avatar-button img').count()) === 0,
      )
      expect(await side().locator('.side-logo svg').count()).toBe(1)
      expect(await page.locator('.avatar-button .avatar').count()).toBe(1)
    }
  })

  it('SB-9 follows the side theme at once, and its active entry the theme colour', async () => {
    await page.reload()
    await console_.screen.waitFor()
    const colours = () =>
      page.evaluate(() => {
        const colour = (selector: string, name: 'color' | 'backgroundColor') =>
          getComputedStyle(document.querySelector(selector)!)[name]
        return { ground: colour('.side', 'backgroundColor'), lit: colour('.side-row.on', 'color') }
      })
    await page.getByTestId('avatar-menu').click()
    await page.getByRole('menuitem', { name: '布局设置' }).click()
    const panel = page.getByTestId('settings-panel')
    const grounds = new Set([(await colours()).ground])
    for (const name of ['theme-light', 'theme-night']) {
      await panel.locator(`label[data-side="${name}"]`).click()
      await until('another ground', async () => !grounds.has((await colours()).ground))
      grounds.add((await colours()).ground)
    }
    expect(grounds.size).toBe(3)
    const { lit } = await colours()
    await panel.locator('label', { has: page.getByRole('radio', { name: /#ff8c00/i }) }).click()
    await until('another lit entry', async () => (await colours()).lit !== lit)
  })
})
