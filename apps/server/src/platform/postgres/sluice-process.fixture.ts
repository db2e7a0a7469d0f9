import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Connection, openDatabase } from '../db/db.ts'
import { stopOrphan } from './orphan.ts'
import type { EmbeddedAddress, EmbeddedOptions } from './supervisor.ts'

const program = fileURLToPath(new URL('./supervisor.fixture.ts', import.meta.url))

/** The started process's report: the address of its database, or why there is none. */
export interface Started {
  child: ChildProcess
  pid: number
  address?: EmbeddedAddress
  adminAddress?: EmbeddedAddress
  refused?: string
  kind?: string
  /** Kills with -9, which runs none of its code. */
  kill(): Promise<void>
  /** Asks it to end. */
  stop(): Promise<void>
}

export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Settings and options that make a cluster fast; the tests do not depend on them. */
export const quick = { durable: false, settings: { shared_buffers: '16MB', max_connections: '20' } } as const

/** Starts `supervisor.fixture.ts` and waits for its first word. */
export async function startSluice(
  options: Omit<EmbeddedOptions, 'log'>,
  spawnOptions: SpawnOptions & { args?: string[]; through?: string[] } = {},
): Promise<Started> {
  const { args = [], through = [], ...rest } = spawnOptions
  const [file = '', ...words] = [...through, process.execPath, program, JSON.stringify(options), ...args]
  const child = spawn(file, words, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    ...rest,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const errors: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const line = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    if (child.stdout !== null) createInterface(child.stdout).once('line', resolve)
    child.once('close', () => reject(new Error(`it said nothing: ${errors.join('')}`)))
  })
  const end = async (name: NodeJS.Signals) => {
    child.kill(name)
    await ended
  }
  const said = JSON.parse(line) as Pick<Started, 'address' | 'adminAddress' | 'refused' | 'kind'>
  return { ...said, child, pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** Runs statements on one connection that is closed afterwards. */
export async function speak<T>(address: EmbeddedAddress | undefined, work: (db: Connection) => Promise<T>): Promise<T> {
  if (address === undefined) throw new Error('there is no address')
  const db = await openDatabase({ address, log: quiet, poolSize: 1, waitMs: 0 })
  try {
    return await db.withClient(work)
  } finally {
    await db.close()
  }
}

/**
 * A temporary folder with a short path (in memory where possible); `remove` also stops what still runs on a cluster
 * inside.
 */
export function temporaryFolder(): { path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sluice-t-'))
  return {
    path,
    async remove() {
      for (const home of ['postgres', 'data/postgres']) await stopOrphan(join(path, home))
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}
