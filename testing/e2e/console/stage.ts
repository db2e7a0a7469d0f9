import type { Browser, Page, Request } from 'playwright-core'
import { launchBrowser } from '../../src/browser.ts'
import { type Cast, makeCast } from '../../src/cast.ts'
import { type ConsoleServer, startConsoleServer } from '../../src/console-driver.ts'

/** What every acceptance file plays on: one server with the cast on it, one browser. */
export interface Stage {
  server: ConsoleServer
  browser: Browser
  cast: Cast
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const [server, browser] = await Promise.all([startConsoleServer(), launchBrowser()])
  const close = async () => {
    await browser.close()
    await server.stop()
  }
  try {
    return { server, browser, cast: await makeCast(server.url), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** As long as `until` waits. */
export const PATIENT = { timeout: 15_000 }

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
