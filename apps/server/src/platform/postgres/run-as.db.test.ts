import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPostmasterFile } from './orphan.ts'
import { isRunning } from './process-table.ts'
import { isRoot, runAs } from './run-as.ts'
import { quick, speak, type Started, startSluice, temporaryFolder } from './sluice-process.fixture.ts'

/** Has no entry in /etc/passwd. */
const nameless = 4321
const nobody = 65_534

let folder: ReturnType<typeof temporaryFolder>
let dataDir: string

beforeEach(() => {
  folder = temporaryFolder()
  chmodSync(folder.path, 0o755)
  dataDir = join(folder.path, 'data')
})

afterEach(() => folder.remove())

/** A PATH on which `unshare` answers as it does where user namespaces are forbidden. */
function withoutNamespaces(): NodeJS.ProcessEnv {
  const bin = join(folder.path, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(
    join(bin, 'unshare'),
    '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n',
  )
  chmodSync(join(bin, 'unshare'), 0o755)
  return { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
}

function start(env: NodeJS.ProcessEnv = process.env, uid?: number, through: string[] = []): Promise<Started> {
  const movedTo = join(folder.path, 'moved')
  const user = uid === undefined ? {} : { uid, gid: uid }
  return startSluice({ dataDir, movedTo, ...quick }, { env, through, ...user })
}

function serverPid(): number {
  return readPostmasterFile(join(dataDir, 'postgres', 'data'))?.pid ?? 0
}

async function writeRow(sluice: Started): Promise<void> {
  expect(sluice.refused).toBeUndefined()
  await speak(sluice.address, (db) => db.query('create table kept as select 7 as n'))
}

async function readRows(sluice: Started): Promise<unknown[]> {
  expect(sluice.refused).toBeUndefined()
  return (await speak(sluice.address, (db) => db.query('select n from kept'))).rows
}

function owners(path: string): number[] {
  const entries = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return [...new Set(entries.map((entry) => statSync(join(path, entry)).uid))]
}

describe.runIf(isRoot())('started by root', () => {
  it('runs in a user namespace below a closed folder, and every file stays root’s', async () => {
    chmodSync(folder.path, 0o700)
    const sluice = await start()
    await writeRow(sluice)
    expect(readlinkSync(`/proc/${serverPid()}/ns/user`)).not.toBe(readlinkSync('/proc/self/ns/user'))
    expect(owners(dataDir)).toEqual([0])
    await sluice.stop()
  })

  it('runs as an unprivileged user in the same place where namespaces are forbidden', async () => {
    const first = await start(withoutNamespaces())
    await writeRow(first)
    expect(owners(join(dataDir, 'postgres', 'data'))).toEqual([nobody])
    expect(existsSync(join(dataDir, 'postgres.moved'))).toBe(false)
    // The server's user may pass through the data folder to its own; no other user may.
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: nobody, mode: 0o40710 })
    await first.stop()
    // Namespaces are allowed again: the cluster's owner decides.
    const second = await start()
    expect(await readRows(second)).toEqual([{ n: 7 }])
    expect(owners(join(dataDir, 'postgres', 'data'))).toEqual([nobody])
    await second.stop()
  })

  it('finds its orphan with the rights of a container too, where it may not look into other users’ processes', async () => {
    const through = ['setpriv', '--bounding-set=-sys_ptrace,-sys_admin']
    const first = await start(withoutNamespaces(), undefined, through)
    await writeRow(first)
    const orphan = serverPid()
    await first.kill()
    const second = await start(withoutNamespaces(), undefined, through)
    expect(isRunning(orphan)).toBe(false)
    expect(await readRows(second)).toEqual([{ n: 7 }])
    await second.stop()
  })

  it('takes its own cluster along when namespaces are forbidden one day', async () => {
    const first = await start()
    await writeRow(first)
    await first.stop()
    const second = await start(withoutNamespaces())
    expect(await readRows(second)).toEqual([{ n: 7 }])
    await second.stop()
  })
})

describe.runIf(isRoot())('started by root below a closed folder where namespaces are forbidden', () => {
  beforeEach(() => {
    // The folder itself must let the other user pass to `moved`; the data folder's parent does not.
    mkdirSync(join(folder.path, 'home'), { mode: 0o700 })
    dataDir = join(folder.path, 'home', 'data')
  })

  it('keeps the cluster elsewhere and finds it again, also after kill -9', async () => {
    const env = withoutNamespaces()
    const first = await start(env)
    await writeRow(first)
    const place = readFileSync(join(dataDir, 'postgres.moved'), 'utf8').trim()
    expect(place).toMatch(/\/moved\/[0-9a-f]{16}$/)
    expect(readFileSync(join(place, 'belongs-to'), 'utf8')).toBe(`${dataDir}\n`)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await first.kill()
    const second = await start(env)
    expect(await readRows(second)).toEqual([{ n: 7 }])
    await second.stop()
  })

  it('moves a cluster that root had made there', async () => {
    const first = await start()
    await writeRow(first)
    const orphan = serverPid()
    await first.kill()
    const second = await start(withoutNamespaces())
    expect(isRunning(orphan)).toBe(false)
    expect(await readRows(second)).toEqual([{ n: 7 }])
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await second.stop()
  })

  it('refuses to begin anew when the cluster is not where the pointer says', async () => {
    const env = withoutNamespaces()
    await (await start(env)).stop()
    rmSync(join(folder.path, 'moved'), { recursive: true })
    expect((await start(env)).refused).toMatch(/should be in .*\/moved\/\w+ but is not there: bring that folder back/)
    rmSync(join(dataDir, 'postgres.moved'))
    const anew = await start(env)
    expect(anew.refused).toBeUndefined()
    await anew.stop()
  })
})

describe.runIf(isRoot())('started by a user without an entry in /etc/passwd', () => {
  beforeEach(() => {
    mkdirSync(dataDir)
    chownSync(dataDir, nameless, nameless)
  })

  it('makes its database with the help of a user namespace', async () => {
    const first = await start(process.env, nameless)
    await writeRow(first)
    expect(owners(dataDir)).toEqual([nameless])
    await first.stop()
    // Only the first start needs a name.
    const second = await start(withoutNamespaces(), nameless)
    expect(await readRows(second)).toEqual([{ n: 7 }])
    await second.stop()
    // Root may start the same folder later.
    const third = await start()
    expect(await readRows(third)).toEqual([{ n: 7 }])
    expect(owners(join(dataDir, 'postgres', 'data'))).toEqual([nameless])
    await third.stop()
  })

  it('says what to do where namespaces are forbidden', async () => {
    const sluice = await start(withoutNamespaces(), nameless)
    expect(sluice.kind).toBe('StartupError')
    expect(sluice.refused).toMatch(/user id 4321 has no entry in \/etc\/passwd: add one, .* or set DATABASE_URL\.$/)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual([])
  })

  it('says that the folder is not its own', async () => {
    chownSync(dataDir, 0, 0)
    expect((await start(process.env, nameless)).refused).toMatch(/cannot be written by user id 4321/)
    mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })
    chmodSync(dataDir, 0o777)
    expect((await start(process.env, nameless)).refused).toMatch(/belongs to user id 0 and Sluice runs as 4321/)
  })
})

describe.runIf(isRoot())('on a disk that is full', () => {
  it('says so at the first start and leaves no half-made cluster', async ({ skip }) => {
    mkdirSync(dataDir)
    const mounted = await runAs({ kind: 'self' }, 'mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', dataDir])
    if (mounted.code !== 0) skip('mounting is not permitted here')
    try {
      const sluice = await start()
      expect(sluice.refused).toMatch(/^The disk that holds .* is full: free some space and start again/)
      expect(readdirSync(join(dataDir, 'postgres'))).toEqual([])
    } finally {
      await runAs({ kind: 'self' }, 'umount', [dataDir])
    }
  })
})
