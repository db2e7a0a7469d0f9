import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../run-command.ts'
import { endProcess } from './child.ts'
import { cpuOf } from './gauge/process-cost.ts'
import type { Undo } from './load/undo.ts'

export const ADMIN_PASSWORD = 'barley-2-meadow'

/** The whole platform as a process of its own, on free ports. */
export interface ServerProcess {
  readonly pid: number
  /** `http://127.0.0.1:…` */
  readonly url: string
  readonly sl651Port: number
  readonly mqttPort: number
  cpuUs(): number
  /** Whether it still answers that it is ready. */
  isUp(): Promise<boolean>
  /** Collects garbage and returns the remaining memory. Only with `probe`. */
  memory(): Promise<NodeJS.MemoryUsage>
  /** Lines of its log so far. */
  logLines(): number
  stop(): Promise<void>
  /** Kills it without a shutdown, as a crash does. */
  kill(): Promise<void>
}

export interface ServerOptions {
  place: string
  /** Without one it runs its own, in `place`. */
  databaseUrl?: string
  undo: Undo
  /** Loads the memory probe into it. */
  probe?: boolean
  /** Further or different environment variables. */
  env?: Readonly<Record<string, string>>
  /** Called with each line of its log. */
  hear?(line: string): void
}

const START_MS = 120_000
const PROBE_MS = 10_000
const probe = new URL('./gauge/memory-probe.ts', import.meta.url).href

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { place, databaseUrl = '', undo, probe: probed = false, env = {}, hear } = options
  const data = join(place, 'server')
  mkdirSync(data, { recursive: true })
  // E.g. BENCH_SERVER_NODE="--cpu-prof --cpu-prof-dir=/tmp/profile" to profile a round.
  const asked = (process.env['BENCH_SERVER_NODE'] ?? '').split(' ').filter((argument) => argument !== '')
  const nodeArguments = [...asked, ...(probed ? ['--expose-gc', `--import=${probe}`] : [])]
  const child = spawn(process.execPath, [...nodeArguments, join(root, 'apps/server/src/entry/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', ...(probed ? (['ipc'] as const) : [])],
    env: { ...environment(databaseUrl, data), ...env },
  })
  let stopping = false
  const stop = () => {
    stopping = true
    return endProcess(child)
  }
  const kill = () => {
    stopping = true
    const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
    child.kill('SIGKILL')
    return gone
  }
  undo.add(stop)
  if (hear && child.stderr) createInterface(child.stderr).on('line', hear)
  let said = ''
  const logLines = countLines(child)
  child.on('exit', (code, signal) => {
    if (!stopping) process.stderr.write(`the server ended with ${signal ?? code}:\n${said}\n`)
  })
  const ports = await new Promise<Pick<ServerProcess, 'url' | 'sl651Port' | 'mqttPort'>>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start:\n${said}`)), START_MS)
    const read = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-8_000)
      const match = /ready at (https?:\/\/[^\s,]+).*SL651 devices on port (\d+).*MQTT devices on port (\d+)/.exec(said)
      if (!match) return
      clearTimeout(timer)
      resolve({ url: String(match[1]), sl651Port: Number(match[2]), mqttPort: Number(match[3]) })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error('the server ended before it was ready')))
  })
  const pid = child.pid ?? 0
  const server: ServerProcess = {
    pid,
    ...ports,
    cpuUs: () => cpuOf(pid),
    isUp: async () => (await isReady(ports.url)) && child.exitCode === null,
    memory: () =>
      new Promise((resolve) => {
        child.once('message', (usage) => resolve(usage as NodeJS.MemoryUsage))
        child.send('memory')
      }),
    logLines,
    stop,
    kill,
  }
  return server
}

function environment(databaseUrl: string, data: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    DATABASE_URL: databaseUrl,
    SLUICE_DATA: data,
    PORT: '0',
    SLUICE_SL651_PORT: '0',
    SLUICE_MQTT_PORT: '0',
    SLUICE_ADMIN_PASSWORD: ADMIN_PASSWORD,
    SLUICE_LOG_LEVEL: 'warn',
    // All stations of a measure connect from one address, and some identify themselves only when all are connected.
    SLUICE_DEVICE_STRANGERS: '1000000',
  }
}

function countLines({ stdout, stderr }: ChildProcess): () => number {
  let lines = 0
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    })
  }
  return () => lines
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
