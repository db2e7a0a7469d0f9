import { type AddressInfo, createServer, type Server } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { Broker } from './broker.ts'
import type { BrokerSettings, FromBroker, ToBroker } from './broker.messages.ts'

const KEEP_ALIVE_MS = 60_000
/** How long the end waits for the verdicts of what was read. */
const DRAIN_MS = 3_000
const DRAIN_STEP_MS = 10

/** The broker's thread: a port for devices on one side, the main thread on the other. */
async function run(settings: BrokerSettings): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this file is the body of a worker')
  const post = (message: FromBroker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const broker = new Broker(settings, post)
  const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true }, (socket) =>
    broker.accept(socket),
  )
  server.maxConnections = settings.limits.connections
  port.on('message', (message: ToBroker) => {
    if (message.kind === 'close') void close(broker, server)
    else broker.receive(message)
  })
  try {
    await listen(server, settings)
    post({ kind: 'listening', port: (server.address() as AddressInfo).port })
  } catch (error) {
    post({ kind: 'refused', code: String((error as NodeJS.ErrnoException).code) })
  }
}

/** A default port that is taken moves to a free one. */
async function listen(server: Server, { host, port, fixed }: BrokerSettings): Promise<void> {
  const attempt = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port: wanted }, () => {
        server.removeListener('error', reject)
        resolve()
      })
    })
  try {
    await attempt(port)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || fixed) throw error
    await attempt(0)
  }
}

async function close(broker: Broker, server: Server): Promise<void> {
  server.close()
  broker.hold()
  const end = performance.now() + DRAIN_MS
  while (!broker.idle && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS))
  broker.close()
  // Their ends are told before the thread is gone.
  setImmediate(() => setImmediate(() => parentPort?.close()))
}

await run(workerData as BrokerSettings)
