import type { Browser, Page, Request } from 'playwright-core'
import { expect, inject } from 'vitest'
import { launchBrowser } from '../../src/browser/browser.ts'
import { type Actors, openActors } from '../../src/platform/actors.ts'
import type { SharedStage } from '../../src/programs/vitest-browser.ts'
import { until } from '../../src/platform/wait.ts'

/** What every acceptance file plays on: the one server with its people on it, and a browser of its own. */
export interface Stage {
  server: Pick<SharedStage, 'url'>
  browser: Browser
  actors: Actors
  close(): Promise<void>
}

/** A file leaves the server as it found it: the next one plays on it too. */
export async function openStage(): Promise<Stage> {
  const { url, actors } = inject('stage')
  const browser = await launchBrowser()
  return { server: { url }, browser, actors: await openActors(url, actors), close: () => browser.close() }
}

/** As long as `until` waits. */
export const PATIENT = { timeout: 25_000 }

/** Path and query of the address bar. */
export const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Goes somewhere without loading the page again, as a link would. */
export function goInside(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** As `goInside`, to a screen: it stands when this is over. */
export async function showInside(page: Page, address: string): Promise<void> {
  await goInside(page, address)
  await page.locator(`.view[data-path="${address.split('?')[0]}"]`).waitFor()
}

/** Where a way ends is drawn before the bar tells its address. */
export async function isAt(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page), PATIENT).toBe(address)
}

/** Scrolls the page down as soon as it is long enough; whoever listens has heard of it. Answers how far it went. */
export async function scrollDown(page: Page, px: number): Promise<number> {
  const went = await until('a scrolled page', () =>
    page.evaluate((top) => {
      scrollTo(0, top)
      return scrollY
    }, px),
  )
  // A scroll is told with the next frame, before its callbacks.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  return went
}

/**
 * Time stands still on the page but for what the test lets pass (`runFor`), until its clock is told to `resume`. What
 * was to come within the next minute comes at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** The last part of the path of every call of the API from now on, in order; and the calls themselves. */
export function listenToCalls(page: Page): { names: string[]; requests: Request[] } {
  const heard = { names: [] as string[], requests: [] as Request[] }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/[a-z]+\/v1\//.test(pathname)) return
    heard.names.push(pathname.split('/').at(-1)!)
    heard.requests.push(request)
  })
  return heard
}

export const toasts = (page: Page): Promise<string[]> => page.locator('.toast span').allTextContents()
