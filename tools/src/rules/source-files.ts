import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const roots = ['packages', 'apps', 'testing', 'tools']
const notSources = new Set(['node_modules', 'dist', '.vite', 'coverage'])

/**
 * Every TypeScript file of the repository, as git knows them (tracked, or new and not ignored); in a copy without git,
 * as found in the folders. Paths relative to `root`, with forward slashes.
 */
export function listSources(root: string): string[] {
  return listFiles(root, roots).filter((file) => /\.tsx?$/.test(file))
}

/** Every file of the repository, sources or not, as git knows them. */
export function listRepository(root: string): string[] {
  const beside = existsSync(root) ? readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile()) : []
  return listFiles(root, [...roots, 'docs', ...beside.map(({ name }) => name)])
}

function listFiles(root: string, paths: readonly string[]): string[] {
  const files = existsSync(join(root, '.git')) ? fromGit(root, paths) : fromFolders(root, paths)
  return files.filter((file) => existsSync(join(root, file))).sort()
}

function fromGit(root: string, paths: readonly string[]): string[] {
  const run = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.status !== 0) return fromFolders(root, paths)
  return run.stdout.split('\0').filter(Boolean)
}

function fromFolders(root: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const found = statSync(join(root, path), { throwIfNoEntry: false })
    return found?.isFile() ? [path] : fromFolder(root, path)
  })
}

function fromFolder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notSources.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? fromFolder(root, path) : [path]
  })
}
