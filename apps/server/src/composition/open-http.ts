import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/db.ts'
import { createHttp, type Http } from '../platform/http/http.ts'
import type { HttpSeatLimits } from '../platform/http/http-seats.ts'
import type { Log } from '../platform/log/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { StartupError } from '../platform/startup-error.ts'

const consoleDir = fileURLToPath(new URL('../../../console/dist', import.meta.url))

interface HttpParts {
  config: Config
  db: Database
  log: Log
  metrics: Metrics
  storeUp(): boolean
  takesUplinks(): boolean
  /** Health checks of the gateways. */
  deviceChecks: Readonly<Record<string, () => boolean>>
  canSignIn(): Promise<boolean>
  seats: HttpSeatLimits
}

/** The HTTP server, not yet listening: the console, the health checks, the certificate. */
export async function createHttpOf(parts: HttpParts): Promise<Http> {
  const { config, db, log, metrics, storeUp, takesUplinks, deviceChecks, canSignIn, seats } = parts
  return createHttp({
    log,
    metrics,
    consoleDir,
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
    seats,
    serviceBases: config.serviceBases,
    tls: config.tls && (await readTls(config.tls)),
    tileHosts: () => config.tiles.map(({ url }) => new URL(url).origin),
    checks: {
      database: async () => (await db.query('select 1')).rowCount === 1,
      ingest: storeUp,
      uplinks: takesUplinks,
      ...deviceChecks,
      signIn: canSignIn,
    },
  })
}

async function readTls(tls: { cert: string; key: string }): Promise<{ cert: string; key: string }> {
  const refuse = (what: string) => (error: Error) => {
    throw new StartupError(`The TLS certificate or key cannot be ${what}: ${error.message}.`)
  }
  // Read one after the other, so that when both are missing the error always names the same one.
  const cert = await readFile(tls.cert, 'utf8').catch(refuse('read'))
  const key = await readFile(tls.key, 'utf8').catch(refuse('read'))
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    refuse('used')(error as Error)
  }
  return { cert, key }
}

/** Moves to a free port when the default one is taken; a port that was configured and is taken ends the start. */
export async function listenHttp(http: Http, { host, port }: Config): Promise<number> {
  try {
    return await http.listen(host, port.port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && !port.fixed) return http.listen(host, 0)
    const why = code === 'EADDRINUSE' ? 'it is taken' : code === 'EACCES' ? 'it is not permitted' : String(code)
    throw new StartupError(`Cannot listen on ${host} port ${port.port}: ${why}.`)
  }
}
