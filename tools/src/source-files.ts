import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const roots = ['packages', 'apps', 'testing', 'tools']
const notSources = new Set(['node_modules', 'dist', '.vite', 'coverage'])

/**
 * Every TypeScript file of the repository, as git knows them (tracked, or new and not ignored); in a copy without
 * git, as the folders hold them. Paths relative to `root`, with forward slashes.
 */
export function listSources(root: string): string[] {
  const files = existsSync(join(root, '.git')) ? fromGit(root) : roots.flatMap((folder) => fromFolder(root, folder))
  return files.filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file))).sort()
}

function fromGit(root: string): string[] {
  const run = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...roots], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.status !== 0) return roots.flatMap((folder) => fromFolder(root, folder))
  return run.stdout.split('\0').filter(Boolean)
}

function fromFolder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notSources.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? fromFolder(root, path) : [path]
  })
}
