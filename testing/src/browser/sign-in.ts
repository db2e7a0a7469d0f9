import { webcrypto } from 'node:crypto'
import { login, loginKey } from '@sluice/contract'
import type { FastifyInstance } from 'fastify'

/** The headers that a signed-in browser sends with every call. */
export interface Visitor {
  cookie: string
  token: string
}

export function headersOf(visitor: Partial<Visitor>): Record<string, string> {
  return {
    ...(visitor.cookie === undefined ? {} : { cookie: `authorization=${visitor.cookie}` }),
    ...(visitor.token === undefined ? {} : { authorization: visitor.token }),
  }
}

export interface Answer {
  status: number
  code: number
  message: string
  data: unknown
  headers: Record<string, unknown>
}

/** Makes one call of the API without a network. GET puts the input into the query. */
export async function callApi(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isGet = method === 'GET'
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const response = await app.inject({
    method,
    url: path,
    headers: { host: 'localhost', ...headers },
    ...(isGet ? { query } : { payload: input }),
  })
  // A file comes as it is.
  const isFile = response.statusCode === 200 && !String(response.headers['content-type']).includes('json')
  const body = isFile
    ? { code: 0, message: '', data: response.body }
    : response.json<{ code: number; message: string; data: unknown }>()
  return { status: response.statusCode, headers: response.headers, ...body }
}

/** The answer of `loginKey`. */
export interface SealingKey {
  keyId: string
  publicKey: string
  nonce: string
}

/** Seals a secret as the console does (SEC-3): base64 of RSA-OAEP-SHA256 over its JSON with the nonce. */
export async function seal({ publicKey, nonce }: SealingKey, secret: object): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const der = Buffer.from(publicKey, 'base64')
  const key = await webcrypto.subtle.importKey('spki', der, algorithm, false, ['encrypt'])
  const plain = new TextEncoder().encode(JSON.stringify({ ...secret, nonce }))
  return Buffer.from(await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, plain)).toString('base64')
}

/** Fetches a key and seals the secret with it. */
export async function sealFor(app: FastifyInstance, secret: object): Promise<{ keyId: string; sealed: string }> {
  const { data } = await callApi(app, 'GET', loginKey.path)
  const key = data as SealingKey
  return { keyId: key.keyId, sealed: await seal(key, secret) }
}

/** Tries to sign in and returns the server's answer. */
export async function tryLogin(
  app: FastifyInstance,
  username: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { keyId, sealed } = await sealFor(app, { password })
  return callApi(app, 'POST', login.path, { username, password: sealed, platform: 'web', keyId }, headers)
}

/** Signs in. @throws when the server refuses. */
export async function signIn(app: FastifyInstance, username: string, password: string): Promise<Visitor> {
  const answer = await tryLogin(app, username, password)
  if (answer.code !== 0) throw new Error(`${username} could not sign in: ${answer.code} ${answer.message}`)
  const cookie = /^authorization=([^;]+)/.exec(String(answer.headers['set-cookie']))?.[1]
  return { cookie: cookie!, token: (answer.data as { token: string }).token }
}
