import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendError } from './http-errors.ts'
import type { Metrics } from '../metrics.ts'

const METRICS = {
  summary:
    'Measurements for Prometheus: with the bearer token of the configuration, without one from this machine only',
  type: 'text/plain',
  access: 'public',
} as const

/**
 * Serves metrics, which reveal how many devices and people there are and how much they do, only to the operator's
 * monitoring: it has the token or, where none is configured, runs on this machine.
 */
export function serveMetrics(
  app: FastifyInstance,
  { metrics, token, trustProxy }: { metrics: Metrics; token: string | undefined; trustProxy: boolean },
): void {
  app.get('/metrics', { config: { describes: METRICS } }, async (request, reply) => {
    const may = token === undefined ? isFromHere(request, trustProxy) : hasToken(request, token)
    if (!may) return sendError(request, reply, 'not-permitted', { metrics: token === undefined ? 'local' : 'token' })
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.metrics())
  })
}

/** A request that a proxy on this machine forwards is local only when the proxy is trusted and says so. */
function isFromHere({ ip, headers }: FastifyRequest, trustProxy: boolean): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(ip) && (trustProxy || !isPassedOn)
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}
