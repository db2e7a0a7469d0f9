import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { processStart, processWorld } from './process-table.ts'
import { folderTrouble, systemCode } from './trouble.ts'

const fileName = 'sluice.lock'
const beatMs = 2_000
/** A holder that let this many milliseconds pass without a beat is not there any more. */
const silentMs = 10_000
const watchMs = 5_000

interface Holder {
  pid: number
  started: string
  world: string
  token: string
}

/** The data folder is ours until `release` is called or this process ends. */
export interface InstanceLock {
  release(): void
}

/**
 * Locks the data folder for this process. Only one Sluice may use it: a second one would stop the first one's database
 * as an orphan. Throws a StartupError when another one holds it; a dead holder's lock is taken over.
 */
export async function lockInstance(dataDir: string): Promise<InstanceLock> {
  const path = join(dataDir, fileName)
  const own: Holder = {
    pid: process.pid,
    started: processStart(process.pid) ?? '',
    world: processWorld(),
    token: randomUUID(),
  }
  for (let attempt = 0; attempt < 20; attempt++) {
    if (create(path, own)) return hold(path, own)
    const holder = read(path)
    if (holder === undefined) {
      // Removed meanwhile, or unreadable: a full disk leaves such a lock.
      if (exists(path)) takeAway(path, undefined)
      continue
    }
    if (await isHeld(path, holder)) throw new StartupError(heldSentence(dataDir, holder))
    takeAway(path, holder)
  }
  throw new StartupError(`The data folder ${dataDir} is being taken by several Sluice at once: start only one.`)
}

/** The id of the process that holds the data folder, or undefined when no process here does. */
export function lockHolder(dataDir: string): number | undefined {
  const holder = read(join(dataDir, fileName))
  return holder !== undefined && runsHere(holder) ? holder.pid : undefined
}

function heldSentence(dataDir: string, holder: Holder): string {
  const who = holder.world === processWorld() ? `process ${holder.pid}` : `process ${holder.pid} of another container`
  return `Another Sluice (${who}) already uses the data folder ${dataDir}: stop it first, or give this one a folder of its own.`
}

/** A hard link appears whole or not at all, so no process ever reads half a lock. */
function create(path: string, own: Holder): boolean {
  const draft = `${path}.${own.token}`
  try {
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 })
    try {
      linkSync(draft, path)
      return true
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      // Some shared folders do not support hard links; exclusive creation is the next best.
      writeFileSync(path, JSON.stringify(own), { mode: 0o600, flag: 'wx' })
      return true
    }
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw folderTrouble(error, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

function hold(path: string, own: Holder): InstanceLock {
  const beat = setInterval(() => {
    try {
      const now = new Date()
      utimesSync(path, now, now)
    } catch {
      // A lock that was deleted by hand is no reason to stop the product.
    }
  }, beatMs)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      if (read(path)?.token === own.token) rmSync(path, { force: true })
    },
  }
}

function read(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isHolder(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false
  const { pid, started, world, token } = value as Partial<Record<keyof Holder, unknown>>
  return (
    typeof pid === 'number' && typeof started === 'string' && typeof world === 'string' && typeof token === 'string'
  )
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function runsHere(holder: Holder): boolean {
  return holder.world === processWorld() && processStart(holder.pid) === holder.started
}

/** In another container or after a reboot the id means nothing: there only the heartbeat counts. */
async function isHeld(path: string, holder: Holder): Promise<boolean> {
  if (holder.world === processWorld()) return runsHere(holder)
  const seen = beatOf(path)
  if (seen === undefined || Date.now() - seen > silentMs) return false
  for (const end = performance.now() + watchMs; performance.now() < end; ) {
    await sleep(200)
    const now = beatOf(path)
    if (now === undefined) return false
    if (now !== seen) return true
  }
  return false
}

function beatOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** Removes a dead lock; if another process has created a new one meanwhile, that one is put back. */
function takeAway(path: string, dead: Holder | undefined): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return
    throw folderTrouble(error, path)
  }
  const moved = read(aside)
  if (moved !== undefined && moved.token !== dead?.token) {
    try {
      linkSync(aside, path)
    } catch {
      // A third process was faster; the next round sees it.
    }
  }
  rmSync(aside, { force: true })
}
