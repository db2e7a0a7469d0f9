#!/usr/bin/env node
// The entry of every npm script. Plain JavaScript without dependencies, because it runs before anything is installed,
// on whatever Node the machine has (18 or newer). Standard output belongs to the program it starts.
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commands, usage } from './commands.mjs'
import { buildConsole, consoleIsCurrent } from './console-build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { chooseNode } from './runtime.mjs'
import { say, StartError } from './say.mjs'
import { runProgram } from './spawn.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** @param {string[]} argv */
async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartError(usage(name), 2)

  const node = await chooseNode(root)
  await ensureDependencies(root, node)
  const force = name === 'build' && args.includes('--force')
  if (command.needsConsole && (force || !consoleIsCurrent(root))) await buildConsole(root, node, force)
  if (!command.script) return

  const cwd = command.keepsFolder ? (process.env.INIT_CWD ?? process.cwd()) : root
  await runProgram(node, [resolve(root, command.script), ...args], cwd)
}

main(process.argv.slice(2)).catch((error) => {
  if (error instanceof StartError) {
    say(error.message)
    process.exitCode = error.exitCode
    return
  }
  console.error(error)
  process.exitCode = 1
})
