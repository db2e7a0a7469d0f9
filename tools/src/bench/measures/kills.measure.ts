import { join } from 'node:path'
import { loadavg } from 'node:os'
import type { Database } from '@sluice/server/src/platform/db/db.ts'
import { fillDisks } from '../gauge/full-disk.ts'
import { type Field, startField } from '../load/kill-field.ts'
import { countUnsettled, proveStored } from '../gauge/kill-proof.ts'
import type { Bench, Figures, Measure } from '../measure.ts'
import { openOwnPlatform, type OwnPlatform } from '../own-platform.ts'
import { rounded, spread } from '../gauge/statistics.ts'
import { pause, until } from '../wait.ts'

const KILLS = 10
/** The database server alone is killed as well, and the platform must notice. */
const STORE_KILLS = 2
const BETWEEN_S = 20
const SETTLE_S = 300

/**
 * Ten kills and a full disk: whether everything acknowledged is stored exactly once, whatever happens to the process or
 * its disk, and how long recovery takes.
 */
export const kills: Measure = {
  name: 'kills',
  async run(bench): Promise<Figures> {
    const killed = await killTenTimes(bench)
    const disks = await fillDisks(bench)
    return {
      met: { ...killed.met, ...disks.met },
      kills: killed.figures,
      fullDisk: disks.figures,
      loadAverage: loadavg().map((load) => rounded(load)),
    }
  },
}

async function killTenTimes(bench: Bench) {
  const platform = await openOwnPlatform(bench, join(bench.place, 'killed'))
  const field = await startField(bench, platform)
  const kills = bench.quick ? 3 : KILLS
  const lives: Figures[] = []
  const readyMs: number[] = []
  for (let n = 1; n <= kills + STORE_KILLS; n++) {
    const isStoreAlone = n > kills
    await pause((bench.quick ? 0.3 : 1) * (BETWEEN_S / 2 + Math.random() * BETWEEN_S) * 1000)
    const life = await killOnce(platform, field, isStoreAlone ? 'postgres' : n % 2 ? 'server' : 'server and postgres')
    if (!isStoreAlone) readyMs.push(life.readyMs)
    lives.push(life)
    bench.say(`  ${n}: ${JSON.stringify(life)}`)
  }
  await pause(5_000)
  const said = await field.finish()
  const db = await platform.database()
  const settledS = await settled(db)
  const { counts, wrongs } = await proveStored(db, said)
  await db.close()
  const audit = await platform.admin('verify-audit')
  const rebuilt = await platform.admin('rebuild-rollups')
  field.close()
  await platform.stop()
  bench.say(`  ${JSON.stringify({ counts, wrongs, audit, rebuilt })}`)
  return {
    met: {
      lost: Object.values(wrongs).every((count) => count === 0),
      settled: Number.isFinite(settledS),
      auditWhole: audit.code === 0,
      rollupsRight: /: 0 hours, 0 days/.test(rebuilt.said),
    },
    figures: {
      kills,
      storeKills: STORE_KILLS,
      readyMs: spread(readyMs),
      counts,
      wrongs,
      answers: said.person.answers(),
      settledS: rounded(settledS),
      audit: audit.said,
      rebuilt: rebuilt.said,
      lives,
    },
  }
}

/** Kills it and resolves when a report is confirmed again. */
async function killOnce(platform: OwnPlatform, field: Field, killed: 'server' | 'postgres' | 'server and postgres') {
  const started = performance.now()
  const store = platform.postmaster()
  if (killed !== 'server') process.kill(store, 'SIGKILL')
  if (killed === 'postgres') {
    // Its backends run on for a moment.
    await until(() => isAnother(platform, store))
    await until(platform.isUp)
  } else {
    await platform.kill()
    await platform.start()
  }
  const readyMs = Math.round(performance.now() - started)
  const before = field.confirmed()
  const confirmedMs = await until(() => field.confirmed() > before, started)
  return { killed, readyMs, confirmedMs, logged: platform.logged() }
}

function isAnother(platform: OwnPlatform, store: number): boolean {
  try {
    return platform.postmaster() !== store
  } catch {
    return false
  }
}

/** Until no command runs and no rollup is due; infinite when that does not happen. */
async function settled(db: Database): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < SETTLE_S * 1000) {
    if ((await countUnsettled(db)) === 0) return (performance.now() - started) / 1000
    await pause(1_000)
  }
  return Number.POSITIVE_INFINITY
}
