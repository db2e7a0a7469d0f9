import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface CommandResult {
  code: number
  output: string
}

/** Runs one of our Node programs and collects its output. */
export function runNode(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', failed)
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

/**
 * The script of a package's command: run by this Node, not by the `node` in the PATH. `from` says whose dependency it
 * is, for a package that exists in two versions.
 */
export function programOf(packageName: string, command = packageName, from = root): string {
  const manifestPath = createRequire(join(from, 'package.json')).resolve(`${packageName}/package.json`)
  const { bin } = createRequire(manifestPath)(manifestPath) as { bin: string | Record<string, string> }
  const script = typeof bin === 'string' ? bin : bin[command]
  if (!script) throw new Error(`${packageName} has no command ${command}`)
  return join(dirname(manifestPath), script)
}
