import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { explainNpmFailure } from './npm-failures.mjs'
import { withLock } from './lock.mjs'
import { say, StartError } from './say.mjs'
import { runQuietly } from './spawn.mjs'

/**
 * npm 10 leaves out Vite 8's platform binding when it installs from a lockfile, so older versions only fetch this one.
 */
const oldestNpm = 11
const pinnedNpm = '11.21.2'

/**
 * Settings of an outer `npm start` that would send the inner npm to another folder or make it leave packages out.
 * Where packages come from (registry, proxy, certificates, cache, user file) is the user's business and stays.
 */
const outerSettings = new Set(
  `prefix local_prefix global_prefix global location workspace workspaces include_workspace_root omit include only also
  production optional dev dry_run package_lock package_lock_only install_links install_strategy ignore_scripts
  engine_strict os cpu libc json save save_exact node_options call long parseable usage versions shell`.split(/\s+/),
)

/**
 * The environment for an npm of our own.
 * @param {NodeJS.ProcessEnv} outer
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(outer, root) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {}
  for (const [name, value] of Object.entries(outer)) {
    const key = name.toLowerCase()
    if (/^npm_(package|lifecycle)_|^npm_(command|execpath|node_execpath)$/.test(key)) continue
    if (key.startsWith('npm_config_') && outerSettings.has(key.slice('npm_config_'.length).replaceAll('-', '_')))
      continue
    // NODE_ENV=production makes npm leave out the build tools; NODE_OPTIONS may name flags this npm's Node refuses.
    if (['node_env', 'node_options', 'init_cwd'].includes(key)) continue
    env[name] = value
  }
  // Accounts without a home (services, containers) can install too.
  if (!Object.keys(env).some((name) => name.toLowerCase() === 'npm_config_cache') && !isWritable(homedir())) {
    env.npm_config_cache = join(root, '.runtime', 'npm-cache')
  }
  return env
}

/**
 * Installs one package into a folder of its own below `.runtime`, completely or not at all.
 * @param {string} root
 * @param {string} folder does not exist yet; its name holds the version
 * @param {string} spec exact, such as "npm@11.21.2"
 * @param {string} reason shown before the download
 */
export async function installPackage(root, folder, spec, reason) {
  await withLock(root, async () => {
    if (existsSync(folder)) return
    say(`${reason} …`)
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    const npm = findNpm()
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    const run = await runQuietly(npm.command, [...npm.args, 'install', '--prefix', partial, ...flags, spec], {
      cwd: partial,
      env: npmEnvironment(process.env, root),
      shell: npm.shell,
    })
    if (run.code !== 0) throw new StartError(explainNpmFailure(spec, run))
    renameSync(partial, folder)
  })
}

/**
 * An npm of at least version 11, run by the chosen Node: npm leaves out optional packages that do not fit the Node it
 * runs on, so the machine's old one must not decide.
 * @param {string} root
 * @param {string} node
 */
export async function chooseNpm(root, node) {
  const machine = findNpm()
  if (machine.major >= oldestNpm) return { command: node, args: machine.args }

  const folder = join(root, '.runtime', `npm-${pinnedNpm}`)
  const program = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')
  if (!existsSync(program)) {
    await installPackage(root, folder, `npm@${pinnedNpm}`, `fetching npm ${pinnedNpm} into .runtime`)
  }
  return { command: node, args: [program] }
}

/**
 * The machine's npm: as the script Node runs when it can be found (its version is then known without a process),
 * else whatever answers to `npm`.
 */
function findNpm() {
  const beside = dirname(process.execPath)
  const outer = process.env.npm_execpath ?? ''
  const onPath = npmOnPath()
  const scripts = [
    /npm-cli\.[cm]?js$/.test(outer) ? outer : '',
    onPath ? safeRealpath(onPath) : '',
    onPath ? resolve(dirname(onPath), 'node_modules/npm/bin/npm-cli.js') : '',
    resolve(beside, 'node_modules/npm/bin/npm-cli.js'),
    resolve(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
  ]
  const script = scripts.find((path) => path.endsWith('.js') && existsSync(path))
  if (script) return { command: process.execPath, args: [script], major: versionBeside(script), shell: false }
  if (onPath) return { command: onPath, args: [], major: 0, shell: process.platform === 'win32' }
  throw new StartError('npm was not found; it comes with Node: install Node with npm and start again.')
}

function npmOnPath() {
  const name = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** @param {string} script the path of npm-cli.js */
function versionBeside(script) {
  try {
    const { version } = JSON.parse(readFileSync(resolve(dirname(script), '../package.json'), 'utf8'))
    return Number(String(version).split('.')[0])
  } catch {
    return 0
  }
}

/** @param {string} path */
function safeRealpath(path) {
  try {
    return realpathSync(path)
  } catch {
    return ''
  }
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
