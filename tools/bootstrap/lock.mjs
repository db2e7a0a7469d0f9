import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say, StartError } from './say.mjs'

const heartbeatMs = 2_000
/** A holder elsewhere (a container, a shared folder) counts as dead after this silence. */
const silentMs = 30_000
/** A holder on this machine is known to be dead at once, unless another process has got its number since. */
const silentHereMs = 600_000

let depth = 0
let held = ''

/**
 * Lets one process at a time change `.runtime`, `node_modules` and the built console; the others wait.
 * Entering again within one process is allowed.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, work) {
  if (depth > 0) return work()
  const folder = join(root, '.runtime')
  const lock = join(folder, 'lock')
  makeFolder(folder)
  await acquire(lock)
  const beat = setInterval(() => touch(lock), heartbeatMs)
  held = lock
  depth++
  try {
    return await work()
  } finally {
    depth--
    held = ''
    clearInterval(beat)
    rmSync(lock, { recursive: true, force: true })
  }
}

/**
 * A child that outlives this process (which may be killed) still writes: it holds the lock too.
 * @param {number | undefined} pid
 */
export function shareLock(pid) {
  if (held && pid) writeHolder(held, [process.pid, pid])
}

/** @param {string} lock */
async function acquire(lock) {
  let waits = 0
  while (!tryAcquire(lock)) {
    if (isStale(lock)) removeStale(lock)
    else {
      if (waits++ === 5)
        say(`another start (process ${readHolder(lock)?.pids[0] ?? 'unknown'}) is installing: waiting for it …`)
      await sleep(200)
    }
  }
}

/** @param {string} lock */
function tryAcquire(lock) {
  try {
    mkdirSync(lock)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw cannotWrite(lock, error)
  }
  writeHolder(lock, [process.pid])
  return true
}

/**
 * @param {string} lock
 * @param {number[]} pids
 */
function writeHolder(lock, pids) {
  writeFileSync(join(lock, 'holder.json'), JSON.stringify({ pids, host: hostname() }))
}

/**
 * Two waiters may see the same dead holder: only the one that creates this second folder removes it, after another
 * check, so that nobody removes the lock of the next holder.
 * @param {string} lock
 */
function removeStale(lock) {
  const removing = `${lock}.removing`
  try {
    mkdirSync(removing)
  } catch {
    if (ageMs(removing) > silentMs) rmSync(removing, { recursive: true, force: true })
    return
  }
  try {
    if (isStale(lock)) rmSync(lock, { recursive: true, force: true })
  } finally {
    rmdirSync(removing)
  }
}

/** @param {string} lock */
function isStale(lock) {
  const holder = readHolder(lock)
  if (!holder || holder.host !== hostname()) return ageMs(lock) > silentMs
  return !holder.pids.some(isAlive) || ageMs(lock) > silentHereMs
}

/**
 * @param {string} lock
 * @returns {{ pids: number[], host: string } | undefined}
 */
function readHolder(lock) {
  try {
    return JSON.parse(readFileSync(join(lock, 'holder.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} path */
function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

/** @param {string} lock */
function touch(lock) {
  try {
    utimesSync(lock, new Date(), new Date())
  } catch {
    // .runtime was removed meanwhile: the work itself will report it.
  }
}

/** @param {string} folder */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

/**
 * @param {string} path
 * @param {unknown} error
 */
function cannotWrite(path, error) {
  const code = /** @type {NodeJS.ErrnoException} */ (error).code
  return new StartError(`cannot write ${path} (${code}): start once as a user who may write there, or free it.`)
}
