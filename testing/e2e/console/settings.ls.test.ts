import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answersFor } from '../../src/invariants/answers.ts'
import { type ConsoleDriver, MOVING, openConsole } from '../../src/browser/console-driver.ts'
import { until } from '../../src/platform/wait.ts'
import { openStage, showInside, type Stage, stopClock, toasts } from './stage.ts'

const LIST = '/admin/role'
const SAVING = '正在保存到本地，请稍候...'
const RESETTING = '正在清除设置缓存并刷新，请稍候...'

let stage: Stage
let console_: ConsoleDriver
let page: Page

beforeAll(async () => {
  stage = await openStage()
  console_ = await stage.actors.window(stage.browser, 'admin', MOVING)
  page = console_.page
  await page.goto(LIST)
  await console_.settled()
})
afterAll(() => stage?.close())

const styleOf = (locator: Locator, property: string) =>
  locator.first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
/** Colours fade, and a layout follows its window after a moment. */
const PATIENCE = { timeout: 10_000 }
const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('layout-setting') ?? 'null') as unknown)
const themeOf = (of: Page) => styleOf(of.locator('html'), '--theme')
const look = () =>
  page.evaluate(() => ({
    side: document.documentElement.dataset['side'],
    tabs: document.querySelector('.tabs') !== null,
    fixed: document.querySelector('.top.fixed') !== null,
    logo: document.querySelector('.side-logo') !== null,
  }))
const panel = () => page.getByTestId('settings-panel')

async function openPanel(): Promise<void> {
  await page.getByTestId('avatar-menu').click()
  await page.getByRole('menuitem', { name: '布局设置' }).click()
  await panel().waitFor()
  await console_.settled()
}

describe('the settings panel', () => {
  beforeEach(async () => {
    if (!(await panel().isVisible())) await openPanel()
  })

  it('LS-1 (2 of 2) opens by 布局设置 at the right; a click outside closes it', async () => {
    const box = await panel().boundingBox()
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1440)
    await page.mouse.click(300, 500)
    await panel().waitFor({ state: 'hidden' })
  })

  it('LS-11 (1 of 2), LS-12, SEC-8 (3 of 3), API-22, AM-24 a colour repaints buttons, links, the tab and the menu entry, without a call to another site', async () => {
    await panel().getByLabel('#6959CD').check({ force: true })
    const painted = async () => ({
      button: await styleOf(console_.screen.locator('.btn-theme'), 'background-color'),
      link: await styleOf(console_.screen.locator('table button.link, table a'), 'color'),
      tab: await styleOf(page.locator('.tab.on'), 'background-color'),
      entry: await styleOf(page.locator('.side-row.on'), 'color'),
      lightest: await styleOf(page.locator('html'), '--theme-9'),
    })
    const violet = {
      button: 'rgb(105, 89, 205)',
      link: 'rgb(105, 89, 205)',
      tab: 'rgb(105, 89, 205)',
      entry: 'rgb(159, 149, 223)',
      lightest: '#f0eefa',
    }
    await expect.poll(painted, PATIENCE).toEqual(violet)
    expect(console_.complaints).toEqual([])
  })

  it('LS-3, LS-6 (part), LS-7 changes show at once; without saving a reload restores the previous settings', async () => {
    await panel().locator('[data-side="theme-night"] input').check({ force: true })
    for (const one of await panel().getByRole('switch').all()) await one.click()
    await expect.poll(look, PATIENCE).toEqual({ side: 'theme-night', tabs: false, fixed: true, logo: false })
    expect(await stored()).toBeNull()
    await page.reload()
    await console_.settled()
    expect(await look()).toEqual({ side: 'theme-dark', tabs: true, fixed: false, logo: true })
    expect((await themeOf(page)).toLowerCase()).toBe('#409eff')
  })

  it('LS-4 (part), LS-8, AM-30 (2 of 2) saving shows a busy text for a second, then success, and outlives a reload', async () => {
    await panel().getByLabel('#13c2c2').check({ force: true })
    await panel().locator('[data-side="theme-light"] input').check({ force: true })
    await stopClock(page)
    await page.getByTestId('settings-save').click()
    await panel().getByText(SAVING).waitFor()
    await page.clock.runFor(900)
    expect([await panel().getByText(SAVING).count(), await toasts(page)]).toEqual([1, []])
    await page.clock.runFor(200)
    await page.locator('.toast-success', { hasText: '保存成功' }).waitFor()
    expect(await panel().getByText(SAVING).count()).toBe(0)
    await page.clock.resume()
    const kept = { theme: '#13c2c2', sideTheme: 'theme-light', tagsView: true, fixedHeader: false, sidebarLogo: true }
    expect(await stored()).toEqual(kept)
    await page.reload()
    await console_.settled()
    expect([await look(), await themeOf(page)]).toMatchObject([{ side: 'theme-light' }, '#13c2c2'])
  })

  it('LS-14 the next user of this browser gets them, no user of another one does', async () => {
    const cookies = await page.context().cookies()
    await page.context().clearCookies({ name: 'authorization' })
    await page.goto('/login')
    await page.getByTestId('login-username').waitFor()
    expect(await themeOf(page)).toBe('#13c2c2')
    await page.context().addCookies(cookies)
    const elsewhere = await openConsole(stage.browser, stage.server.url)
    await elsewhere.page.goto('/login')
    await elsewhere.page.getByTestId('login-username').waitFor()
    expect((await themeOf(elsewhere.page)).toLowerCase()).toBe('#409eff')
    await elsewhere.close()
    await page.goto(LIST)
    await console_.settled()
  })

  it('LS-9, AM-3, LS-10 (part) a reset shows a busy text for a second, then the key is deleted and the page reloads', async () => {
    await page.evaluate(() => Object.assign(window, { before: true }))
    await stopClock(page)
    await page.getByTestId('settings-reset').click()
    await panel().getByText(RESETTING).waitFor()
    expect(await page.getByTestId('settings-save').isDisabled()).toBe(true)
    await page.clock.runFor(700)
    expect(await stored()).not.toBeNull()
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(600)
    await loaded
    await page.clock.resume()
    await console_.settled()
    expect(await page.evaluate(() => 'before' in window)).toBe(false)
    expect([await stored(), await look()]).toMatchObject([null, { side: 'theme-dark' }])
  })
})

describe('sizes', () => {
  it('SZ-3, SZ-4, SZ-5 each size has its height, shows a message, and keeps typed text', async () => {
    const typed = console_.screen.getByRole('textbox').first()
    await typed.fill('半句话')
    const button = console_.screen.locator('.btn-theme').first()
    await stopClock(page)
    for (const [name, px] of Object.entries({ Default: 40, Small: 32, Mini: 28, Medium: 36 })) {
      await page.getByTestId('size-menu').click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await expect.poll(() => toasts(page), PATIENCE).toEqual(['Switch Size Success'])
      await expect.poll(async () => (await button.boundingBox())?.height, PATIENCE).toBe(px)
      await page.clock.runFor(4_000)
      await expect.poll(() => toasts(page), PATIENCE).toEqual([])
    }
    expect(await typed.inputValue()).toBe('半句话')
    await page.clock.resume()
  })
})

describe('a menu', () => {
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')

  it('SZ-1 (part), SZ-2 (part) is operated by keys, which skip the current size; Escape closes it and returns the focus', async () => {
    const button = page.getByTestId('size-menu')
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused, PATIENCE).toBe('Default')
    await page.keyboard.press('ArrowDown')
    // Medium is the current size.
    expect(await focused()).toBe('Small')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('TB-9 (part) closes when another one is opened, and when its own button is pressed again', async () => {
    await page.locator('.tab.on').click({ button: 'right' })
    await page.getByTestId('tab-menu').waitFor()
    await page.getByTestId('avatar-menu').click()
    expect(await page.getByRole('menu').count()).toBe(1)
    expect(await page.getByTestId('tab-menu').count()).toBe(0)
    await page.getByTestId('avatar-menu').click()
    expect(await page.getByRole('menu').count()).toBe(0)
  })
})

/** Runs in the page: the tables that are wider than their card, and whether they scroll inside it. */
function wideTables(): { scrolls: boolean }[] {
  const shown = [...document.querySelectorAll('table')].filter((table) => table.offsetParent !== null)
  return shown.flatMap((table) => {
    const card = table.closest('.card')
    if (card && table.offsetWidth <= card.clientWidth) return []
    let around = table.parentElement
    while (around && around !== card && !['auto', 'scroll'].includes(getComputedStyle(around).overflowX))
      around = around.parentElement
    if (!card || !around || around === card) return [{ scrolls: false }]
    around.scrollLeft = 40
    return [{ scrolls: around.scrollLeft === 40 }]
  })
}

describe('a narrow window', () => {
  const sidebar = () => page.getByTestId('sidebar')
  const isAway = async () => (await sidebar().getAttribute('inert')) !== null
  const layout = async () => /shell-(\w+)/.exec((await page.locator('.shell').getAttribute('class')) ?? '')?.[1]
  const widen = (width: number) => page.setViewportSize({ width, height: 780 })
  const became = async (wanted: string) => {
    await expect.poll(layout, PATIENCE).toBe(wanted)
  }
  const sideCookie = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'sidebarOpened')?.value ?? null

  it('MB-1, MB-4 (part) below 992 px the layout is mobile, again and again', async () => {
    for (const [width, wanted] of [
      [991, 'mobile'],
      [992, 'wide'],
      [993, 'wide'],
      [991, 'mobile'],
    ] as const) {
      await widen(width)
      await expect.poll(layout, PATIENCE).toBe(wanted)
    }
  })

  it('MB-3 the sidebar is hidden, without sliding; opened it is over a dimmed page, and a click there closes it', async () => {
    await widen(1440)
    await became('wide')
    await widen(800)
    await became('mobile')
    expect(await isAway()).toBe(true)
    expect(await sidebar().evaluate((side) => side.getAnimations().length)).toBe(0)
    await page.getByTestId('hamburger').click()
    const veil = page.locator('.side-veil')
    await veil.waitFor()
    expect(await isAway()).toBe(false)
    expect((await page.locator('.main').boundingBox())?.x).toBe(0)
    expect(await styleOf(veil, 'background-color')).toMatch(/^rgba\(.*0\.\d+\)$/)
    await page.mouse.click(700, 400)
    await until('the sidebar away', isAway)
    // A sidebar opened before the window became wide stays closed when it is narrow again.
    await page.getByTestId('hamburger').click()
    await veil.waitFor()
    await widen(1440)
    await became('wide')
    await widen(800)
    await became('mobile')
    expect(await isAway()).toBe(true)
  })

  it('MB-2 a navigation closes the sidebar', async () => {
    await widen(390)
    await became('mobile')
    await console_.open('/admin/user')
    expect(await isAway()).toBe(true)
  })

  it('MB-5 the desktop has its sidebar as before', async () => {
    await widen(1440)
    await became('wide')
    for (const wanted of ['narrow', 'wide']) {
      await page.getByTestId('hamburger').click()
      await became(wanted)
      const cookie = await sideCookie()
      await widen(800)
      await became('mobile')
      await page.getByTestId('hamburger').click()
      await page.locator('.side-veil').waitFor()
      await page.mouse.click(700, 400)
      await until('the sidebar away', isAway)
      expect(await sideCookie()).toBe(cookie)
      await widen(1440)
      await became(wanted)
    }
  })

  it('MB-7 at 360 px the page does not scroll sideways', async () => {
    await widen(360)
    await became('mobile')
    const wide: { scrolls: boolean }[] = []
    for (const path of [LIST, '/admin/dept', '/device/index', '/log/operation']) {
      await showInside(page, path)
      await console_.settled()
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ path, over }).toEqual({ path, over: 0 })
      wide.push(...(await page.evaluate(wideTables)))
    }
    expect(wide.length).toBeGreaterThan(0)
    expect(wide.filter(({ scrolls }) => !scrolls)).toEqual([])
  })

  it('MB-6 the pager has five places, seven on a desktop', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, version: 0, code: `R${at}`, name: `角色${at}` }))
    const answers = answersFor(page)
    await answers.say('/role/page', { data: { list: rows, total: 400, page: 10, limit: 20 } })
    await page.goto(`${LIST}?page=10`)
    const places = () =>
      page.getByTestId('pager').locator('li.ant-pagination-item:not(:empty), li[class*="pagination-jump-"]').count()
    await page.getByTestId('pager').waitFor()
    await expect.poll(places, PATIENCE).toBe(5)
    await widen(1440)
    await expect.poll(places, PATIENCE).toBe(7)
    await answers.forget()
  })
})

describe('with reduced motion set in the system', () => {
  it('a drop-down opens at its field', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(LIST)
    await console_.settled()
    const field = page.locator('.search .ant-select').first()
    await field.click()
    const list = page.locator('.ant-select-dropdown')
    const below = async () => {
      const [from, to] = [await field.boundingBox(), await list.boundingBox()]
      return from && to ? { aside: Math.round(to.x - from.x), under: to.y > from.y && to.y < from.y + 100 } : null
    }
    await expect.poll(below, PATIENCE).toEqual({ aside: 0, under: true })
    await page.emulateMedia(MOVING)
  })
})
