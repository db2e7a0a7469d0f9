import { webcrypto } from 'node:crypto'
import { login, loginKey } from '@sluice/contract'

/** The headers that a signed-in browser sends with every call. */
export interface Visitor {
  cookie: string
  token: string
}

interface Envelope {
  code: number
  message: string
  data: unknown
}

/** Signs in as the console does, over HTTP. @throws on a refusal, with its code as the cause. */
export async function signIn(url: string, username: string, password: string): Promise<Visitor> {
  const asked = (await (await fetch(url + loginKey.path)).json()) as Envelope
  if (asked.code !== 0) throw new Error(`nobody can sign in: ${asked.message}`, { cause: asked.code })
  const { keyId, publicKey, nonce } = asked.data as { keyId: string; publicKey: string; nonce: string }
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const der = Buffer.from(publicKey, 'base64')
  const key = await webcrypto.subtle.importKey('spki', der, algorithm, false, ['encrypt'])
  const plain = new TextEncoder().encode(JSON.stringify({ password, nonce }))
  const sealed = Buffer.from(await webcrypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, plain)).toString('base64')
  const answer = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: sealed, platform: 'web', keyId }),
  })
  const { code, message, data } = (await answer.json()) as Envelope
  if (code !== 0) throw new Error(`${username} could not sign in: ${message}`, { cause: code })
  const cookie = /authorization=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
  return { cookie: cookie ?? '', token: (data as { token: string }).token }
}

export function headersOf({ cookie, token }: Visitor): Record<string, string> {
  return { cookie: `authorization=${cookie}`, authorization: token }
}
