import { spawn, spawnSync } from 'node:child_process'
import { aptInstall } from './apt.ts'

const isHere = (): boolean => ['mosquitto_pub', 'mosquitto_sub'].every((name) => !spawnSync(name, ['--help']).error)

/**
 * Finds Mosquitto's command-line clients, or installs them when we are root on a Debian.
 * @throws Error with one sentence to act on when there is no way to them: what was promised to them stays unproven.
 */
export function provideMosquitto(found: () => boolean = isHere, install: typeof aptInstall = aptInstall): void {
  if (found()) return
  const why = install(['mosquitto-clients'])
  if (why === undefined && found()) return
  throw new Error(
    `No Mosquitto for the MQTT tests: install mosquitto-clients (${why ?? 'the package brings no mosquitto_pub'}).`,
  )
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
