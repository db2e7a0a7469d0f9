import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * The user that PostgreSQL runs as; it refuses to run as root. `namespace`: root outside, an ordinary user inside a
 * user namespace, so that every file remains root's. `user`: root dropped its rights for this user.
 */
export type RunAs =
  | { kind: 'self' }
  | { kind: 'namespace'; uid: number; gid: number }
  | { kind: 'user'; uid: number; gid: number }

interface Account {
  name: string
  uid: number
  gid: number
}

const nobodyUid = 65_534

/** The result of `run`: the exit code (null when it could not be started or was killed) and all its output. */
export interface Outcome {
  code: number | null
  output: string
  error?: Error
}

/** Starts a program as the given user. */
export function spawnAs(as: RunAs, file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  if (as.kind === 'user') return spawn(file, args, { ...options, uid: as.uid, gid: as.gid })
  if (as.kind === 'self') return spawn(file, args, options)
  const map = ['--user', `--map-user=${as.uid}`, `--map-group=${as.gid}`, '--', file, ...args]
  return spawn('unshare', map, options)
}

/** Runs a program as the given user to its end, never throws. */
export function runAs(as: RunAs, file: string, args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let child: ChildProcess
    try {
      child = spawnAs(as, file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      resolve({ code: null, output: '', error: error instanceof Error ? error : new Error(String(error)) })
      return
    }
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ code: null, output: '', error }))
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/** Whether the given user may write in the folder: asked of the kernel, because only it applies all rules. */
export async function mayWrite(as: RunAs, folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  const outcome = await runAs(as, '/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder], { cwd: '/' })
  return outcome.code === 0
}

/** Whether this process is root, whom PostgreSQL refuses. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** A user namespace in which this process is an ordinary user with a name, or undefined where those are forbidden. */
export async function namespaceRunner(): Promise<RunAs | undefined> {
  if (process.platform !== 'linux') return undefined
  const account = ordinaryAccounts().find(({ uid }) => uid >= 1000 && uid !== nobodyUid) ?? ordinaryAccounts()[0]
  if (account === undefined) return undefined
  const runner: RunAs = { kind: 'namespace', uid: account.uid, gid: account.gid }
  const outcome = await runAs(runner, '/bin/sh', ['-c', 'exit 0'], { cwd: '/' })
  return outcome.code === 0 ? runner : undefined
}

/** The user for whom root drops its rights: `nobody`, else any user with a name here. */
export function unprivilegedRunner(): RunAs {
  const accounts = ordinaryAccounts()
  const account = accounts.find(({ uid }) => uid === nobodyUid) ?? accounts.find(({ name }) => name === 'nobody')
  const chosen = account ?? accounts[0]
  return { kind: 'user', uid: chosen?.uid ?? nobodyUid, gid: chosen?.gid ?? nobodyUid }
}

/** `initdb` insists on a name for its user; a container's `--user 1234` has none. */
export function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

function ordinaryAccounts(): Account[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid = '', gid = '']) => ({ name, uid: Number(uid || 'x'), gid: Number(gid || 'x') }))
      .filter(({ uid, gid }) => uid > 0 && gid > 0)
  } catch {
    return []
  }
}
