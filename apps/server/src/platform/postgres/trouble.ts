import { StartupError } from '../startup-error.ts'

/** The `code` of a system error (`ENOENT`, `ENOSPC`, …), or undefined when the error is of another kind. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function currentUser(): string {
  const uid = process.getuid?.()
  return uid === undefined ? 'this user' : `user id ${uid}`
}

/** Turns an error of the file system about the data folder into a sentence for the operator. */
export function folderTrouble(error: unknown, path: string): StartupError {
  if (error instanceof StartupError) return error
  const cause = { cause: error }
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupError(`The disk that holds ${path} is full: free some space and start again.`, cause)
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `The data folder ${path} cannot be written by ${currentUser()}: correct its owner or choose another folder.`,
        cause,
      )
    case 'EROFS':
      return new StartupError(`The data folder ${path} is on a read-only disk: choose another folder.`, cause)
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartupError(`${path} is in the way: a file stands where the data folder must be.`, cause)
    default:
      return new StartupError(
        `The data folder ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
        cause,
      )
  }
}

/** Runs file work on the data folder; errors become a StartupError that names `path`. */
export async function onFolder<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw folderTrouble(error, path)
  }
}

/** Turns the output of a failed `initdb` or `postgres` into one sentence; `logFile` holds the rest. */
export function outputTrouble(output: string, what: string, dataDir: string, logFile?: string): StartupError {
  const rest = logFile === undefined ? '' : ` (see ${logFile})`
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new StartupError(`The disk that holds ${dataDir} is full: free some space and start again${rest}.`)
  }
  if (/Read-only file system/i.test(output)) {
    return new StartupError(`The data folder ${dataDir} is on a read-only disk: choose another folder.`)
  }
  if (/could not look up effective user ID|could not find own (user )?name|user does not exist/i.test(output)) {
    return new StartupError(
      `PostgreSQL cannot make its database because ${currentUser()} has no entry in /etc/passwd: ` +
        'add one, start Sluice as another user, or set DATABASE_URL.',
    )
  }
  if (/could not locate a valid checkpoint record|invalid checkpoint record|database system is corrupt/i.test(output)) {
    return new StartupError(`The database in ${dataDir} is damaged: restore it from a backup${rest}.`)
  }
  if (/error while loading shared libraries|GLIBC_|Library not loaded/i.test(output)) {
    return new StartupError(
      `The embedded PostgreSQL does not run on this system (${firstComplaint(output)}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  return new StartupError(`${what}: ${firstComplaint(output)}${rest}.`)
}

function firstComplaint(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const telling =
    lines.find((line) => /\b(FATAL|PANIC):/.test(line)) ??
    lines.find((line) => /error/i.test(line)) ??
    lines.findLast((line) => line !== '')
  return (telling ?? 'it gave no reason').replace(/^.*?\b(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '')
}
