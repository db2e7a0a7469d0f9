import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** One chunk in Vite's manifest (build.manifest). */
interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

export type Manifest = Record<string, Chunk>

const LOGIN = /\/pages\/login[^/]*\.tsx?$/
const SHELL = /\/shell\/shell[^/]*\.tsx?$/
const DASHBOARD = /\/app\/dashboard\.tsx$/

/**
 * The limits of what is loaded before a page shows: the entry, and the lazy chunks that page always loads. Gzip, 1 KB =
 * 1000 B; the dashboard without the map's own program, which loads beside it. Each file is a request.
 */
const budgets = [
  { page: 'login', maxKb: 260, maxFiles: 8, lazy: [LOGIN], mayBeInEntry: true },
  { page: 'shell', maxKb: 350, maxFiles: 12, lazy: [SHELL], mayBeInEntry: false },
  { page: 'dashboard', maxKb: 360, maxFiles: 16, lazy: [SHELL, DASHBOARD], mayBeInEntry: false },
]

export interface PageSize {
  page: string
  kb: number
  maxKb: number
  files: number
  maxFiles: number
}

/** The files that a chunk loads: its own, and those of its static imports. */
export function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const waiting = [...keys]
  const seen = new Set(waiting)
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the manifest names a chunk it does not hold: ${key}`)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) {
      if (!seen.has(next)) waiting.push(next)
      seen.add(next)
    }
  }
  return files
}

/**
 * @throws Error when there is no entry, or no chunk for a page that must have one, which would be measured without it.
 */
export function pageSizes(manifest: Manifest, sizeOf: (file: string) => number): PageSize[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
  if (entries.length === 0) throw new Error('the bundle has no entry')
  return budgets.map(({ page, maxKb, maxFiles, lazy, mayBeInEntry }) => {
    const found = lazy.map((of) => Object.keys(manifest).filter((key) => of.test(manifest[key]?.src ?? '')))
    if (found.some((keys) => keys.length === 0) && !mayBeInEntry) {
      throw new Error(`the bundle has no chunk for the ${page}: see ${lazy.join(', ')}`)
    }
    const own = found.flat()
    const files = [...closure(manifest, [...entries, ...own])].filter((file) => /\.(js|css)$/.test(file))
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
    return { page, kb: Math.round(bytes / 1000), maxKb, files: files.length, maxFiles }
  })
}

/** Undefined when there is no build to measure. */
export function measureBuild(dist: string): PageSize[] | undefined {
  const path = join(dist, '.vite/manifest.json')
  if (!existsSync(path)) return undefined
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  return pageSizes(manifest, (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
}

export const consoleDist = resolve(import.meta.dirname, '../../apps/console/dist')

export function isOver({ kb, maxKb, files, maxFiles }: PageSize): boolean {
  return kb > maxKb || files > maxFiles
}

export function describeSize(size: PageSize): string {
  const { page, kb, maxKb, files, maxFiles } = size
  return `${page}: ${kb} KB gzip in ${files} files, budget ${maxKb} KB in ${maxFiles}${isOver(size) ? ': over' : ''}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = measureBuild(consoleDist)
  console.log(sizes ? sizes.map(describeSize).join('\n') : 'there is no build to measure: npm run build')
  process.exitCode = sizes && !sizes.some(isOver) ? 0 : 1
}
