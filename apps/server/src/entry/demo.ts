import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import type { Log } from '../platform/log/log.ts'

/** A stroke takes up to a minute, so that at this interval a command is nearly always under way. */
const DISPATCH_EVERY_S = 45

const simulator = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

/**
 * Starts the fleet as a process of its own. It signs in like any program, with a session of the administrator that it
 * gets on its standard input, and its stations connect over real sockets: demo data takes no special path.
 */
export async function startDemo(parts: {
  config: Config
  url: string
  /** The ports stations connect to, by protocol; listeners that are off are omitted. */
  ports: ReadonlyMap<string, number>
  openAdministratorSession(): Promise<{ cookie: string; token: string }>
  log: Log
}): Promise<{ stop(): void }> {
  const { config, url, ports, log } = parts
  if (ports.size === 0) {
    log.warn('the demo has no stations: no device listener is open')
    return { stop: () => undefined }
  }
  const child = spawn(process.execPath, [simulator, 'demo'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.on('error', (error) => log.error({ err: error }, 'the demo fleet could not be started'))
  const session = await parts.openAdministratorSession()
  const order = {
    baseUrl: url,
    ...session,
    renews: true,
    listeners: Object.fromEntries([...ports].map(([protocol, port]) => [protocol, { host: config.deviceHost, port }])),
    folder: join(config.dataDir, 'demo'),
    historyDays: config.demoHistoryDays,
    dispatchEveryS: DISPATCH_EVERY_S,
    ...(config.demoStations === undefined ? {} : { stations: config.demoStations }),
    seed: 1,
  }
  child.stdin.on('error', () => undefined)
  // The pipe stays open: the fleet ends when it closes, however this process ends.
  const tell = (line: object) => child.stdin.write(`${JSON.stringify(line)}\n`)
  tell(order)
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Administrators change their password first, which ends all their sessions.
    if (!line.includes('"session-over"')) return
    parts.openAdministratorSession().then(tell, (error: unknown) => log.warn({ err: error }, 'the demo has no session'))
  })
  return { stop: () => child.kill('SIGTERM') }
}
