import { readConfig } from './config.ts'
import { resetPassword } from './modules/identity/identity.module.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { silentLog } from './platform/log.ts'
import { runningPostgres } from './platform/running-postgres.ts'
import { StartupError } from './platform/startup-error.ts'
import { openStore } from './store.ts'

const USAGE = 'npm run admin -- reset-password NAME    give a user a new one-time password'

/** Commands for whoever runs the server. They work beside a running one and without. */
async function main([command, ...args]: readonly string[]): Promise<string> {
  const [name] = args
  if (command !== 'reset-password' || name === undefined || args.length > 1) throw new StartupError(USAGE)
  return withDatabase(async (db) => {
    const password = await resetPassword(db, name, new Date())
    if (password === undefined) throw new StartupError(`There is no user "${name}".`)
    return `The one-time password of ${name} is ${password}`
  })
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const config = readConfig(undefined, [])
  const address = config.databaseUrl === undefined ? await runningPostgres(config.dataDir) : undefined
  const store = address ? await beside(address) : await openStore(config, silentLog)
  try {
    return await work(store.db)
  } finally {
    await store.close()
  }
}

async function beside(address: Parameters<typeof openDatabase>[0]['address']) {
  const db = await openDatabase({ address, log: silentLog, poolSize: 2, applicationName: 'sluice-admin' })
  return { db, close: () => db.close() }
}

const UNDEFINED_TABLE = '42P01'

function sentence(error: unknown): string {
  if (error instanceof StartupError) return error.message
  if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return 'Sluice has never been started on this database.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main(process.argv.slice(2)).then(
  (answer) => {
    process.stdout.write(`${answer}\n`)
    process.exit(0)
  },
  (error: unknown) => {
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  },
)
