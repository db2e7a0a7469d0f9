import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statfsSync, symlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { countReports, countWrites } from './kill-proof.ts'
import { type Field, startField } from '../load/kill-field.ts'
import type { Bench, Figures } from '../measure.ts'
import { openOwnPlatform, type OwnPlatform } from '../own-platform.ts'
import type { Answers } from '../load/attack/restless-person.ts'
import { rounded } from './statistics.ts'
import { pause, until } from '../wait.ts'
import type { Undo } from '../load/undo.ts'

const run = promisify(execFile)
const MIB = 1024 ** 2
const DISK_MIB = 1_024
/** The space left for the load to fill. */
const LEFT_MIB = 4
const EVERY_MS = 100

/** The parts of the platform on the full disk. */
const DISKS = {
  /** Data and write-ahead log: PostgreSQL ends when it has no room for the latter. */
  whole: { walApart: false },
  /** The data alone: statements that need room fail. */
  dataOnly: { walApart: true },
} as const

export async function fillDisks(bench: Bench): Promise<{ met: Record<string, boolean>; figures: Figures }> {
  const met: Record<string, boolean> = {}
  const figures: Figures = {}
  for (const [name, { walApart }] of Object.entries(DISKS)) {
    const disk = join(bench.place, `disk-${name}`)
    if (!(await mountDisk(disk, bench.undo))) return { met: {}, figures: { skipped: 'cannot mount' } }
    const filled = await fillDisk(bench, disk, walApart ? join(bench.place, `wal-${name}`) : undefined)
    figures[name] = filled.figures
    for (const [goal, isMet] of Object.entries(filled.met)) met[`${name}.${goal}`] = isMet
    bench.say(`  ${name}: ${JSON.stringify(filled)}`)
  }
  return { met, figures }
}

/** Mounts a RAM disk; false when this user may not. */
async function mountDisk(disk: string, undo: Undo): Promise<boolean> {
  mkdirSync(disk, { recursive: true })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=700`, 'sluice-bench', disk])
  } catch {
    return false
  }
  undo.add(() => run('umount', ['--lazy', disk]))
  return true
}

async function fillDisk(bench: Bench, disk: string, walFolder: string | undefined) {
  const platform = await openOwnPlatform(bench, disk)
  if (walFolder !== undefined) await moveWal(platform, walFolder)
  const field = await startField(bench, platform, EVERY_MS)
  await pause(10_000)
  platform.logged()
  const { pid, ballast } = { pid: platform.pid(), ballast: join(disk, 'ballast') }
  const before = field.answers()
  const noted = field.confirmed()
  await fillUp(disk, ballast)
  const started = performance.now()
  const fullMs = await until(() => isFull(disk, field), started)
  bench.say(`  full after ${fullMs} ms`)
  const watched = await watchFull(bench, platform, field, walFolder === undefined)
  const inFull = since(before, field.answers())
  const confirmedBefore = field.confirmed()
  const logged = platform.logged()
  rmSync(ballast)
  const freed = performance.now()
  const written = field.written()
  const [readyMs, reportMs, writeMs] = await Promise.all([
    until(() => platform.isUp(), freed),
    until(() => field.confirmed() > confirmedBefore, freed),
    until(() => field.written() > written, freed),
  ])
  await pause(5_000)
  const said = await field.finish()
  const isSameProcess = platform.pid() === pid && (await platform.isUp())
  const db = await platform.database()
  const [reports, writes] = [await countReports(db, said.devices), await countWrites(db, said.person)]
  await db.close()
  field.close()
  await platform.stop()
  const wrongs = { ...reports.wrongs, ...writes.wrongs }
  return {
    met: {
      lost: Object.values(wrongs).every((count) => count === 0),
      sameProcess: isSameProcess,
      noRawFailure: !Object.values(inFull).some((answers) => Object.keys(answers).some((what) => !isSentence(what))),
      recovered: [readyMs, reportMs, writeMs].every(Number.isFinite),
    },
    figures: {
      fullMs,
      confirmedWhileFilling: confirmedBefore - noted,
      answersWhileFull: inFull,
      ...watched,
      recovery: { readyMs, reportMs, writeMs },
      counts: { ...reports.counts, ...writes.counts },
      wrongs,
      logged,
      loggedAfter: platform.logged(),
    },
  }
}

/** PostgreSQL's own way to move it: a link in its place (`initdb --waldir`). */
async function moveWal(platform: OwnPlatform, folder: string): Promise<void> {
  await platform.stop()
  const own = join(platform.dataDir, 'postgres/data/pg_wal')
  cpSync(own, folder, { recursive: true })
  rmSync(own, { recursive: true })
  symlinkSync(folder, own)
  await platform.start()
}

const freeMiB = (disk: string) => {
  const { bavail, bsize } = statfsSync(disk)
  return (bavail * bsize) / MIB
}

async function fillUp(disk: string, ballast: string): Promise<void> {
  const bytes = Math.max(0, Math.floor((freeMiB(disk) - LEFT_MIB) * MIB))
  await writeFile(ballast, Buffer.alloc(bytes, 1))
}

/** The disk is full when the first write says so or nothing is confirmed any more. */
async function isFull(disk: string, field: Field): Promise<boolean> {
  const before = field.confirmed()
  await pause(2_000)
  return freeMiB(disk) < LEFT_MIB && field.confirmed() === before
}

/** Keeps the disk full for a while and checks what still works. */
async function watchFull(bench: Bench, platform: OwnPlatform, field: Field, switchesWal: boolean): Promise<Figures> {
  const seconds = bench.quick ? 20 : 60
  const before = field.confirmed()
  let [ready, looks] = [0, 0]
  const stores = new Set<number>()
  for (const end = performance.now() + seconds * 1000; performance.now() < end; looks++) {
    // In time it needs another WAL file; here at once.
    if (switchesWal) await platform.switchWal()
    if (await platform.isUp()) ready++
    try {
      stores.add(platform.postmaster())
    } catch {
      // It is down.
    }
    await pause(500)
  }
  return {
    fullSeconds: seconds,
    confirmedWhileFull: field.confirmed() - before,
    readyShare: rounded(ready / looks),
    databaseServers: stores.size,
  }
}

type Kinds = Record<string, Answers>

function since(before: Kinds, after: Kinds): Kinds {
  return Object.fromEntries(
    Object.entries(after).map(([kind, answers]) => [
      kind,
      Object.fromEntries(
        Object.entries(answers)
          .map(([what, count]) => [what, count - (before[kind]?.[what] ?? 0)] as const)
          .filter(([, count]) => count > 0),
      ),
    ]),
  )
}

/** Success, or an error sentence that the caller can act on. */
function isSentence(what: string): boolean {
  return what === '200' || /^(409|429|503|507) /.test(what)
}
