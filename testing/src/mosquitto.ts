import { spawn, spawnSync } from 'node:child_process'
import { aptInstall } from './apt.ts'

/**
 * Finds Mosquitto's command-line clients, or installs them when we are root on a Debian.
 * @returns why there are none, or undefined
 */
export function provideMosquitto(): string | undefined {
  const found = () => spawnSync('mosquitto_pub', ['--help']).error === undefined
  if (found()) return undefined
  const why = aptInstall(['mosquitto-clients'])
  if (why === undefined && found()) return undefined
  const sentence = `Mosquitto's clients are not here: ${why ?? 'the package brings no mosquitto_pub'}`
  process.stderr.write(`sluice: ${sentence}; install mosquitto-clients to run their tests\n`)
  return sentence
}

export interface MosquittoRun {
  /** Null while it runs. */
  readonly code: number | null
  readonly output: string
  ended: Promise<{ code: number | null; output: string }>
  stop(): void
}

/** Runs `mosquitto_pub` or `mosquitto_sub` against a port of this machine. */
export function mosquitto(
  program: 'mosquitto_pub' | 'mosquitto_sub',
  at: { port: number; token: string },
  ...args: string[]
): MosquittoRun {
  const child = spawn(program, ['-h', '127.0.0.1', '-p', String(at.port), '-u', at.token, ...args])
  const state: { code: number | null; output: string } = { code: null, output: '' }
  child.stdout.on('data', (chunk: Buffer) => (state.output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (state.output += chunk.toString()))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => {
      state.code = code
      resolve({ code, output: state.output })
    })
  })
  return {
    get code() {
      return state.code
    },
    get output() {
      return state.output
    },
    ended,
    stop: () => child.kill(),
  }
}
