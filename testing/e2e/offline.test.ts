import { deviceResource, latest, resourcePath } from '@sluice/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { launchBrowser } from '../src/browser/browser.ts'
import { createClient } from '../src/platform/client.ts'
import {
  type ConsoleDriver,
  type ConsoleServer,
  openConsole,
  startConsoleServer,
} from '../src/browser/console-driver.ts'
import { makeDevice } from '../src/field/devices.ts'
import { connectStation, type TestStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

let server: ConsoleServer
let browser: Browser
let station: TestStation
let device = ''

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  const admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const made = await makeDevice(admin, { name: '东干渠-12#阀', lng: 114.98, lat: 37.05 })
  device = made.id
  station = await connectStation({ port: server.sl651Port, station: made.stationAddress })
  await station.report(1, { '38': 11.2, '58': 400 }, { at: Date.now() - 60_000 })
})

afterAll(async () => {
  station?.socket.destroy()
  await browser?.close()
  await server?.stop()
})

const shellIsKept = (page: Page) =>
  until('a shell that is kept', () =>
    page.evaluate(async () => {
      const registered = await navigator.serviceWorker.getRegistration()
      return registered?.active?.state === 'activated' && navigator.serviceWorker.controller !== null
    }),
  )

const nonceOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')!.content)

/** What the browser and the service worker store of the user. */
const keptOf = (page: Page) =>
  page.evaluate(async () => {
    const rows = await new Promise<unknown[]>((resolve) => {
      const asked = indexedDB.open('last-seen')
      asked.onsuccess = () => {
        const stores = asked.result.transaction(['answers', 'person'])
        const all = stores.objectStore('answers').getAll()
        const person = stores.objectStore('person').getAll()
        person.onsuccess = () => {
          asked.result.close()
          resolve([...all.result, ...person.result])
        }
      }
    })
    const files: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) files.push(new URL(url).pathname)
    }
    return { rows, files }
  })

/** An answer is stored a moment after it is shown; leaving the page first would lose it. */
const keeps = (page: Page, path: string) =>
  until(`${path} among what is kept`, async () => {
    const { rows } = await keptOf(page)
    return rows.some((row) => String((row as { address?: unknown }).address).startsWith(path))
  })

const THREE_HOURS_MS = 3 * 3_600_000

/** Gives everything stored the same time, so that only this time may be shown in the bar. */
const ageKept = (page: Page, at: number) =>
  page.evaluate(
    (moment) =>
      new Promise<void>((resolve, reject) => {
        const asked = indexedDB.open('last-seen')
        asked.onsuccess = () => {
          const change = asked.result.transaction(['answers', 'person'], 'readwrite')
          for (const name of ['answers', 'person']) {
            change.objectStore(name).openCursor().onsuccess = ({ target }) => {
              const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
              if (!cursor) return
              cursor.update({ ...(cursor.value as object), at: moment })
              cursor.continue()
            }
          }
          change.oncomplete = () => resolve(asked.result.close())
          change.onerror = () => reject(change.error ?? new Error('IndexedDB failed'))
        }
      }),
    at,
  )

/**
 * What the bar says: that the connection is down, and the time of the data. Which of the two bars shows depends on the
 * browser: some versions know on a new page that they are offline, others only cannot reach the server.
 */
async function readBar(page: Page): Promise<{ text: string; kind: string; knowsItIsOffline: boolean }> {
  const bar = page.locator('.line-bar')
  await bar.waitFor()
  return bar.evaluate((one) => ({
    text: (one as HTMLElement).innerText.trim(),
    kind: (one as HTMLElement).dataset['testid'] ?? '',
    knowsItIsOffline: !navigator.onLine,
  }))
}

const wallTime = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(at)

async function openKeeping(): Promise<ConsoleDriver> {
  const console_ = await openConsole(browser, server.url, { serviceWorkers: 'allow' })
  await console_.signIn()
  await shellIsKept(console_.page)
  return console_
}

it('the last answers can be read while the server is unreachable, marked as such', async () => {
  const console_ = await openKeeping()
  const { page, screen } = console_
  await console_.open('/device/index')
  await screen.getByText('东干渠-12#阀').first().waitFor()
  await keeps(page, resourcePath(deviceResource, 'page'))
  await page.goto(`/device/detail/${device}`)
  await console_.settled()
  for (const path of [resourcePath(deviceResource, 'get'), latest.path]) await keeps(page, path)
  await page.goto('/device/index')
  await console_.settled()
  const served = await nonceOf(page)

  await page.context().setOffline(true)
  const lastHeard = Date.now() - THREE_HOURS_MS
  await ageKept(page, lastHeard)
  const nonces = new Set([served])
  for (const path of ['/device/index', `/device/detail/${device}`]) {
    const answer = await page.goto(path)
    const bar = await readBar(page)
    expect(bar.kind).toBe(bar.knowsItIsOffline ? 'line-offline' : 'line-kept')
    expect(bar.text).toMatch(bar.knowsItIsOffline ? /^网络已断开，数据停在 / : /^离线 · 数据截至 /)
    // Before midnight the day is before the time.
    expect(bar.text.split(' ').at(-1)).toBe(wallTime(lastHeard))
    await screen.getByText('东干渠-12#阀').first().waitFor()
    // SEC-8 applies without the server: a new nonce for every page, named in the policy.
    const nonce = await nonceOf(page)
    expect(answer!.headers()['content-security-policy']).toContain(`'nonce-${nonce}'`)
    expect(answer!.headers()['content-security-policy']).toContain("script-src 'self'")
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)

  await page.context().setOffline(false)
  await page.locator('.line-bar').waitFor({ state: 'hidden' })
  // The session is the real one again: calls that need a token work without signing in.
  await console_.open('/admin/user')
  await screen
    .getByRole('cell', { name: /admin$/ })
    .first()
    .waitFor()
  await console_.close()
})

it('SI-24 (part) nothing of a user stays after sign-out, and no secret is ever stored', async () => {
  const console_ = await openKeeping()
  const { page } = console_
  await console_.open('/device/index')
  await keeps(page, resourcePath(deviceResource, 'page'))
  const before = await keptOf(page)
  expect(before.rows.length).toBeGreaterThan(1)
  const token = await page.evaluate(async () => {
    const answer = (await (await fetch('/security/v1/sysUser/getInfo')).json()) as { data: { token: string } }
    return answer.data.token
  })
  expect(token.length).toBeGreaterThan(8)
  expect(JSON.stringify(before.rows)).not.toContain(token)
  expect(before.files.filter((path) => /\/v1\//.test(path))).toEqual([])
  await console_.signOut()
  await until('an empty store', async () => (await keptOf(page)).rows.length === 0)
  await page.context().setOffline(true)
  await page.goto('/device/index')
  await page.getByTestId('login-username').waitFor()
  expect(await page.locator('body').innerText()).not.toContain('东干渠')
  await console_.close()
})
