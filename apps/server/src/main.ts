import { compose } from './compose.ts'
import { readConfig } from './config.ts'
import { startDemo } from './demo.ts'
import { ensureAdministrator } from './modules/identity/identity.module.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { StartupError } from './platform/startup-error.ts'
import { openStore } from './store.ts'

/** The process: config, store, compose, listen, drain. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog({ level: config.logLevel, pretty: false, destination: process.stderr })
  const store = await openStore(config, log)
  try {
    await migrate(store.db)
    const password = await ensureAdministrator(store.db, config.adminPassword)
    const platform = await compose({ config, db: store.db, log })
    const port = await platform.listen()
    const url = `${config.tls ? 'https' : 'http'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    const demo = config.demo ? await startDemo({ config, url, platform, log }) : undefined
    process.stdout.write(`${startLine(url, platform.edge.port(), password)}\n`)
    await untilSignal()
    log.info('stopping')
    demo?.stop()
    await platform.close()
  } finally {
    await store.close()
  }
}

/** The one line a person needs; the password is printed at the first start only. */
function startLine(url: string, sl651Port: number | null, password: string | undefined): string {
  const devices = sl651Port === null ? 'no device listener' : `SL651 devices on port ${sl651Port}`
  const account = password === undefined ? '' : `, sign in as admin with ${password}`
  return `Sluice is ready at ${url} (${devices})${account}`
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
    else process.stderr.write(`Sluice could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  },
)
