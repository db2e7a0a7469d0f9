import type { Browser, Page, Request } from 'playwright-core'
import { expect, inject } from 'vitest'
import { launchBrowser } from '../../src/browser/browser.ts'
import { type Actors, openActors } from '../../src/platform/actors.ts'
import type { SharedStage } from '../../src/programs/vitest-stage.ts'
import { until } from '../../src/platform/wait.ts'

/** The shared surroundings of the acceptance files: one server with its users, and a browser per file. */
export interface Stage {
  server: Pick<SharedStage, 'url'>
  browser: Browser
  actors: Actors
  close(): Promise<void>
}

/** A file leaves the server unchanged, because the next one uses it too. */
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

/** Navigates without loading the page again, as a link does. */
export function goInside(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** As `goInside`, to a screen; waits until it is drawn. */
export async function showInside(page: Page, address: string): Promise<void> {
  await goInside(page, address)
  await page.locator(`.view[data-path="${address.split('?')[0]}"]`).waitFor()
}

/** The target is drawn before the address bar changes. */
export async function isAt(page: Page, address: string): Promise<void> {
  await expect.poll(() => addressOf(page), PATIENT).toBe(address)
}

/**
 * Scrolls the page down as soon as it is long enough, and waits until scroll listeners have run. Returns the distance.
 */
export async function scrollDown(page: Page, px: number): Promise<number> {
  const went = await until('a scrolled page', () =>
    page.evaluate((top) => {
      scrollTo(0, top)
      return scrollY
    }, px),
  )
  // Scroll events are sent with the next frame, before its callbacks.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  return went
}

/**
 * Stops the page's clock except for what the test lets pass (`runFor`), until `resume`. Timers due within the next
 * minute run at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** The last path segment of every API call from now on, in order; and the calls themselves. */
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
