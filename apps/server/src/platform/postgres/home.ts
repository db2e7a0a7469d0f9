import { createHash } from 'node:crypto'
import { type Stats, constants } from 'node:fs'
import {
  access,
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { isRoot, mayWrite, namespaceRunner, type RunAs, unprivilegedRunner } from './run-as.ts'
import { onFolder, systemCode } from './trouble.ts'

/** The cluster's folder and the user who runs it. `data` is PostgreSQL's own folder; it may not exist yet. */
export interface Home {
  folder: string
  data: string
  as: RunAs
}

/** The folder of clusters whose data folder is closed to everyone but root. */
const movedRoot = '/var/lib/sluice'
const pointerName = 'postgres.moved'

/** Where the last start has put the cluster, or the first one will try to. */
export interface Place {
  folder: string
  moved: boolean
}

/**
 * Finds the cluster's folder without changing it: a server that still runs there must be stopped before `openHome`,
 * which may move the folder or give it to another user.
 */
export async function findPlace(dataDir: string): Promise<Place> {
  return await onFolder(dataDir, async () => {
    const moved = await readPointer(dataDir)
    if (moved === undefined) return { folder: join(dataDir, 'postgres'), moved: false }
    return { folder: await realpath(moved).catch(() => moved), moved: true }
  })
}

/**
 * Decides the cluster's folder and the user that PostgreSQL runs as.
 * - Not root: in `<dataDir>/postgres`, as the same user.
 * - Root: in the same place inside a user namespace, files remain root's.
 * - Root where namespaces are forbidden (Docker's default): as an unprivileged user, still in the same place, because
 *   that is the folder which is mounted and backed up. Only when that user cannot reach it (a closed home folder) the
 *   cluster is moved to `movedTo`, and a pointer to it stays in the data folder.
 * - The owner of an existing cluster decides for it.
 */
export async function openHome(dataDir: string, { folder, moved }: Place, movedTo = movedRoot): Promise<Home> {
  return await onFolder(dataDir, async () => {
    const owner = await statOf(join(folder, 'data'))
    if (moved && owner === undefined) throw lostSentence(dataDir, folder)
    if (!isRoot()) return await openAsSelf(folder, owner)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const as = await runnerForRoot(folder, owner)
    if (as.kind === 'user') await giveTo(folder, as)
    if (await mayWrite(as, folder)) return at(folder, as)
    if (!moved && (await openPassage(dataDir, folder, as))) return at(folder, as)
    if (moved) throw new StartupError(`The database folder ${folder} cannot be written by ${who(as)}.`)
    return await moveHome(dataDir, folder, as, movedTo)
  })
}

function at(folder: string, as: RunAs): Home {
  return { folder, data: join(folder, 'data'), as }
}

function who(as: RunAs): string {
  return as.kind === 'self' ? 'this user' : `user id ${as.uid}`
}

async function openAsSelf(folder: string, owner: Stats | undefined): Promise<Home> {
  const uid = process.getuid?.()
  if (owner !== undefined && uid !== undefined && owner.uid !== uid) {
    throw new StartupError(
      `The database in ${folder} belongs to user id ${owner.uid} and Sluice runs as ${uid}: ` +
        `start Sluice as that user, or give the folder away with "chown -R ${uid} ${folder}".`,
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await access(folder, constants.W_OK | constants.X_OK)
  return at(folder, { kind: 'self' })
}

async function runnerForRoot(folder: string, owner: Stats | undefined): Promise<RunAs> {
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid }
  const namespace = await namespaceRunner()
  if (namespace !== undefined && (await mayWrite(namespace, folder))) return namespace
  return unprivilegedRunner()
}

/**
 * A data folder that we created is closed to everyone else (0700). Its group becomes that of the user who runs the
 * server, who may then pass through to their own folder and see nothing else. Returns false, having changed nothing,
 * when that does not help.
 */
async function openPassage(dataDir: string, folder: string, as: RunAs): Promise<boolean> {
  const before = await lstat(dataDir)
  if (as.kind !== 'user' || before.uid !== 0) return false
  await chown(dataDir, before.uid, as.gid)
  await chmod(dataDir, (before.mode & 0o7707) | 0o010)
  if (await mayWrite(as, folder)) return true
  await chown(dataDir, before.uid, before.gid)
  await chmod(dataDir, before.mode & 0o7777)
  return false
}

async function moveHome(dataDir: string, from: string, as: RunAs, movedTo: string): Promise<Home> {
  const hash = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16)
  const target = join(movedTo, hash)
  const draft = `${target}.partial`
  return await onFolder(target, async () => {
    await mkdir(movedTo, { recursive: true, mode: 0o755 })
    // Nothing points to the existing folder: the data folder was emptied by hand, or a move was interrupted.
    if ((await statOf(target)) !== undefined) await rename(target, `${target}.old-${Date.now()}`)
    await rm(draft, { recursive: true, force: true })
    await cp(from, draft, {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      filter: (path) => !['run', 'program'].includes(basename(path)) || join(from, basename(path)) !== path,
    })
    await writeFile(join(draft, 'belongs-to'), `${dataDir}\n`)
    if (as.kind === 'user') await giveTo(draft, as)
    await rename(draft, target)
    if (!(await mayWrite(as, target))) {
      throw new StartupError(`The database folder ${target} cannot be reached by ${who(as)}: open ${movedTo} to it.`)
    }
    await writeFile(join(dataDir, pointerName), `${target}\n`)
    await rm(from, { recursive: true, force: true })
    return at(target, as)
  })
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  try {
    const path = (await readFile(join(dataDir, pointerName), 'utf8')).trim()
    return path === '' ? undefined : path
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function lostSentence(dataDir: string, moved: string): StartupError {
  return new StartupError(
    `The database of ${dataDir} should be in ${moved} but is not there: bring that folder back, ` +
      `or delete ${join(dataDir, pointerName)} to begin with an empty database.`,
  )
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Changes the owner of everything below `folder`, unless it is right already. */
async function giveTo(folder: string, as: { uid: number; gid: number }): Promise<void> {
  const tops = await Promise.all([folder, join(folder, 'data'), join(folder, 'credentials.json')].map(statOf))
  if (tops.every((stat) => stat === undefined || stat.uid === as.uid)) return
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), as.uid, as.gid)
  await lchown(folder, as.uid, as.gid)
}
