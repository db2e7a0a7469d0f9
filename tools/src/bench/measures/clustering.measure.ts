import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { timeFlushes } from '../../../../apps/console/src/features/map/markers/cluster-bench.ts'
import { closure, consoleDist, type Manifest } from '../../bundle-budget.ts'
import type { Figures, Measure } from '../measure.ts'
import { rounded, spread } from '../gauge/statistics.ts'

const DEVICES = 100_000
const BATCH = 1_000

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The map with 100,000 devices: the time of a flush after a batch of reports, and the size of the first load. */
export const clustering: Measure = {
  name: 'cluster',
  run({ quick, say }): Promise<Figures> {
    const times = timeFlushes({
      devices: DEVICES,
      batch: BATCH,
      flushes: quick ? 60 : 400,
      now: () => performance.now(),
      random: seeded(7),
    })
    const views = Object.fromEntries(
      times.map(({ view, cells, clusterMs, countMs, anewMs }) => {
        const flush = spread(clusterMs)
        say(`  ${view}: ${flush.p50} ms, p99 ${flush.p99} ms, ${cells} things drawn`)
        return [view, { cells, clusterMs: flush, countMs: spread(countMs), anewMs: spread(anewMs) }]
      }),
    )
    return Promise.resolve({
      devices: DEVICES,
      reportsPerFlush: BATCH,
      flush: 'after the reports are applied: which devices are shown, and the numbers of every drawn cell',
      anew: 'the view moved: all devices sorted into cells, cells that overlap merged',
      views,
      firstLoad: firstLoad(),
    })
  },
}

/** What a browser loads to show the map the first time, including the worker and the land of the world. */
const PARTS = ['index.html', 'src/app/shell/shell.tsx', 'src/app/dashboard.tsx', 'src/texts/zh-CN.ts']
const LATER = ['src/features/map/canvas/maplibre-port.ts', '../../node_modules/world-atlas/land-50m.json']

function firstLoad(): Figures {
  const path = join(consoleDist, '.vite/manifest.json')
  if (!existsSync(path)) return { missing: 'there is no build to measure: npm run build' }
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const packed = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(consoleDist, file))).length, 0)
  const workers = readdirSync(join(consoleDist, 'assets')).filter((name) => /worker.*\.js$/.test(name))
  const first = closure(manifest, PARTS)
  const later = [...closure(manifest, [...PARTS, ...LATER])].filter((file) => !first.has(file))
  const [firstBytes, laterBytes] = [packed(first), packed([...later, ...workers.map((name) => `assets/${name}`)])]
  return {
    listAndNumbersKb: Math.round(firstBytes / 1000),
    mapKb: Math.round(laterBytes / 1000),
    gzipMb: rounded((firstBytes + laterBytes) / 1e6),
    files: first.size + later.length + workers.length,
  }
}
