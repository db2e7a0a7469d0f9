import { randomBytes } from 'node:crypto'
import { chown, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { type Binaries, program } from './binaries.ts'
import type { Home } from './home.ts'
import { hasName, namespaceRunner, type RunAs, runAs } from './run-as.ts'
import { serverEnvironment } from './settings.ts'
import { onFolder, outputTrouble, systemCode } from './trouble.ts'

/** The role that may do everything; only the supervisor (and a test cluster) uses it. */
export const superuser = 'postgres'

/** Passwords by purpose: `superuser` for the supervisor, `application` for the product's own role. */
export interface Credentials {
  superuser: string
  application: string
}

const credentialsName = 'credentials.json'

/**
 * Creates the database files when there are none (first start), and checks that existing ones fit this PostgreSQL.
 * `durable: false` skips the flush to disk; for tests.
 */
export async function ensureCluster(home: Home, binaries: Binaries, durable: boolean): Promise<Credentials> {
  const found = await clusterMajor(home)
  if (found === undefined) return await createCluster(home, binaries, durable)
  if (found !== binaries.major) {
    throw new StartupError(
      `The database in ${home.folder} was made by PostgreSQL ${found} and this Sluice brings ${binaries.major}: ` +
        'write a backup with the Sluice that made it and restore that here, or set DATABASE_URL.',
    )
  }
  return await readCredentials(home)
}

/** The major version that made the cluster, or undefined when there is none yet. */
async function clusterMajor(home: Home): Promise<number | undefined> {
  return await onFolder(home.data, async () => {
    try {
      const text = (await readFile(join(home.data, 'PG_VERSION'), 'utf8')).trim()
      if (/^\d+$/.test(text)) return Number(text)
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error
      if (!(await isThere(home.data))) return undefined
    }
    throw new StartupError(`${home.data} holds files that are no PostgreSQL database: move them away or restore them.`)
  })
}

async function isThere(path: string): Promise<boolean> {
  return await open(path).then(
    async (handle) => {
      await handle.close()
      return true
    },
    () => false,
  )
}

/** Works next to the final place and renames at the end: a kill in between leaves nothing incomplete. */
async function createCluster(home: Home, binaries: Binaries, durable: boolean): Promise<Credentials> {
  const draft = `${home.data}.new`
  const passwordFile = join(home.folder, 'initdb.password')
  const credentials: Credentials = { superuser: newPassword(), application: newPassword() }
  return await onFolder(home.folder, async () => {
    await rm(draft, { recursive: true, force: true })
    try {
      await writePrivate(passwordFile, `${credentials.superuser}\n`, home.as)
      await runInitdb(home, binaries, draft, passwordFile, durable)
      await writePrivate(join(home.folder, credentialsName), `${JSON.stringify(credentials)}\n`, home.as)
      await rename(draft, home.data)
      return credentials
    } catch (error) {
      await rm(draft, { recursive: true, force: true }).catch(() => undefined)
      throw error
    } finally {
      await rm(passwordFile, { force: true }).catch(() => undefined)
    }
  })
}

async function runInitdb(home: Home, binaries: Binaries, draft: string, passwordFile: string, durable: boolean) {
  const args = [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorted by code point, which never differs between machines: a libc update must not corrupt indexes. 17 introduced
    // a built-in locale that also maps upper and lower case of all letters.
    ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  const as = (await namedRunner(home.as)) ?? home.as
  const options = { cwd: home.folder, env: serverEnvironment() }
  const outcome = await runAs(as, program(binaries, 'initdb'), args, options)
  if (outcome.code === 0) return
  const output = outcome.output || outcome.error?.message || 'initdb was killed'
  throw outputTrouble(output, 'The database could not be made', home.folder)
}

/** A user without an entry in /etc/passwd gets one for `initdb` in a user namespace of its own. */
async function namedRunner(as: RunAs): Promise<RunAs | undefined> {
  if (as.kind !== 'self' || process.platform === 'win32' || hasName()) return undefined
  return await namespaceRunner()
}

async function readCredentials(home: Home): Promise<Credentials> {
  const path = join(home.folder, credentialsName)
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (isCredentials(value)) return value
  } catch (error) {
    if (systemCode(error) === 'EACCES') throw error
  }
  throw new StartupError(`The database in ${home.folder} lost its password file ${path}: restore it from a backup.`)
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false
  const { superuser: one, application: other } = value as Partial<Record<keyof Credentials, unknown>>
  return typeof one === 'string' && typeof other === 'string'
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

async function writePrivate(path: string, text: string, as: RunAs): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (as.kind === 'user') await chown(draft, as.uid, as.gid)
  await rename(draft, path)
}
