import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import type { Log } from './platform/log.ts'

const simulator = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))

/**
 * Starts the fleet as a process of its own. It signs in like any program (with a session of the administrator that is
 * handed over on its standard input) and its stations connect over real sockets: demo data has no door of its own.
 */
export async function startDemo(parts: {
  config: Config
  url: string
  /** Of the listeners; null where one is off. */
  ports: { sl651: number | null; mqtt: number | null }
  openAdministratorSession(): Promise<{ cookie: string; token: string }>
  log: Log
}): Promise<{ stop(): void }> {
  const { config, url, ports, log } = parts
  if (ports.sl651 === null && ports.mqtt === null) {
    log.warn('the demo has no stations: no device listener is open')
    return { stop: () => undefined }
  }
  const child = spawn(process.execPath, [simulator, 'demo'], { stdio: ['pipe', 'ignore', 'inherit'] })
  child.on('error', (error) => log.error({ err: error }, 'the demo fleet could not be started'))
  const { cookie, token } = await parts.openAdministratorSession()
  const at = (port: number | null) => (port === null ? null : { host: config.deviceHost, port })
  const order = {
    baseUrl: url,
    cookie,
    token,
    sl651: at(ports.sl651),
    mqtt: at(ports.mqtt),
    folder: join(config.dataDir, 'demo'),
    historyDays: config.demoHistoryDays,
    ...(config.demoStations === undefined ? {} : { stations: config.demoStations }),
    seed: 1,
  }
  child.stdin.on('error', () => undefined)
  // The pipe stays open: the fleet ends when it closes, however this process ends.
  child.stdin.write(`${JSON.stringify(order)}\n`)
  return { stop: () => child.kill('SIGTERM') }
}
