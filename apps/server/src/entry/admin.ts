import { cutLog, verifyLog } from './audit-commands.ts'
import { runCommand } from './command-line.ts'
import { readConfig } from '../config.ts'
import { resetPassword, resetSecondFactor } from '../modules/identity/identity.module.ts'
import { type Database, openDatabase } from '../platform/db/db.ts'
import { silentLog } from '../platform/log/log.ts'
import { releaseParked } from '../platform/outbox/outbox.store.ts'
import { runningPostgres } from '../platform/db/running-postgres.ts'
import { StartupError } from '../platform/startup-error.ts'
import { dropExpired } from './retention-command.ts'
import { rebuild } from './rollup-command.ts'
import { openStore } from './store.ts'

const USAGE = `npm run admin -- reset-password NAME         give a user a new one-time password
npm run admin -- reset-second-factor NAME    let a user sign in with their password alone
npm run admin -- verify-audit [SEQ:HASH]     walk the operation log's chain; with an end noted earlier, find that too
npm run admin -- cut-audit YYYY-MM-DD        take away the lines of the operation log before that day (UTC)
npm run admin -- drop-expired [--yes]        what is too old by this machine's clock; --yes takes it away and has the
                                             clock believed from then on
npm run admin -- rebuild-rollups [DEVICE] [FROM] [TO]
                                             make hours and days again from the reports, of one device (its number) or
                                             all, of all days or some (YYYY-MM-DD); goes on when asked for again
npm run admin -- release-events              events that could not be delivered are tried again`

type Command = (db: Database, ...given: string[]) => Promise<string>

const COMMANDS: Readonly<Record<string, { atLeast: number; atMost: number; run: Command }>> = {
  'reset-password': {
    atLeast: 1,
    atMost: 1,
    async run(db, name = '') {
      const password = await resetPassword(db, name, new Date())
      if (password === undefined) throw new StartupError(`There is no user "${name}".`)
      return `The one-time password of ${name} is ${password}`
    },
  },
  'reset-second-factor': {
    atLeast: 1,
    atMost: 1,
    async run(db, name = '') {
      if (!(await resetSecondFactor(db, name))) throw new StartupError(`There is no user "${name}".`)
      return `${name} signs in with the password alone until a second factor is set up again`
    },
  },
  'verify-audit': { atLeast: 0, atMost: 1, run: verifyLog },
  'cut-audit': { atLeast: 1, atMost: 1, run: cutLog },
  'drop-expired': { atLeast: 0, atMost: 1, run: dropExpired },
  'rebuild-rollups': { atLeast: 0, atMost: 3, run: rebuild },
  'release-events': {
    atLeast: 0,
    atMost: 0,
    run: async (db) => `${await releaseParked(db)} events are tried again`,
  },
}

/** Commands for the operator of the server. They work whether or not a server is running. */
async function main([name = '', ...args]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || args.length > command.atMost || args.length < command.atLeast) throw new StartupError(USAGE)
  return withDatabase((db) => command.run(db, ...args))
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

runCommand(main)
