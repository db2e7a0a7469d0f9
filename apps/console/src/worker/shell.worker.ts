/**
 * Stores the shell of the console, so that it opens while the server is unreachable. Holds files of the build and one
 * page, no answers of the API. The build writes VERSION; `/shell-<VERSION>.json` lists the files.
 */
const VERSION = '__SHELL_VERSION__'
const CACHE = `shell-${VERSION}`
const PAGE = '/'
const NONCE_PLACE = '__CSP_NONCE__'
const POLICY = 'content-security-policy'
const GATEWAY_ERRORS = [502, 503, 504]

/** The types this file needs of its worker; the console's types know only pages. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  readonly clients: { claim(): Promise<void> }
  readonly location: Location
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
const worker = self as unknown as Worker

/** Stores the page with placeholders for its nonce: a nonce is used once (SEC-8), so none is stored. */
async function keepPage(cache: Cache): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' })
  const policy = answer.headers.get(POLICY) ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  if (!answer.ok || !nonce) throw new Error('the page came without a policy')
  const html = (await answer.text()).replaceAll(nonce, NONCE_PLACE)
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  headers.set(POLICY, policy.replaceAll(nonce, NONCE_PLACE))
  await cache.put(PAGE, new Response(html, { headers }))
}

/** The stored page as the server would render it: with a new nonce in the policy and in the page. */
async function renderPage(): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(PAGE)
  if (!kept) return Response.error()
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
  const headers = new Headers(kept.headers)
  headers.set(POLICY, (headers.get(POLICY) ?? '').replaceAll(NONCE_PLACE, nonce))
  return new Response((await kept.text()).replaceAll(NONCE_PLACE, nonce), { headers })
}

async function install(): Promise<void> {
  const files = (await (await fetch(`/shell-${VERSION}.json`, { cache: 'no-store' })).json()) as string[]
  const cache = await caches.open(CACHE)
  await cache.addAll(files)
  await keepPage(cache)
}

/** Deletes the files of earlier versions; the open page has the files it needs or asks the server. */
async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('shell-') && name !== CACHE).map((name) => caches.delete(name)),
  )
  await worker.clients.claim()
}

/** The server's own page whenever it is reachable. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request)
    return GATEWAY_ERRORS.includes(answer.status) ? await renderPage() : answer
  } catch {
    return renderPage()
  }
}

/** Names below assets/ contain a hash: a fetched file never changes. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

/** Other files of the shell: from the server if possible. */
async function file(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(request)
    if (kept) return kept
    throw error
  }
}

const FILES = /^\/(favicon\.svg|icon[^/]*|manifest\.webmanifest)$/

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // API calls are never intercepted: `/v1/…` and `…/v1/…`, whatever the base of the service (BS-2).
  if (request.method !== 'GET' || origin !== worker.location.origin || /\/v1\//.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (FILES.test(pathname)) event.respondWith(file(request))
})
