import { lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { SendFailure } from '@sluice/contract'
import { hostOf, isLoopbackAddress, isRefusedAddress, isThisMachine } from './target.ts'

/** One POST, as an adapter words it. The address may hold a token: nobody logs it. */
export interface OutRequest {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
}

export interface OutAnswer {
  status: number
  /** At most 64 KB of it. */
  body: string
}

export type Called = { answer: OutAnswer } | { failure: SendFailure; retry: boolean }
export type CallOut = (request: OutRequest) => Promise<Called>

/** Of looking up, connecting, sending and reading together. */
export const CALL_MS = 10_000
const BODY_BYTES = 65_536

/**
 * Sends it and reads what comes back. The address is judged after its name was looked up and used as it was judged, so
 * that a name which leads elsewhere a moment later gains nothing. Redirects are not followed.
 */
export function callOut(request: OutRequest, limitMs: number = CALL_MS): Promise<Called> {
  const { url, headers, body } = request
  const host = hostOf(url)
  if (isIP(host) && isRefusedAddress(host)) return Promise.resolve({ failure: 'address-refused', retry: false })
  const isPlain = url.protocol === 'http:'
  if (isPlain && !isThisMachine(host)) return Promise.resolve({ failure: 'address-refused', retry: false })
  const start = isPlain ? httpRequest : httpsRequest
  return new Promise((resolve) => {
    const call = start(url, {
      method: 'POST',
      headers: { 'user-agent': 'Sluice', ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup: judgedLookup(isPlain),
    })
    const limit = setTimeout(() => end({ failure: 'timeout', retry: true }), limitMs)
    const end = (called: Called) => {
      clearTimeout(limit)
      resolve(called)
      call.destroy()
    }
    readAnswer(call, end)
    call.end(body)
  })
}

function readAnswer(call: ClientRequest, end: (called: Called) => void): void {
  call.on('error', (error) => end(failureOf(codeOf(error))))
  call.on('response', (response: IncomingMessage) => {
    const status = response.statusCode ?? 0
    if (status >= 300 && status < 400) return end({ failure: 'redirected', retry: false })
    const parts: Buffer[] = []
    let bytes = 0
    const finish = () => {
      const whole = Buffer.concat(parts).subarray(0, BODY_BYTES)
      // A cut may leave half a character.
      end({ answer: { status, body: whole.toString('utf8').replace(/\uFFFD$/, '') } })
    }
    response.on('data', (part: Buffer) => {
      parts.push(part)
      bytes += part.length
      if (bytes >= BODY_BYTES) finish()
    })
    response.on('end', finish)
    response.on('error', (error) => end(failureOf(codeOf(error))))
  })
}

const REFUSED = 'REFUSED_ADDRESS'
const refused = (): NodeJS.ErrnoException => Object.assign(new Error(REFUSED), { code: REFUSED })

/** Every address behind the name has to be allowed: which of them is tried is not ours to choose. */
function judgedLookup(onlyThisMachine: boolean): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const isBad = found.some(
        ({ address }) => isRefusedAddress(address) || (onlyThisMachine && !isLoopbackAddress(address)),
      )
      if (isBad) return done(refused(), '')
      if (options.all) return done(null, found)
      done(null, found[0]!.address, found[0]!.family)
    })
  }
}

/** Where a mail server is, judged in the same way; its first address. */
export async function judgedAddress(
  host: string,
): Promise<{ address: string } | { failure: SendFailure; retry: boolean }> {
  if (isIP(host)) return isRefusedAddress(host) ? { failure: 'address-refused', retry: false } : { address: host }
  return new Promise((resolve) => {
    judgedLookup(false)(host, { all: false }, (error, address) =>
      resolve(error ? failureOf(codeOf(error)) : { address: String(address) }),
    )
  })
}

const CERTIFICATE = /^(CERT_|ERR_TLS|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/

/** What the code of an error of the line means; a certificate may be renewed, so that it is tried again. */
export function failureOf(code: string): { failure: SendFailure; retry: boolean } {
  if (code === REFUSED) return { failure: 'address-refused', retry: false }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { failure: 'unknown-host', retry: true }
  if (code === 'ETIMEDOUT') return { failure: 'timeout', retry: true }
  return { failure: CERTIFICATE.test(code) ? 'insecure' : 'unreachable', retry: true }
}

const codeOf = (error: Error) => String((error as NodeJS.ErrnoException).code ?? '')
