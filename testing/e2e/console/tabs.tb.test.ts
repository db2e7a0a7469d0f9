import { getRouterList, type MenuRoute } from '@sluice/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answersFor } from '../../src/invariants/answers.ts'
import type { ConsoleDriver } from '../../src/browser/console-driver.ts'
import { until } from '../../src/platform/wait.ts'
import { addressOf, goInside, isAt, openStage, PATIENT, scrollDown, showInside, type Stage } from './stage.ts'

const MANY = 16

let stage: Stage
let console_: ConsoleDriver
let page: Page

const entry = (path: string, component: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute => ({
  path,
  name: title,
  component,
  hidden: false,
  alwaysShow: false,
  meta: { title },
  ...more,
})
/** The real menu and enough plain screens beside it for a long row of tabs. */
const plain = entry('/t', 'Layout', '标签', {
  children: [
    ...Array.from({ length: MANY }, (_, at) => entry(`n${at}`, `none/n${at}`, `页面${at}`)),
    entry('fresh', 'admin/role', '不缓存', { meta: { title: '不缓存', noCache: true } }),
    entry('untitled', 'none/untitled', 'Untitled', { meta: { title: '' } }),
    entry('unnamed', 'none/unnamed', '', { meta: { title: '无名' } }),
    entry('of/:id', 'none/of', '参数'),
  ],
})

/** Keeps its entry and its tab, with an empty page in place of the map, which is slow to draw. */
const withoutMap = (menu: readonly MenuRoute[]): MenuRoute[] =>
  menu.map((one) => ({
    ...one,
    component: one.component === 'dashboard/index' ? 'none/map' : one.component,
    ...(one.children && { children: withoutMap(one.children) }),
  }))

beforeAll(async () => {
  stage = await openStage()
  console_ = await stage.actors.window(stage.browser, 'admin')
  page = console_.page
  await answersFor(page).change(getRouterList.path, (menu: MenuRoute[]) => [...withoutMap(menu), plain])
})
afterAll(async () => {
  await console_?.close()
  await stage?.close()
})

const tab = (path: string): Locator => page.getByTestId(`tab-${path}`)
const handle = (path: string): Locator => tab(path).locator('a')
const bar = (): Locator => page.locator('.tab-list')
const paths = () =>
  page
    .locator('.tab-list .tab')
    .evaluateAll((tabs) => tabs.map((one) => one.getAttribute('data-testid')!.slice('tab-'.length)))
const active = () => page.locator('.tab-list .tab.on').getAttribute('data-testid')
const menu = (): Locator => page.getByTestId('tab-menu')
async function offers(...items: string[]): Promise<void> {
  await expect.poll(() => menu().getByRole('menuitem').allTextContents(), PATIENT).toEqual(items)
}

/** Visits addresses one after another without loading the page again. */
async function visit(...addresses: string[]): Promise<void> {
  for (const address of addresses) {
    await goInside(page, address)
    const path = address.split('?')[0]!
    await until(`the tab of ${address}`, async () => (await active()) === `tab-${path}`)
  }
}
async function choose(path: string, item: string): Promise<void> {
  await tab(path).click({ button: 'right' })
  await menu().getByRole('menuitem', { name: item, exact: true }).click()
}
/** Waits for the address in the bar and the active tab: the page follows its address after a moment. */
const at = (address: string) =>
  until(`the address ${address}`, async () => {
    return addressOf(page) === address && (await active()) === `tab-${address.split('?')[0]}`
  })

/** 地图监控, n0, n1?x=1, n2, with the last one active. */
beforeEach(async () => {
  await page.goto('/t/n0')
  await tab('/t/n0').waitFor()
  await visit('/t/n1?x=1', '/t/n2')
})

describe('tabs', () => {
  it('TB-1 are created by visits, one per path: a query reuses one, parameters create others', async () => {
    expect(await paths()).toEqual(['/dashboard', '/t/n0', '/t/n1', '/t/n2'])
    await visit('/t/n0?page=2', '/t/of/1', '/t/of/2')
    expect(await paths()).toEqual(['/dashboard', '/t/n0', '/t/n1', '/t/n2', '/t/of/1', '/t/of/2'])
    expect(await handle('/t/n0').getAttribute('href')).toBe('/t/n0?page=2')
  })

  it('TB-1 (part), TB-2 (3 of 3), TB-20 (1 of 2) are not created by pages without a name, by /404, /401 and /redirect/', async () => {
    const before = await paths()
    await showInside(page, '/t/unnamed')
    expect(await paths()).toEqual(before)
    for (const [path, words] of [
      ['/404', '页面不存在'],
      ['/401', '没有可用的功能'],
      ['/register', '未开放注册'],
      ['/auth-redirect', '前往登录'],
    ] as const) {
      await goInside(page, path)
      await page.getByText(words).first().waitFor()
    }
    await goInside(page, '/redirect/t/n0')
    await at('/t/n0')
    expect(await paths()).toEqual(before)
  })

  it('TB-2 (2 of 3) have the page’s title, or 未命名', async () => {
    await visit('/t/untitled')
    expect(await handle('/t/untitled').textContent()).toBe('未命名')
    expect(await handle('/t/n0').textContent()).toBe('页面0')
  })

  it('TB-3 pinned ones are there from the start and cannot be closed', async () => {
    expect((await paths())[0]).toBe('/dashboard')
    expect(await tab('/dashboard').getByTestId('tab-close').count()).toBe(0)
    await tab('/dashboard').click({ button: 'middle' })
    await tab('/dashboard').click({ button: 'right' })
    await offers('刷新', '关闭其他', '关闭全部')
    await page.keyboard.press('Escape')
    expect(await paths()).toContain('/dashboard')
  })

  it('TB-4 close by their cross or a middle click, which opens no window', async () => {
    const pages = page.context().pages().length
    await tab('/t/n0').getByTestId('tab-close').click()
    await tab('/t/n1').click({ button: 'middle' })
    await tab('/t/n1').waitFor({ state: 'detached' })
    expect(await paths()).toEqual(['/dashboard', '/t/n2'])
    expect(page.context().pages()).toHaveLength(pages)
    const scrolls = await handle('/t/n2').evaluate((one) =>
      one.dispatchEvent(new MouseEvent('mousedown', { button: 1, bubbles: true, cancelable: true })),
    )
    expect(scrolls).toBe(false)
  })

  it('TB-5 closing the active tab opens the last remaining one, with its query', async () => {
    await visit('/t/n0')
    await tab('/t/n0').getByTestId('tab-close').click()
    await at('/t/n2')
    await tab('/t/n2').getByTestId('tab-close').click()
    await at('/t/n1?x=1')
    await tab('/t/n1').getByTestId('tab-close').click()
    await at('/dashboard')
    expect(await paths()).toEqual(['/dashboard'])
  })

  it('TB-7 (1 of 2) the map, unless the menu pins it, is opened anew when its tab was the last one', async () => {
    const loose = await stage.actors.window(stage.browser, 'admin')
    await answersFor(loose.page).change(getRouterList.path, (menu: MenuRoute[]) =>
      withoutMap(menu).map((one) => ({
        ...one,
        ...(one.children && {
          children: one.children.map((child) => ({ ...child, meta: { ...child.meta, affix: false } })),
        }),
      })),
    )
    await loose.page.goto('/dashboard')
    const view = loose.page.locator('.view[data-path="/dashboard"]')
    await view.evaluate((one) => one.setAttribute('data-old', ''))
    await loose.page.getByTestId('tab-/dashboard').getByTestId('tab-close').click()
    await loose.page.locator('.view[data-path="/dashboard"]:not([data-old])').waitFor()
    await isAt(loose.page, '/dashboard')
    expect(await loose.page.locator('.tab').count()).toBe(1)
    await loose.close()
  })

  it('TB-6 closing another one does not navigate', async () => {
    await tab('/t/n0').getByTestId('tab-close').click()
    await tab('/t/n0').waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe('/t/n2')
  })

  it('TB-10 关闭其他 keeps the chosen and the pinned one and opens the chosen one', async () => {
    await choose('/t/n1', '关闭其他')
    await at('/t/n1?x=1')
    expect(await paths()).toEqual(['/dashboard', '/t/n1'])
  })

  it('TB-11 关闭全部 keeps the pinned ones: it opens the last of them, or stays there', async () => {
    await choose('/t/n1', '关闭全部')
    await at('/dashboard')
    expect(await paths()).toEqual(['/dashboard'])
    await visit('/t/n0', '/dashboard')
    await choose('/t/n0', '关闭全部')
    await tab('/t/n0').waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe('/dashboard')
  })
})

describe('the menu of a tab', () => {
  /** A right click at a point of the window; returns whether the browser's own menu would open. */
  const rightClick = (path: string, point: { clientX: number; clientY: number }) =>
    tab(path).evaluate(
      (one, at) => one.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at })),
      point,
    )

  it('TB-8 opens at the pointer in place of the browser’s, inside the right edge, 105 px wide at least', async () => {
    expect(await rightClick('/t/n0', { clientX: 200, clientY: 70 })).toBe(false)
    await offers('刷新', '关闭', '关闭其他', '关闭全部')
    expect(await menu().boundingBox()).toMatchObject({ x: 200, y: 70 })
    await page.keyboard.press('Escape')
    await menu().waitFor({ state: 'detached' })
    await rightClick('/t/n0', { clientX: 1435, clientY: 70 })
    const box = (await menu().boundingBox())!
    expect(box.width).toBeGreaterThanOrEqual(105)
    expect(box.x).toBeGreaterThan(1200)
    expect(box.x + box.width).toBeLessThanOrEqual(1440)
    await page.keyboard.press('Escape')
    await menu().waitFor({ state: 'detached' })
    await rightClick('/dashboard', { clientX: 200, clientY: 70 })
    await offers('刷新', '关闭其他', '关闭全部')
    await page.keyboard.press('Escape')
  })

  it('TB-9 closes on a click, on scrolling the bar, on Escape, on navigation and on resizing', async () => {
    const ways: (() => Promise<unknown>)[] = [
      () => page.mouse.click(700, 500),
      () => bar().evaluate((list) => list.dispatchEvent(new Event('scroll'))),
      () => page.keyboard.press('Escape'),
      () => goInside(page, '/t/n1'),
      () => page.setViewportSize({ width: 1400, height: 900 }),
    ]
    for (const close of ways) {
      await tab('/t/n0').click({ button: 'right' })
      await menu().waitFor()
      await close()
      await menu().waitFor({ state: 'detached' })
    }
    expect(await paths()).toHaveLength(4)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('the views behind the tabs', () => {
  const views = () => page.locator('.view').evaluateAll((all) => all.map((view) => view.getAttribute('data-path')!))
  const search = (): Locator => console_.screen.getByRole('searchbox').or(console_.screen.locator('input')).first()

  it('TB-13 (1 of 3) keep typed text while the tab exists; closing drops it', async () => {
    await visit('/admin/dept')
    await search().fill('东')
    await visit('/t/n0')
    await handle('/admin/dept').click()
    await until('the search that was typed', async () => (await search().inputValue()) === '东')
    await tab('/admin/dept').getByTestId('tab-close').click()
    await at('/t/n2')
    await visit('/admin/dept')
    expect(await search().inputValue()).toBe('')
  })

  it('TB-13 (2 of 3), RG-15 (part) each has its own scroll position', async () => {
    const scrolled = () => page.evaluate(() => scrollY)
    await page.setViewportSize({ width: 1440, height: 300 })
    await visit('/admin/dept')
    await console_.settled()
    const place = await scrollDown(page, 60)
    await visit('/t/n0')
    expect(await scrolled()).toBe(0)
    await handle('/admin/dept').click()
    await until('its place', async () => (await scrolled()) === place)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('TB-13 (3 of 3) twelve are alive, the least recently used are dropped first, their tabs stay', async () => {
    await visit(...Array.from({ length: MANY - 3 }, (_, n) => `/t/n${n + 3}`))
    const live = await views()
    expect(live).toHaveLength(12)
    expect(live).not.toContain('/t/n0')
    expect(await paths()).toHaveLength(MANY + 1)
    await visit('/t/n0')
    expect(await views()).toContain('/t/n0')
  })

  it('TB-12 are built anew at each visit where the menu says noCache, as the map', async () => {
    await visit('/t/fresh')
    await search().fill('东')
    await visit('/t/n0', '/t/fresh')
    await until('an empty search', async () => (await search().inputValue()) === '')
    await visit('/dashboard', '/t/n0')
    expect(await views()).not.toContain('/dashboard')
  })

  it('TB-14, RG-17 (2 of 2), AM-8 刷新 rebuilds a view at its full address, in its place, and opens it', async () => {
    await visit('/admin/dept', '/t/n2')
    const before = await paths()
    await choose('/t/n1', '刷新')
    await at('/t/n1?x=1')
    expect(await paths()).toEqual(before)
    await visit('/admin/dept')
    const view = page.locator('.view[data-path="/admin/dept"]')
    await view.evaluate((one) => one.setAttribute('data-old', ''))
    await page.locator('.shell').evaluate((shell) => shell.setAttribute('data-mine', ''))
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await choose('/admin/dept', '刷新')
    await view.and(page.locator(':not([data-old])')).waitFor()
    expect(await paths()).toEqual(before)
    expect(await views()).toContain('/t/n1')
    // Shell and sockets stay as they are.
    expect([await page.locator('.shell[data-mine]').count(), sockets]).toEqual([1, []])
  })
})

describe('the bar', () => {
  it('TB-15 (part), TB-16 brings the active tab into view; the wheel scrolls it sideways and not the page', async () => {
    await visit(...Array.from({ length: MANY - 3 }, (_, n) => `/t/n${n + 3}`))
    const scrolled = () =>
      bar().evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [scrollLeft, scrollWidth - clientWidth] as const)
    await until('the far right', async () => {
      const [left, most] = await scrolled()
      return most > 0 && Math.abs(left - most) <= 1
    })
    await visit('/dashboard')
    await until('the far left', async () => (await scrolled())[0] === 0)
    await bar().hover()
    await page.mouse.wheel(0, 20)
    await until('a scrolled bar', async () => (await scrolled())[0] === 20)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  it('TB-17 fills the active tab with the theme colour and marks it with a dot', async () => {
    const look = await tab('/t/n2').evaluate((one) => {
      const root = getComputedStyle(document.documentElement).getPropertyValue('--theme').trim()
      const sample = document.body.appendChild(document.createElement('i'))
      sample.style.color = root
      const theme = getComputedStyle(sample).color
      sample.remove()
      const dot = getComputedStyle(one.querySelector('a')!, '::before')
      return { same: getComputedStyle(one).backgroundColor === theme, dot: [dot.width, dot.borderRadius] }
    })
    expect(look).toEqual({ same: true, dot: ['6px', '50%'] })
    expect(await tab('/t/n0').evaluate((one) => getComputedStyle(one.querySelector('a')!, '::before').content)).toBe(
      'none',
    )
  })

  it('TB-18 is hidden by its switch and still records; TB-19 (1 of 2) a reload leaves the pinned and the current tab', async () => {
    const toggle = async () => {
      await page.getByTestId('avatar-menu').click()
      await page.getByRole('menuitem', { name: '布局设置' }).click()
      await page.getByTestId('settings-panel').getByLabel('开启标签栏').click()
      await page.keyboard.press('Escape')
      await page.getByTestId('settings-panel').waitFor({ state: 'hidden' })
    }
    await toggle()
    await page.locator('.tabs').waitFor({ state: 'detached' })
    await showInside(page, '/t/n3')
    await toggle()
    await tab('/t/n3').waitFor()
    expect(await paths()).toEqual(['/dashboard', '/t/n0', '/t/n1', '/t/n2', '/t/n3'])
    await page.reload()
    await tab('/t/n3').waitFor()
    expect(await paths()).toEqual(['/dashboard', '/t/n3'])
  })
})
