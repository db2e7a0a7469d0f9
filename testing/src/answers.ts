import type { BrowserContext, Page, Route } from 'playwright-core'

/** What a server may say, whatever it really thinks. */
export interface Said {
  code?: number
  message?: string
  data?: unknown
  /** HTTP status; 200 unless told otherwise. */
  status?: number
  /** Instead of an envelope. */
  body?: string
}

/** Stands between a browser and the server and answers single calls in its place. */
export interface Answers {
  /** Answers this call with an envelope from now on. `path` is the end of the path, e.g. `/sysUser/getInfo`. */
  say(path: string, said: Said): Promise<void>
  /** Lets the real answer through, changed on its way. */
  change(path: string, change: (data: never) => unknown): Promise<void>
  /** The line breaks: no answer at all. */
  drop(path: string): Promise<void>
  /** Keeps the call waiting until the function it answers is called; then the real answer comes. */
  hold(path: string): Promise<() => void>
  /** The calls of this path so far, since anything was said about it. */
  count(path: string): number
  /** The real server again, for one path or for all. */
  forget(path?: string): Promise<void>
}

/** TN-2, as far as calls go; the socket's part is `fault-line.ts`. */
export function answersFor(target: Page | BrowserContext): Answers {
  const routes = new Map<string, (route: Route) => Promise<void>>()
  const counts = new Map<string, number>()
  const matching = (path: string) => (url: URL) => url.pathname.endsWith(path)
  const matchers = new Map<string, (url: URL) => boolean>()

  async function forgetOne(path: string): Promise<void> {
    const [matcher, handler] = [matchers.get(path), routes.get(path)]
    if (matcher && handler) await target.unroute(matcher, handler)
    routes.delete(path)
  }
  async function set(path: string, answer: (route: Route) => Promise<void>): Promise<void> {
    await forgetOne(path)
    const matcher = matching(path)
    const handler = (route: Route) => {
      counts.set(path, (counts.get(path) ?? 0) + 1)
      return answer(route)
    }
    matchers.set(path, matcher)
    routes.set(path, handler)
    counts.set(path, 0)
    await target.route(matcher, handler)
  }

  return {
    say: (path, { code = 0, message = '', data = null, status = 200, body }) =>
      set(path, (route) =>
        route.fulfill({
          status,
          contentType: body === undefined ? 'application/json' : 'text/html',
          body: body ?? JSON.stringify({ code, message, data }),
        }),
      ),
    change: (path, change) =>
      set(path, async (route) => {
        const response = await route.fetch()
        const envelope = (await response.json()) as { data: never }
        await route.fulfill({ response, json: { ...envelope, data: change(envelope.data) } })
      }),
    drop: (path) => set(path, (route) => route.abort('connectionreset')),
    async hold(path) {
      const gate = Promise.withResolvers<void>()
      await set(path, async (route) => {
        await gate.promise
        await route.fallback()
      })
      return gate.resolve
    },
    count: (path) => counts.get(path) ?? 0,
    async forget(path) {
      for (const one of path ? [path] : [...routes.keys()]) await forgetOne(one)
    },
  }
}
