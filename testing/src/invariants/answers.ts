import type { CDPSession, Page } from 'playwright-core'

/** A faked answer of the server. */
export interface Said {
  code?: number
  message?: string
  data?: unknown
  /** HTTP status; 200 by default. */
  status?: number
  /** Replaces the envelope. */
  body?: string
}

/** A proxy between a page and the server that replaces the answers of single calls. */
export interface Answers {
  /** Answers this call with an envelope from now on. `path` is the end of the path, e.g. `/sysUser/getInfo`. */
  say(path: string, said: Said): Promise<void>
  /** Passes the real answer on, changed. */
  change(path: string, change: (data: never) => unknown): Promise<void>
  /** Breaks the connection: no answer at all. */
  drop(path: string): Promise<void>
  /** Holds the call until the returned function is called; then passes the real answer on. */
  hold(path: string): Promise<() => void>
  /** The number of calls of this path, since anything was set for it. */
  count(path: string): number
  /** Uses the real server again, for one path or for all. */
  forget(path?: string): Promise<void>
}

/** The browser's event for a paused call; with a status the answer is paused. */
interface Paused {
  requestId: string
  request: { url: string }
  responseStatusCode?: number
}
/** The action on a paused call: on its way to the server, or for `change` on its way back. */
type Order = (session: CDPSession, paused: Paused) => Promise<unknown>

const goOn: Order = (session, { requestId }) => session.send('Fetch.continueRequest', { requestId })
const isBack = ({ responseStatusCode }: Paused) => responseStatusCode !== undefined

function fulfil(session: CDPSession, { requestId }: Paused, status: number, type: string, body: string) {
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    responseHeaders: [{ name: 'content-type', value: type }],
    body: Buffer.from(body).toString('base64'),
  })
}

/**
 * TN-2 for calls; `fault-line.ts` is the part for the socket. Only calls with a set answer are paused: routes of the
 * browser's driver would pause every file of the console, and none would come from the cache.
 */
export function answersFor(page: Page): Answers {
  const orders = new Map<string, Order>()
  const counts = new Map<string, number>()
  let opened: Promise<CDPSession> | undefined

  async function open(): Promise<CDPSession> {
    const session = await page.context().newCDPSession(page)
    session.on('Fetch.requestPaused', (paused) => {
      const { pathname } = new URL(paused.request.url)
      const path = [...orders.keys()].find((end) => pathname.endsWith(end))
      if (path !== undefined && !isBack(paused)) counts.set(path, (counts.get(path) ?? 0) + 1)
      const order = (path !== undefined && orders.get(path)) || goOn
      // Leaving a page cancels its calls.
      order(session, paused).catch(() => undefined)
    })
    return session
  }
  async function listen(): Promise<void> {
    const session = await (opened ??= open())
    const patterns = [...orders.keys()].map((path) => ({ urlPattern: `*${path}*` }))
    await (patterns.length > 0 ? session.send('Fetch.enable', { patterns }) : session.send('Fetch.disable'))
  }
  async function set(path: string, order: Order): Promise<void> {
    orders.set(path, order)
    counts.set(path, 0)
    await listen()
  }

  return {
    say: (path, { code = 0, message = '', data = null, status = 200, body }) =>
      set(path, (session, paused) =>
        body === undefined
          ? fulfil(session, paused, status, 'application/json', JSON.stringify({ code, message, data }))
          : fulfil(session, paused, status, 'text/html', body),
      ),
    change: (path, change) =>
      set(path, async (session, paused) => {
        const { requestId } = paused
        if (!isBack(paused)) return session.send('Fetch.continueRequest', { requestId, interceptResponse: true })
        const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
        const envelope = JSON.parse(base64Encoded ? Buffer.from(body, 'base64').toString() : body) as { data: never }
        const changed = JSON.stringify({ ...envelope, data: change(envelope.data) })
        return fulfil(session, paused, paused.responseStatusCode!, 'application/json', changed)
      }),
    drop: (path) =>
      set(path, (session, { requestId }) =>
        session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }),
      ),
    async hold(path) {
      const gate = Promise.withResolvers<void>()
      await set(path, async (session, paused) => {
        await gate.promise
        return goOn(session, paused)
      })
      return gate.resolve
    },
    count: (path) => counts.get(path) ?? 0,
    async forget(path) {
      if (path === undefined) orders.clear()
      else orders.delete(path)
      if (opened) await listen()
    },
  }
}
