import { spawn } from 'node:child_process'
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
  /** Of the SL651 listener. */
  port: number | null
  openAdministratorSession(): Promise<{ cookie: string; token: string }>
  log: Log
}): Promise<{ stop(): void }> {
  const { config, url, port, log } = parts
  if (port === null) {
    log.warn('the demo has no stations: the SL651 listener is off')
    return { stop: () => undefined }
  }
  const child = spawn(process.execPath, [simulator, 'demo'], { stdio: ['pipe', 'ignore', 'inherit'] })
  child.on('error', (error) => log.error({ err: error }, 'the demo fleet could not be started'))
  const { cookie, token } = await parts.openAdministratorSession()
  const sl651 = { host: config.deviceHost, port }
  child.stdin.on('error', () => undefined)
  // The pipe stays open: the fleet ends when it closes, however this process ends.
  child.stdin.write(
    `${JSON.stringify({ baseUrl: url, cookie, token, sl651, stations: config.demoStations, seed: 1 })}\n`,
  )
  return { stop: () => child.kill('SIGTERM') }
}
