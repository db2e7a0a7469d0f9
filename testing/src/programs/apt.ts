import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

/**
 * Installs Debian packages as root on a Debian. For packages without a service only: installing one would start it.
 * @returns why it did not, or undefined
 */
export function aptInstall(packages: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return `not root, so ${packages[0]} cannot be installed`
  if (!hasApt()) return 'there is no apt-get'
  process.stderr.write(`sluice: installing ${packages.join(', ')} with apt-get …\n`)
  return withLists(['install', '-y', '--no-install-recommends', ...packages])
    ? undefined
    : `apt-get could not install ${packages.join(', ')}`
}

const KEPT = resolve(import.meta.dirname, '../../../.runtime/debian')

/**
 * Downloads a Debian package with the dependencies that this machine lacks (`alone`: without any), and unpacks it into
 * a folder of its own: nothing is installed, so no service starts and root is not needed. Kept between runs.
 * @returns why it did not, or undefined
 */
export function aptUnpack(name: string, { alone = false, kept = KEPT } = {}): string | undefined {
  if (existsSync(join(kept, name))) return undefined
  if (!hasApt() || spawnSync('dpkg-deb', ['--version']).status !== 0) return 'there is no apt-get'
  process.stderr.write(`sluice: unpacking ${name} of Debian into .runtime …\n`)
  mkdirSync(kept, { recursive: true })
  const fresh = mkdtempSync(join(kept, `.${name}-`))
  const [archives, tree] = [join(fresh, 'archives'), join(fresh, 'tree')]
  mkdirSync(join(archives, 'partial'), { recursive: true })
  try {
    // The lock is for changes of the system; these archives are our own.
    const into = ['-o', `Dir::Cache::archives=${archives}`, '-o', 'Debug::NoLocking=1', '-o', 'APT::Sandbox::User=']
    const all = ['install', '-y', '--no-install-recommends', '--download-only', name]
    const fetched = withLists([...into, ...(alone ? ['download', name] : all)], archives)
    const found = readdirSync(archives).filter((file) => file.endsWith('.deb'))
    if (!fetched || found.length === 0) return `apt-get could not download ${name}`
    if (found.some((file) => spawnSync('dpkg-deb', ['-x', join(archives, file), tree]).status !== 0))
      return `${name} could not be unpacked`
    keep(tree, join(kept, name))
    return undefined
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** An environment in which the programs of an unpacked package run, after installed ones. */
export function unpackedEnv(name: string, kept = KEPT): NodeJS.ProcessEnv {
  const usr = join(kept, name, 'usr')
  const libraries = existsSync(join(usr, 'lib')) ? readdirSync(join(usr, 'lib')) : []
  // Debian puts servers where only root's PATH leads.
  const path = [process.env['PATH'] ?? '', '/usr/sbin', join(usr, 'bin'), join(usr, 'sbin')]
  const own = libraries.filter((folder) => folder.includes('-linux-')).map((folder) => join(usr, 'lib', folder))
  return {
    ...process.env,
    PATH: path.join(delimiter),
    ...(own.length > 0 ? { LD_LIBRARY_PATH: own.join(delimiter) } : {}),
  }
}

/** Another test file may have been faster: then its copy stays. */
function keep(tree: string, place: string): void {
  try {
    renameSync(tree, place)
  } catch (error) {
    if (!existsSync(place)) throw error
  }
}

function hasApt(): boolean {
  return spawnSync('apt-get', ['--version']).status === 0
}

/** Tests of several kinds run side by side, and `apt-get update` does not wait for another one: it fails. */
const TURN = join(tmpdir(), `sluice-apt-${process.getuid?.() ?? 0}.lock`)

/** The package lists of a fresh image are empty, those of an old one name packages that no longer exist. */
function withLists(work: readonly string[], cwd?: string): boolean {
  // Waits for the lock of somebody else who may be installing.
  const apt = (...args: string[]): boolean =>
    spawnSync('flock', [TURN, 'apt-get', '-qq', '-o', 'Acquire::Retries=1', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 480_000,
      cwd,
    }).status === 0
  return apt(...work) || (apt('update') && apt(...work))
}
