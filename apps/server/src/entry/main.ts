import { compose } from '../composition/compose.ts'
import { type Config, readConfig } from '../config.ts'
import { startDemo } from './demo.ts'
import type { OpenPort } from '../gateways/device-edge.ts'
import { ensureAdministrator } from '../modules/identity/identity.module.ts'
import type { Database } from '../platform/db/db.ts'
import { createLog, type Log } from '../platform/log/log.ts'
import { createLogRecorder } from '../platform/log/log-recorder.ts'
import { migrate } from '../platform/db/migrate.ts'
import { StartupError } from '../platform/startup-error.ts'
import { openStore } from './store.ts'

interface Served {
  config: Config
  db: Database
  log: Log
  platform: Awaited<ReturnType<typeof compose>>
}

/** The process: config, store, compose, listen, drain. */
async function main(): Promise<void> {
  const config = readConfig()
  const recorder = createLogRecorder()
  const destination = process.stderr
  const log = createLog({ level: config.logLevel, pretty: destination.isTTY, destination, recorder })
  const store = await openStore(config, log)
  try {
    await migrate(store.db)
    const platform = await compose({ config, db: store.db, log, recorder })
    try {
      await serve({ config, db: store.db, log, platform })
    } finally {
      await platform.close()
    }
  } finally {
    await store.close()
  }
}

/** Opens the listeners, prints the start line, and resolves when the process is to end. */
async function serve({ config, db, log, platform }: Served): Promise<void> {
  const port = await platform.listen()
  // Created once nothing can fail any more, so that a failed start never creates a password that was not printed.
  const password = await ensureAdministrator(db, config.adminPassword)
  const url = `${config.tls ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const { edge, identity } = platform
  const { openAdministratorSession } = identity
  const ports = edge.ports()
  const demo = config.demo ? await startDemo({ config, url, ports, log, openAdministratorSession }) : undefined
  process.stdout.write(`${startLine(config, { url, port, devices: edge.openPorts() }, password)}\n`)
  await untilSignal()
  log.info('stopping')
  demo?.stop()
}

/** The one line a person needs; the password is printed at the first start only. */
function startLine(
  config: Config,
  at: { url: string; port: number; devices: readonly OpenPort[] },
  password: string | undefined,
): string {
  const listeners = at.devices.map(({ label, port, wanted }) => `${label} on port ${port}${moved(wanted, port)}`)
  const devices = listeners.length > 0 ? listeners.join(', ') : 'no device listener'
  const account = password === undefined ? '' : `, sign in as admin with ${password}`
  return `Sluice is ready at ${at.url}${moved(config.port.port, at.port)}, ${devices}${account}`
}

function moved(wanted: number | undefined, got: number): string {
  return wanted === undefined || wanted === 0 || wanted === got ? '' : ` (${wanted} is taken)`
}

/**
 * The same signal often arrives twice, from the process group and through the bootstrap: the second must not cut the
 * shutdown short.
 */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
    else
      process.stderr.write(
        `Sluice could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
    process.exit(1)
  },
)
