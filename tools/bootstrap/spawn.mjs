import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname } from 'node:path'
import { shareLock } from './lock.mjs'
import { StartError } from './say.mjs'

const signals = /** @type {NodeJS.Signals[]} */ (
  process.platform === 'win32' ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
)

/**
 * Runs a tool and collects its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function runQuietly(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const release = stopTogether(child)
    child.on('error', (error) => {
      release()
      done({ code: null, output: `${output}${error.message}` })
    })
    child.on('close', (code) => {
      release()
      done({ code, output })
    })
  })
}

/**
 * Runs a step of ours whose progress the user should see, on standard error.
 * @param {string} node
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<number | null>} its exit code
 */
export function runStep(node, args, cwd) {
  return new Promise((done, failed) => {
    const child = spawn(node, args, { cwd, env: programEnvironment(node), stdio: ['ignore', 2, 2] })
    const release = stopTogether(child)
    child.on('error', failed)
    child.on('close', (code) => {
      release()
      done(code)
    })
  })
}

/**
 * During an installation or a build, a signal to this process stops the child first: otherwise it would keep writing
 * during the next start.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopTogether(child) {
  shareLock(child.pid)
  const stops = signals.map((signal) => {
    const stop = () => {
      child.once('close', () => endBySignal(signal))
      child.kill(signal)
    }
    process.on(signal, stop)
    return { signal, stop }
  })
  return () => {
    for (const { signal, stop } of stops) process.off(signal, stop)
  }
}

/**
 * Replaces this process by the program as far as possible: same terminal, same signals, same exit.
 * @param {string} node
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<void>}
 */
export function runProgram(node, args, cwd) {
  return new Promise((done, failed) => {
    const child = spawn(node, args, { cwd, env: programEnvironment(node), stdio: 'inherit' })
    for (const signal of signals) {
      process.on(signal, () => {
        // A terminal sends Ctrl-C to the whole group: passing it on would be a second one, which forces an immediate
        // end.
        if (signal === 'SIGINT' && process.stdin.isTTY) return
        child.kill(signal)
      })
    }
    const unwatch = watchParent(() => child.kill('SIGTERM'))
    child.on('error', (error) => failed(new StartError(`${node} does not start: ${error.message}.`)))
    child.on('exit', (code, signal) => {
      unwatch()
      if (signal) endBySignal(signal)
      else process.exitCode = code ?? 1
      done()
    })
  })
}

/**
 * npm passes a SIGTERM to the shell between it and this process, which dies without passing it on: unless this process
 * watches its parent, `kill` on `npm start` would leave the platform running with its ports taken.
 * @param {() => void} orphaned
 */
function watchParent(orphaned) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    orphaned()
  }, 250)
  return () => clearInterval(timer)
}

/** @param {NodeJS.Signals} signal */
function endBySignal(signal) {
  for (const each of signals) process.removeAllListeners(each)
  process.exitCode = 128 + (constants.signals[signal] ?? 0)
  // A shell or supervisor expects this process to die by the same signal.
  if (process.platform !== 'win32') process.kill(process.pid, signal)
}

/**
 * Programs that call `node` must get the Node they run on; and workspaces are links, which Node must resolve.
 * @param {string} node
 */
function programEnvironment(node) {
  const env = { ...process.env }
  delete env.NODE_PRESERVE_SYMLINKS
  delete env.NODE_PRESERVE_SYMLINKS_MAIN
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const folder = dirname(node)
  const folders = (env[name] ?? '').split(delimiter)
  if (folders[0] !== folder) env[name] = [folder, ...folders].join(delimiter)
  return env
}
