import { getInfo, getRouterList, userResource } from '@sluice/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersFor } from '../../src/invariants/answers.ts'
import { createClient } from '../../src/platform/client.ts'
import { type ConsoleDriver, openConsole } from '../../src/browser/console-driver.ts'
import { PASSWORD } from '../../src/platform/people.ts'
import {
  addressOf,
  goInside,
  isAt,
  listenToCalls,
  openStage,
  PATIENT,
  scrollDown,
  showInside,
  type Stage,
} from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

describe('without a session', () => {
  let page: Page
  let console_: ConsoleDriver

  beforeAll(async () => {
    console_ = await openConsole(stage.browser, stage.server.url)
    page = console_.page
    await page.goto('/login')
  })
  afterAll(() => console_?.close())

  it('RG-1 sign-in, registration, the redirect from other systems and the command page open', async () => {
    for (const [path, shown] of [
      ['/login', '登录'],
      ['/register', '未开放注册，请联系管理员开通账号。'],
      ['/auth-redirect', '前往登录'],
      ['/netty/netty-cmd', '请先输入一次性密钥'],
    ] as const) {
      await goInside(page, path)
      await page.getByText(shown).first().waitFor()
      expect(addressOf(page)).toBe(path)
    }
  })

  it('RG-2, RG-10 (part) every other path leads to the sign-in, which keeps path and query', async () => {
    for (const path of ['/admin/user?page=2&keyword=a b', '/no/such', '/404', '/401', '/redirect/admin/user']) {
      await goInside(page, path)
      await page.waitForURL((url) => url.pathname === '/login')
      const back = new URL(page.url()).searchParams.get('redirect') ?? ''
      expect(decodeURI(back)).toBe(path)
    }
    await goInside(page, '/')
    await page.waitForURL((url) => url.pathname === '/login')
    expect(['/', '/dashboard']).toContain(new URL(page.url()).searchParams.get('redirect'))
  })
})

describe('signed in', () => {
  let page: Page
  let console_: ConsoleDriver

  beforeAll(async () => {
    console_ = await stage.actors.window(stage.browser, 'admin')
    page = console_.page
  })
  afterAll(() => console_?.close())

  it('RG-8 a reload on a screen of the menu lands there, an unknown path on /404', async () => {
    await page.goto('/admin/user')
    await page.reload()
    await console_.screen.waitFor()
    expect(addressOf(page)).toBe('/admin/user')
    await goInside(page, '/no/such')
    await page.getByText('页面不存在').waitFor()
    await isAt(page, '/404')
  })

  it('RG-17 (1 of 2) /404, /401 and /redirect are outside the shell; an inner redirect leaves the shell mounted', async () => {
    for (const path of ['/404', '/401']) {
      await goInside(page, path)
      await page.locator('.standalone').waitFor()
      expect(await page.getByTestId('sidebar').count()).toBe(0)
    }
    await goInside(page, '/admin/user')
    await page.getByTestId('sidebar').waitFor()
    await page.getByTestId('sidebar').evaluate((side) => side.setAttribute('data-mine', ''))
    for (const [path, end] of [
      ['/redirect/admin/role', '/admin/role'],
      ['/', '/dashboard'],
      ['/admin', '/admin/user'],
    ] as const) {
      await goInside(page, path)
      await page.waitForURL(end)
    }
    expect(await page.getByTestId('sidebar').getAttribute('data-mine')).toBe('')
  })

  it('RG-16 /redirect/ re-opens with the query, leaves no history entry, and never leaves the site', async () => {
    await showInside(page, '/admin/role')
    await goInside(page, '/redirect/admin/user?keyword=x')
    await expect.poll(() => addressOf(page), PATIENT).toBe('/admin/user?keyword=x')
    await page.goBack()
    await page.waitForURL('/admin/role')
    for (const path of ['/redirect//evil.example', '/redirect/redirect/x', '/redirect/\\evil.example']) {
      await goInside(page, path)
      await page.waitForURL('/dashboard')
    }
  })

  it('RG-3, RG-9 (part) /login leads home, and never outside, whatever its redirect', async () => {
    const told = [
      '',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '%2F%2Fevil.example',
    ]
    for (const redirect of told) {
      await goInside(page, `/login${redirect && `?redirect=${encodeURIComponent(redirect)}`}`)
      await page.waitForURL(`${stage.server.url}/dashboard`)
    }
    expect(console_.complaints).toEqual([])
  })

  it('RG-11 other keys of the sign-in’s query are passed on, RG-10 (part) the target is decoded once', async () => {
    await goInside(page, `/login?redirect=${encodeURIComponent('/admin/user?keyword=a%20b')}&from=mail`)
    await page.waitForURL((url) => url.pathname === '/admin/user')
    const query = new URL(page.url()).searchParams
    expect([query.get('keyword'), query.get('from')]).toEqual(['a b', 'mail'])
  })

  it('RG-4 the other public pages open', async () => {
    for (const [path, words] of [
      ['/register', '未开放注册，请联系管理员开通账号。'],
      ['/auth-redirect', '前往登录'],
      ['/netty/netty-cmd', '请填写设备'],
    ] as const) {
      await goInside(page, path)
      await page.getByText(words).waitFor()
      expect(addressOf(page)).toBe(path)
    }
  })

  it('RG-13 the thin bar runs during a navigation and ends, also when it fails', async () => {
    const bar = page.locator('.progress')
    const answers = answersFor(page)
    const go = await answers.hold(getInfo.path)
    await page.goto('/admin/user')
    await bar.waitFor()
    go()
    await console_.screen.waitFor()
    await bar.waitFor({ state: 'detached' })
    await answers.say(getRouterList.path, { code: 500, message: '菜单坏了' })
    await page.goto('/admin/user')
    await page.getByTestId('login-username').waitFor()
    await bar.waitFor({ state: 'detached' })
    expect(addressOf(page)).toContain('/login')
    await answers.forget()
  })

  it('RG-14, BC-8 (3 of 3) the title changes with each navigation', async () => {
    await page.goto('/admin/user')
    await expect.poll(() => page.title(), PATIENT).toBe('用户管理 - 云阀设备管理平台')
    await goInside(page, '/admin/role')
    await expect.poll(() => page.title(), PATIENT).toBe('角色管理 - 云阀设备管理平台')
  })

  it('RG-15 a new page begins at its top', async () => {
    await page.setViewportSize({ width: 1440, height: 300 })
    await showInside(page, '/admin/user')
    await console_.settled()
    await scrollDown(page, 200)
    await console_.open('/admin/dept')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

describe('a user without permissions', () => {
  it('RG-5, RG-6, RG-7 lands on /401 after one request for the user info, may see /404, and can leave', async () => {
    const console_ = await stage.actors.window(stage.browser, 'empty')
    const { page } = console_
    const { names } = listenToCalls(page)
    await page.goto('/admin/user')
    await page.waitForURL('/401')
    await page.getByText('返回登录').waitFor()
    expect(names.filter((name) => name === 'getInfo')).toHaveLength(1)
    await goInside(page, '/404')
    await page.getByText('页面不存在').waitFor()
    await goInside(page, '/401')
    await page.getByText('返回登录').click()
    await page.getByTestId('login-username').waitFor()
    await console_.close()
  })
})

it('RG-12 a target that is not one of the user’s screens opens home', async () => {
  const console_ = await openConsole(stage.browser, stage.server.url)
  await console_.page.goto('/login?redirect=/admin/user')
  await console_.signIn('viewer', PASSWORD)
  expect(addressOf(console_.page)).toBe('/dashboard')
  await console_.close()
})

it('RG-18 (part) the server refuses too what the guard blocks', async () => {
  const viewer = await createClient(stage.server.url).signIn('viewer', PASSWORD)
  await expect(viewer.page(userResource)).rejects.toMatchObject({ answer: { status: 403 } })
})
