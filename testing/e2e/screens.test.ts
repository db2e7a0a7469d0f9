import { RESOURCES, SCREENS } from '@sluice/contract'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleDriver } from '../src/browser/console-driver.ts'
import { until } from '../src/platform/wait.ts'
import {
  declaredMenu,
  DESK,
  everyOverlay,
  everyPlace,
  type FilledConsole,
  findingsAt,
  menuOf,
  startFilledConsole,
} from './every-screen.ts'

const BROKEN = ['加载失败', '页面出错', '页面未找到', '页面不存在']
const PHONE = { width: 390, height: 780 }
const MENU = '[data-testid="sidebar"]'
/** A screen asks for less than this, files of its program included. */
const TOO_MANY_REQUESTS = 30

let filled: FilledConsole

beforeAll(async () => {
  filled = await startFilledConsole()
})

afterAll(() => filled?.stop())

/** Its findings are of moderate impact, which is not looked for, and it reads the whole page. */
const MODERATE = { region: { enabled: false } }

/** Menus that were looked at already, by what they show and wear: each folder's once. */
const menusSeen = new Set<string>()

/** All rules in the light appearance; in the dark one only colours differ. */
async function seriousFindings(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const appearance = await page.locator('html').getAttribute('data-appearance')
  const menu = `${appearance} ${await page.locator(MENU).innerText()}`
  const context = menusSeen.has(menu) ? { exclude: [MENU] } : {}
  const runOnly = rules === 'all' ? ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] : ['color-contrast']
  const { violations } = await page.evaluate(
    ([where, only, off]) =>
      window.axe.run({ include: ['html'], ...where }, { resultTypes: ['violations'], runOnly: only, rules: off }),
    [context, runOnly, MODERATE] as const,
  )
  menusSeen.add(menu)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ''}`),
    )
}

/**
 * Checks what is open in the appearance that the window wears, then in the other, which it keeps: the browser's
 * preference changes in place, once for each place.
 */
async function unreadable({ page, settled }: ConsoleDriver): Promise<string[]> {
  const isDark = (await page.locator('html').getAttribute('data-appearance')) === 'dark'
  const look = async (colorScheme: 'light' | 'dark') => {
    const findings = await seriousFindings(page, colorScheme === 'light' ? 'all' : 'colours')
    return findings.map((finding) => `${colorScheme}: ${finding}`)
  }
  const other = isDark ? 'light' : 'dark'
  const before = await look(isDark ? 'dark' : 'light')
  await page.emulateMedia({ colorScheme: other })
  await page.locator(`html[data-appearance="${other}"]`).waitFor({ state: 'attached' })
  // Colours fade.
  await settled()
  return [...before, ...(await look(other))]
}

/** What is wider than a phone, and where the menu of the account is missing. */
async function tooWide({ page, settled }: ConsoleDriver): Promise<string[]> {
  const findings: string[] = []
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  for (const width of [PHONE.width, 360]) {
    await page.setViewportSize({ ...PHONE, width })
    await settled()
    // A chart follows the size of its box after a moment.
    await until('a page as wide as its window', async () => (await over()) <= 0, 10_000).catch(async () =>
      findings.push(`${await over()} px too wide at ${width}`),
    )
    if (!(await page.getByTestId('avatar-menu').isVisible())) findings.push(`no account menu at ${width}`)
  }
  return findings
}

/**
 * Counts the requests since `begin`. The first screen after a load comes with the whole console and is not counted.
 */
function requestsOf({ page }: ConsoleDriver) {
  let [count, isFirst] = [0, true]
  page.on('request', () => void count++)
  page.on('load', () => void (isFirst = true))
  const begin = () => {
    count = 0
    isFirst = false
  }
  const tooMany = () => (isFirst || count < TOO_MANY_REQUESTS ? [] : [`${count} requests`])
  return { begin, tooMany }
}

describe('SA-1 (part) every screen opens from the menu, shows something, leaves axe nothing serious in the light and the dark, fits a phone, asks for little', () => {
  let console_: ConsoleDriver
  let requests: ReturnType<typeof requestsOf>

  beforeAll(async () => {
    console_ = await filled.open(DESK, { appearance: 'auto' })
    requests = requestsOf(console_)
    await console_.page.goto('/')
    await console_.settled()
  })

  // What one place left open or small must not fail the next.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await console_.page.setViewportSize(DESK)
    await console_.page.goto('/')
    await console_.settled()
  })

  afterAll(() => console_?.close())

  const everythingWrong = async () => {
    const { page, screen, settled, complaints } = console_
    const text = await screen.innerText()
    const findings = [
      ...requests.tooMany(),
      ...(text.trim() === '' ? ['empty'] : []),
      ...BROKEN.filter((words) => text.includes(words)),
      ...((await page.title()).endsWith(' - 云阀设备管理平台') ? [] : [`title ${await page.title()}`]),
      ...(await unreadable(console_)),
      ...(await tooWide(console_)),
      ...complaints,
    ]
    await page.setViewportSize(DESK)
    await settled()
    requests.begin()
    return findings
  }

  const wrongOver = async () => {
    const findings = [...(await unreadable(console_)), ...(await tooWide(console_)), ...console_.complaints]
    await console_.page.setViewportSize(DESK)
    await console_.settled()
    return findings
  }

  it('the menu shows the screens that are declared', async () => {
    expect(await menuOf(console_)).toEqual(declaredMenu('zh-CN'))
  })

  it('every resource with a form for new rows has a screen, but for what is drawn on the map and what stands beside a list', () => {
    const listed = SCREENS.flatMap(({ screens }) => screens.map(({ resource }) => resource))
    const others = Object.values(RESOURCES).filter((one) => one.actions.includes('insert') && !listed.includes(one))
    expect(others.map(({ name }) => name)).toEqual(['dictType', 'geoFeature'])
  })

  it.each(everyPlace('zh-CN', () => filled))('$name', async (place) => {
    requests.begin()
    const find = place.isOver ? wrongOver : everythingWrong
    expect(await findingsAt(console_, place, find, requests.begin)).toEqual({})
  })
})

describe('over a screen', () => {
  it('what opens over any screen fits a phone', async () => {
    const console_ = await filled.open(PHONE)
    await console_.page.goto('/')
    await console_.settled()
    for (const place of everyOverlay('zh-CN')) {
      expect(await findingsAt(console_, place, () => tooWide(console_))).toEqual({})
    }
    expect(console_.complaints).toEqual([])
    await console_.close()
  })
})

describe('the console', () => {
  it('is the one of the build for production, also when a test run built it', async () => {
    const { url } = filled.server
    const page = await (await fetch(url)).text()
    const scripts = [...page.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path)
    expect(scripts.length).toBeGreaterThan(0)
    const codes = await Promise.all(scripts.map(async (path) => (await fetch(url + path)).text()))
    expect(codes.filter((code) => code.includes('jsxDEV'))).toEqual([])
  })

  // The colours of the night are pairs of tokens (contrast.test); these screens have every part that is painted otherwise.
  it('screens of each kind are readable in the night appearance', async () => {
    const console_ = await filled.open(DESK, { appearance: 'night' })
    const { page } = console_
    const findings: Record<string, string[]> = {}
    for (const path of [
      '/dashboard',
      '/device/index',
      '/fault/fault-device',
      '/admin/user',
      `${filled.pages.device}?tab=history`,
    ]) {
      await page.goto(path)
      await console_.settled()
      expect(await page.locator('html').getAttribute('data-appearance')).toBe('night')
      const found = await seriousFindings(page, 'colours')
      if (found.length > 0) findings[path] = found
    }
    expect(findings).toEqual({})
    await console_.close()
  })
})

declare global {
  interface Window {
    axe: typeof axe
  }
}
