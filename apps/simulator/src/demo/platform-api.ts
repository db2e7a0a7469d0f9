/** The reason why the demo stops, as a sentence for its standard error. */
export class DemoError extends Error {}

/** The platform said no: its HTTP status, and the error's own key in the envelope. */
export class Refusal extends DemoError {
  readonly status: number
  readonly error: string

  constructor(path: string, status: number, error: string, detail: string) {
    super(`The platform refused ${path}: ${error} (HTTP ${status})${detail}.`)
    this.status = status
    this.error = error
  }
}

export interface PlatformSession {
  cookie: string
  token: string
}

export interface PlatformAccess extends PlatformSession {
  baseUrl: string
}

/** Gets another session where one is over; undefined where there is none to be had. */
export type Renew = () => Promise<PlatformSession | undefined>

type Values = Readonly<Record<string, unknown>>
type Init = { method: 'GET' | 'POST'; body?: string; headers?: Readonly<Record<string, string>> }

/** The HTTP API as any signed-in program uses it. Answers are the envelope's `data`. */
export interface PlatformApi {
  get(path: string, query?: Values): Promise<unknown>
  post(path: string, body: Values): Promise<unknown>
  /** All rows of a list, page by page. */
  all(path: string, query?: Values): Promise<Record<string, unknown>[]>
}

interface Envelope {
  code?: unknown
  message?: unknown
  data?: unknown
}

/** How often a call is tried while the platform is busy, restarting, or counts our calls. */
const TRIES = 40
const MAX_WAIT_S = 30
const PAGE_LIMIT = 100
const CALL_TIMEOUT_MS = 30_000

function keyOf({ data }: Envelope): string {
  const error = typeof data === 'object' && data !== null ? (data as { error?: unknown }).error : undefined
  return typeof error === 'string' ? error : 'unknown'
}

/** Field names and reasons, never values: they may be secrets. */
function detailOf({ data }: Envelope): string {
  const fields = typeof data === 'object' && data !== null ? (data as { fields?: unknown }).fields : undefined
  return fields ? ` ${JSON.stringify(fields)}` : ''
}

class HttpPlatformApi implements PlatformApi {
  readonly #signal: AbortSignal | undefined
  readonly #renew: Renew | undefined
  #access: PlatformAccess
  #renewing: Promise<PlatformSession | undefined> | undefined

  constructor(access: PlatformAccess, signal: AbortSignal | undefined, renew: Renew | undefined) {
    this.#access = access
    this.#signal = signal
    this.#renew = renew
  }

  get(path: string, query: Values = {}): Promise<unknown> {
    const url = new URL(path, this.#access.baseUrl)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return this.#call(path, url, { method: 'GET' })
  }

  post(path: string, body: Values): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    return this.#call(path, new URL(path, this.#access.baseUrl), {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    })
  }

  async all(path: string, query: Values = {}): Promise<Record<string, unknown>[]> {
    const rows: Record<string, unknown>[] = []
    for (let page = 1; ; page++) {
      const found = (await this.get(path, { ...query, page, limit: PAGE_LIMIT })) as {
        list: Record<string, unknown>[]
        total: number
      }
      rows.push(...found.list)
      if (found.list.length === 0 || rows.length >= found.total) return rows
    }
  }

  async #call(path: string, url: URL, init: Init): Promise<unknown> {
    let mayRenew = true
    for (let tries = 1; ; tries++) {
      const access = this.#access
      const answer = await this.#fetch(path, url, init, tries)
      if (answer === null) continue
      const { status, envelope, waitS } = answer
      if (status < 300 && envelope.code === 0) return envelope.data
      if (status === 401 && mayRenew && (await this.#renewed(access))) {
        mayRenew = false
        continue
      }
      const isBusy = status === 429 || status === 503
      if (!isBusy || tries >= TRIES) throw new Refusal(path, status, keyOf(envelope), detailOf(envelope))
      await this.#pause(waitS)
    }
  }

  /** Whether there is another session than the one that is over: several calls notice, one asks. */
  async #renewed(old: PlatformAccess): Promise<boolean> {
    if (this.#access !== old) return true
    this.#renewing ??= this.#renew?.().finally(() => (this.#renewing = undefined))
    const session = await this.#renewing
    if (session && this.#access === old) this.#access = { ...old, ...session }
    return this.#access !== old
  }

  /** Null where the platform could not be reached and another try is due. */
  async #fetch(path: string, url: URL, init: Init, tries: number) {
    const { cookie, token, baseUrl } = this.#access
    try {
      const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
      const response = await fetch(url, {
        ...init,
        signal: this.#signal ? AbortSignal.any([this.#signal, timeout]) : timeout,
        headers: {
          ...init.headers,
          authorization: token,
          cookie: `authorization=${cookie}`,
          origin: new URL(baseUrl).origin,
        },
      })
      const waitS = Number(response.headers.get('retry-after') ?? 1)
      return { status: response.status, waitS, envelope: await envelopeOf(path, response) }
    } catch (error) {
      if (this.#signal?.aborted || error instanceof DemoError) throw error
      if (tries >= 5) throw new DemoError(`The platform does not answer at ${url.origin}: ${reasonOf(error)}.`)
      await this.#pause(tries)
      return null
    }
  }

  #pause(seconds: number): Promise<void> {
    const waitMs = Math.min(MAX_WAIT_S, Math.max(0.2, seconds)) * 1000
    return new Promise((resolve) => {
      const timer = setTimeout(done, waitMs)
      const signal = this.#signal
      function done() {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      signal?.addEventListener('abort', done)
    })
  }
}

async function envelopeOf(path: string, response: Response): Promise<Envelope> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Envelope
  } catch {
    throw new DemoError(`The platform answered ${path} with something that is no JSON (HTTP ${response.status}).`)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error ? error.message : String(error)
}

/**
 * Calls wait out what the platform asks for (429 and 503 with retry-after), and go on with another session where `renew`
 * has one. `signal` gives everything up.
 */
export function createPlatformApi(access: PlatformAccess, signal?: AbortSignal, renew?: Renew): PlatformApi {
  return new HttpPlatformApi(access, signal, renew)
}
