import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { explainNpmFailure } from './npm-failures.mjs'
import { chooseNpm, npmEnvironment } from './npm.mjs'
import { say, StartError } from './say.mjs'
import { runQuietly } from './spawn.mjs'

/**
 * Makes node_modules match package-lock.json. Costs one hash when it already does.
 * @param {string} root
 * @param {string} node the Node the program will run on
 */
export async function ensureDependencies(root, node) {
  if (isStamped(root)) return
  if (installedByHand(root)) return writeStamp(root)
  await withLock(root, async () => {
    if (isStamped(root)) return
    const npm = await chooseNpm(root, node)
    say('installing dependencies (about a minute, only when they change) …')
    const started = Date.now()
    rmSync(stampPath(root), { force: true })
    const flags = [
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    const run = await runQuietly(npm.command, [...npm.args, 'ci', ...flags], {
      cwd: root,
      env: npmEnvironment(process.env, root),
    })
    if (run.code !== 0) throw new StartError(explainNpmFailure('dependencies', run))
    writeStamp(root)
    say(`dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.`)
  })
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'node_modules', '.sluice-installed')
}

/** @param {string} root */
function isStamped(root) {
  try {
    return readFileSync(stampPath(root), 'utf8') === stampOf(root)
  } catch {
    return false
  }
}

/** @param {string} root */
function stampOf(root) {
  const lockfile = join(root, 'package-lock.json')
  if (!existsSync(lockfile)) throw new StartError(`${lockfile} is missing: this is not a whole copy of the repository.`)
  return `${createHash('sha256').update(readFileSync(lockfile)).digest('hex')} ${process.platform}-${process.arch}\n`
}

/** @param {string} root */
function writeStamp(root) {
  try {
    writeFileSync(stampPath(root), stampOf(root))
  } catch {
    // A read-only node_modules that is right needs no stamp; the next start checks again.
  }
}

/**
 * Whether the user's own `npm install` already left exactly what the lockfile requires: npm records what it installed
 * when it is done. Saves developers a needless reinstall after every new dependency.
 * @param {string} root
 */
function installedByHand(root) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  for (const name of Object.keys(present)) if (!wanted[name]) return false
  for (const [name, entry] of Object.entries(wanted)) {
    const installed = present[name]
    if (!installed) {
      const isWorkspace = name !== '' && !name.includes('node_modules/')
      if (name !== '' && !isWorkspace && !mayBeAbsent(entry)) return false
    } else if (installed.version !== entry.version || installed.integrity !== entry.integrity) return false
  }
  return true
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 * @param {string} path
 * @returns {Record<string, LockEntry> | undefined}
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * A missing optional package is an error only when it names this very machine; one that names none belongs to another
 * package that was left out.
 * @param {LockEntry} entry
 */
function mayBeAbsent(entry) {
  if (!entry.optional && !entry.devOptional) return false
  const isForUs = (/** @type {string[] | undefined} */ list, /** @type {string} */ here) => !list || list.includes(here)
  const namesMachine = Boolean(entry.os || entry.cpu)
  const fits = isForUs(entry.os, process.platform) && isForUs(entry.cpu, process.arch) && !entry.libc?.includes('musl')
  return !(namesMachine && fits)
}
