import { lookup as systemLookup } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address.rules.ts'

export interface OutboundOptions {
  /** Addresses beside the public internet that the operator opened. */
  allow?: (address: string, port: number) => boolean
  resolve?: (host: string) => Promise<readonly string[]>
}

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** For the whole call with its redirects; 10 s when left out. */
  timeoutMs?: number
  /** Largest answer; 1 MiB when left out. */
  maxBytes?: number
}

export interface OutboundAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
  /** Where it came from, behind redirects. */
  url: string
}

/** Why a call was not made or not finished; the words are for the operator's log, not for who named the address. */
export class OutboundRefused extends Error {
  readonly because: 'address' | 'scheme' | 'redirects' | 'too-large' | 'time' | 'unreachable'
  constructor(because: OutboundRefused['because'], message: string) {
    super(message)
    this.name = 'OutboundRefused'
    this.because = because
  }
}

const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** What must not follow a redirect to another origin. */
const PERSONAL = ['authorization', 'cookie', 'x-api-key', 'proxy-authorization']

/**
 * The one way in which the server calls an address that somebody else named (SEC-14): http and https to the public
 * internet only. The name is resolved once, every answer is looked at, and the connection goes to the address that was
 * looked at, so that a name which changes in between leads nowhere. Each redirect goes through the same door.
 */
export function createOutbound({ allow = () => false, resolve = resolveAll }: OutboundOptions = {}) {
  async function addressOf(url: URL): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    const found = isIP(host) ? [host] : await resolve(host).catch(() => [])
    if (found.length === 0) throw new OutboundRefused('unreachable', `${host} has no address`)
    // One closed address among open ones is reason enough: which of them is taken would be the stranger's choice.
    const refused = found.find((address) => !isPublicAddress(address) && !allow(address, port))
    if (refused !== undefined) throw new OutboundRefused('address', `${host} leads to ${refused}, which is not public`)
    return found[0]!
  }

  return {
    /** @throws OutboundRefused */
    async call(target: string, options: OutboundRequest = {}): Promise<OutboundAnswer> {
      const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000)
      let url = parse(target)
      let request = options
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const answer = await send(url, await addressOf(url), request, signal)
        const location = REDIRECTS.includes(answer.status) ? answer.headers['location'] : undefined
        if (typeof location !== 'string') return answer
        const next = parse(new URL(location, url).href)
        request = redirected(request, answer.status, url.origin === next.origin)
        url = next
      }
      throw new OutboundRefused('redirects', `${target} redirects more than ${MAX_REDIRECTS} times`)
    },
  }
}

export type Outbound = ReturnType<typeof createOutbound>

async function resolveAll(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address)
}

function parse(target: string): URL {
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutboundRefused('scheme', 'only http and https addresses without a password are called')
  return url
}

/** As browsers do: 303, and 301 and 302 after a POST, are fetched; other origins do not hear who we are. */
function redirected(request: OutboundRequest, status: number, sameOrigin: boolean): OutboundRequest {
  const headers = Object.entries(request.headers ?? {}).filter(
    ([name]) => sameOrigin || !PERSONAL.includes(name.toLowerCase()),
  )
  const { body: _body, ...bare } = request
  const again = status === 307 || status === 308 ? request : { ...bare, method: 'GET' as const }
  return { ...again, headers: Object.fromEntries(headers) }
}

/** Connects to `address` whatever the name in the URL says meanwhile; certificate and Host stay those of the name. */
function send(url: URL, address: string, options: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
  const pinned: LookupFunction = (_host, how, done) => {
    const family = isIP(address)
    if (how.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const { method = 'GET', headers = {}, body, maxBytes = 1_048_576 } = options
  const request: RequestOptions = {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    lookup: pinned,
    signal,
    agent: false,
  }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(wordsFor(error, url, signal))
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, request, (response) => {
      collect(response, maxBytes).then(
        (content) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content, url: url.href }),
        fail,
      )
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

async function collect(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    bytes += (part as Buffer).length
    if (bytes > maxBytes) {
      response.destroy()
      throw new OutboundRefused('too-large', `the answer is larger than ${maxBytes} bytes`)
    }
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

function wordsFor(error: Error, { host }: URL, signal: AbortSignal): OutboundRefused {
  if (error instanceof OutboundRefused) return error
  if (signal.aborted) return new OutboundRefused('time', `${host} did not answer in time`)
  return new OutboundRefused('unreachable', `${host} could not be reached: ${error.message}`)
}
