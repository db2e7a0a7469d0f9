import { answer } from '../child.ts'
import { headersOf, signIn, type Visitor } from '../sign-in.ts'

/** Below a session's rate limit, so that the limit never answers in place of the list. */
const PAUSE_MS = 12
/** Fewer say nothing about the slowest of a hundred. */
const AT_LEAST = 30

let url = ''
const visitors = new Map<string, Visitor>()

async function ask(username: string, path: string, query: Record<string, string>) {
  const visitor = visitors.get(username)
  if (!visitor) throw new Error(`${username} has not signed in`)
  const search = new URLSearchParams({ limit: '20', page: '1', ...query })
  const started = performance.now()
  const response = await fetch(`${url}${path}?${search}`, { headers: headersOf(visitor) })
  const text = await response.text()
  const ms = performance.now() - started
  const { code, message, data } = JSON.parse(text) as { code: number; message: string; data: { total: number } }
  if (code !== 0) throw new Error(`${path}?${search}: ${message}`)
  return { ms, total: data.total }
}

export const calls = {
  async open(given: { url: string; password: string; usernames: string[] }): Promise<void> {
    url = given.url
    for (const username of given.usernames) visitors.set(username, await signIn(url, username, given.password))
  },

  /**
   * The same call by several users in turns, so that other load hits all alike; times in ms. A slow one is called less
   * often than `times` once the time is over.
   */
  async inTurns(given: {
    usernames: string[]
    path: string
    query: Record<string, string>
    times: number
    patienceMs: number
  }) {
    const end = performance.now() + given.patienceMs
    const found = given.usernames.map((username) => ({ username, ms: [] as number[], total: 0 }))
    for (const one of found) await ask(one.username, given.path, given.query)
    for (let n = 0; n < given.times && (n < AT_LEAST || performance.now() < end); n++) {
      for (const one of found) {
        const { ms, total } = await ask(one.username, given.path, given.query)
        one.ms.push(ms)
        one.total = total
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    return found.map(({ ms, total }) => ({ ms, total }))
  },
}

answer(calls)
