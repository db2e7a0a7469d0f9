import {
  ERRORS,
  type InputOf,
  login,
  loginKey,
  type Operation,
  type OutputOf,
  type Page,
  type Resource,
  resourcePath,
} from '@sluice/contract'
import { type Answer, headersOf, type SealingKey, seal, type Visitor } from '../browser/sign-in.ts'

export type Fields = Record<string, unknown>
/** A row of a resource as sent over the network. */
export type WireRow = Fields & { id: string; version: number }

/** An answer whose envelope is a refusal. `key` is its name in the contract's list of errors. */
export class ApiFailure extends Error {
  readonly answer: Answer
  constructor(what: string, answer: Answer) {
    super(`${what}: ${answer.status} ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
    this.name = 'ApiFailure'
    this.answer = answer
  }
  get code(): number {
    return this.answer.code
  }
  get key(): string | undefined {
    return (this.answer.data as { error?: string } | null)?.error
  }
  get fields(): Record<string, string> | undefined {
    return (this.answer.data as { fields?: Record<string, string> } | null)?.fields
  }
}

/** Calls the API over the network as a signed-in browser does: with cookie and header token. */
export interface ApiClient {
  readonly url: string
  readonly visitor: Partial<Visitor>
  /** @throws ApiFailure for every envelope but code 0. */
  call<T extends Operation>(operation: T, input?: InputOf<T>): Promise<OutputOf<T>>
  /** Returns the server's answer, whatever it is. */
  answer(method: 'GET' | 'POST', path: string, input?: Fields, headers?: Record<string, string>): Promise<Answer>
  page(resource: Resource, query?: Fields): Promise<Page<WireRow>>
  get(resource: Resource, id: string): Promise<WireRow>
  /** Returns the new id. */
  insert(resource: Resource, values: Fields): Promise<string>
  /** Changes the current version of the row. */
  update(resource: Resource, id: string, values: Fields): Promise<void>
  remove(resource: Resource, ...ids: string[]): Promise<void>
  /** Signs in by the real sealed login; returns a client of that user. */
  signIn(username: string, password: string): Promise<ApiClient>
}

/** `renew` opens another session when the current one is over: a test that moves the clock stays signed in. */
export function createClient(url: string, visitor: Partial<Visitor> = {}, renew?: () => Promise<Visitor>): ApiClient {
  async function answer(method: 'GET' | 'POST', path: string, input: Fields = {}, headers = {}): Promise<Answer> {
    const target = new URL(path, url)
    if (method === 'GET') {
      for (const [name, value] of Object.entries(input))
        if (value !== undefined) target.searchParams.set(name, `${value}`)
    }
    const response = await fetch(target, {
      method,
      headers: {
        ...headersOf(visitor),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    })
    const body = (await response.json()) as { code: number; message: string; data: unknown }
    // One answer may set several cookies of the same name.
    const cookies = response.headers.getSetCookie()
    const headersGiven = {
      ...Object.fromEntries(response.headers),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    }
    return { status: response.status, headers: headersGiven, ...body }
  }

  async function send(method: 'GET' | 'POST', path: string, input?: Fields): Promise<unknown> {
    let given = await answer(method, path, input)
    if (given.code === ERRORS['session-over'].code && renew) {
      Object.assign(visitor, await renew())
      given = await answer(method, path, input)
    }
    if (given.code !== 0) throw new ApiFailure(`${method} ${path}`, given)
    return given.data
  }

  const client: ApiClient = {
    url,
    visitor,
    answer,
    call: async (operation, input) => (await send(operation.method, operation.path, input as Fields)) as never,
    page: async (resource, query) => (await send('GET', resourcePath(resource, 'page'), query)) as Page<WireRow>,
    get: async (resource, id) => (await send('GET', resourcePath(resource, 'get'), { id })) as WireRow,
    insert: async (resource, values) =>
      ((await send('POST', resourcePath(resource, 'insert'), values)) as { id: string }).id,
    update: async (resource, id, values) => {
      const { version } = await client.get(resource, id)
      await send('POST', resourcePath(resource, 'update'), { id, version, ...values })
    },
    remove: async (resource, ...ids) => void (await send('POST', resourcePath(resource, 'del'), { ids })),
    async signIn(username, password) {
      const key = (await send('GET', loginKey.path)) as SealingKey
      const body = { username, password: await seal(key, { password }), platform: 'web', keyId: key.keyId }
      const given = await createClient(url).answer('POST', login.path, body)
      if (given.code !== 0) throw new ApiFailure(`${username} could not sign in`, given)
      const cookie = /(?:^|,)authorization=([^;]+)/.exec(String(given.headers['set-cookie']))?.[1]
      return createClient(url, { cookie: cookie ?? '', token: (given.data as { token: string }).token })
    },
  }
  return client
}
