import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { say, StartError } from './say.mjs'
import { runStep } from './spawn.mjs'

/** Everything the built console is made of; the lockfile stands for the packages. */
const sources = ['apps/console', 'packages/contract', 'packages/kit', 'package-lock.json', 'tools/src/build.ts']
const notSources = new Set(['node_modules', 'dist', '.vite'])

/** @param {string} root */
export function consoleIsCurrent(root) {
  try {
    return readFileSync(join(root, 'apps/console/dist/.sources'), 'utf8') === sourcesHash(root)
  } catch {
    return false
  }
}

/**
 * Builds the console beside the old one and swaps them, so that a running server never serves half a build.
 * @param {string} root
 * @param {string} node
 * @param {boolean} force also when it is current
 */
export async function buildConsole(root, node, force) {
  await withLock(root, async () => {
    if (!force && consoleIsCurrent(root)) return
    const hash = sourcesHash(root)
    say('building the console …')
    const started = Date.now()
    const fresh = join(root, '.runtime', 'console-build')
    rmSync(fresh, { recursive: true, force: true })
    const code = await runStep(node, [join(root, 'tools/src/build.ts'), fresh], root)
    if (code !== 0 || !existsSync(join(fresh, 'index.html'))) throw new StartError('the console could not be built.')
    writeFileSync(join(fresh, '.sources'), hash)
    swap(fresh, join(root, 'apps/console/dist'), join(root, '.runtime', 'console-old'))
    say(`console built in ${Math.round((Date.now() - started) / 1000)} s.`)
  })
}

/**
 * @param {string} fresh
 * @param {string} dist
 * @param {string} old
 */
function swap(fresh, dist, old) {
  rmSync(old, { recursive: true, force: true })
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
  } catch {
    // .runtime may be a volume of its own: then copying is all there is.
    rmSync(dist, { recursive: true, force: true })
    mkdirSync(dist, { recursive: true })
    cpSync(fresh, dist, { recursive: true })
  }
  rmSync(old, { recursive: true, force: true })
  rmSync(fresh, { recursive: true, force: true })
}

/** @param {string} root */
function sourcesHash(root) {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, root, source)
  return `${hash.digest('hex')}\n`
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path relative to root
 */
function addToHash(hash, root, path) {
  if (/\.test\.tsx?$/.test(path)) return
  const full = join(root, path)
  let entries
  try {
    entries = readdirSync(full, { withFileTypes: true })
  } catch {
    if (existsSync(full)) hash.update(`${path}\0`).update(readFileSync(full))
    return
  }
  const names = entries.map((entry) => entry.name).filter((name) => !notSources.has(name))
  for (const name of names.sort()) addToHash(hash, root, `${path}/${name}`)
}
