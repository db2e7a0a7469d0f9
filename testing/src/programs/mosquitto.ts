import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptUnpack, unpackedEnv } from './apt.ts'
import { until } from '../platform/wait.ts'

const PROGRAMS = {
  'mosquitto-clients': ['mosquitto_pub', 'mosquitto_sub'],
  mosquitto: ['mosquitto'],
} as const
type MosquittoPackage = keyof typeof PROGRAMS

const isHere = (name: MosquittoPackage): boolean =>
  PROGRAMS[name].every((program) => {
    // 127: a library is missing.
    const { error, status } = spawnSync(program, ['--help'], { env: unpackedEnv(name) })
    return !error && status !== 127
  })

/**
 * Finds Mosquitto's command-line clients, or the broker, or unpacks them on a Debian.
 * @throws Error with one sentence to act on when they cannot be had: the compatibility with them would stay unproven.
 */
export function provideMosquitto(
  name: MosquittoPackage = 'mosquitto-clients',
  found: (name: MosquittoPackage) => boolean = isHere,
  unpack: typeof aptUnpack = aptUnpack,
): void {
  if (found(name)) return
  const why = unpack(name)
  if (why === undefined && found(name)) return
  throw new Error(
    `No Mosquitto for the MQTT tests: install ${name} (${why ?? `the package brings no ${PROGRAMS[name][0]}`}).`,
  )
}

export interface MosquittoRun {
  /** Null while it runs. */
  readonly code: number | null
  readonly output: string
  ended: Promise<{ code: number | null; output: string }>
  stop(): void
}

/** Runs `mosquitto_pub` or `mosquitto_sub` against a port of this machine, or a broker's socket. */
export function mosquitto(
  program: 'mosquitto_pub' | 'mosquitto_sub',
  at: { port: number; token?: string; host?: string } | { path: string },
  ...args: string[]
): MosquittoRun {
  const where = 'path' in at ? ['--unix', at.path] : ['-h', at.host ?? '127.0.0.1', '-p', String(at.port)]
  if ('token' in at && at.token !== undefined) where.push('-u', at.token)
  return run('mosquitto-clients', program, [...where, ...args])
}

/**
 * Runs a Mosquitto broker that listens on a socket in its own folder, on no port, with these lines added to its
 * configuration. Resolves when it runs.
 */
export async function mosquittoBroker(...lines: string[]): Promise<MosquittoRun & { readonly path: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-mosquitto-'))
  const [path, config] = [join(folder, 'socket'), join(folder, 'mosquitto.conf')]
  // As root it would change to a user who may not write there.
  const own = ['user root', `listener 0 ${path}`, 'allow_anonymous true', 'log_type all']
  writeFileSync(config, [...own, ...lines, ''].join('\n'))
  const broker = run('mosquitto', 'mosquitto', ['-c', config])
  void broker.ended.then(() => rmSync(folder, { recursive: true, force: true }))
  await until('the start of Mosquitto', () => {
    if (broker.code !== null) throw new Error(broker.output)
    return broker.output.includes(' running')
  })
  return Object.assign(broker, { path })
}

function run(name: MosquittoPackage, program: string, args: readonly string[]): MosquittoRun {
  const child = spawn(program, args, { env: unpackedEnv(name) })
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
