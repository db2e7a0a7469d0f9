import { rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { BlockedAddresses } from '../../door/blocked-addresses.ts'
import { acceptDevices, type DeviceSocket, type RefusedConnections } from '../../door/device-door.ts'
import { Broker } from './broker.ts'
import type { BrokerSettings, FromBroker, ToBroker } from './broker.messages.ts'
import { type CertificateFiles, readCertificate, watchCertificate } from './certificate-files.ts'

const KEEP_ALIVE_MS = 60_000
/** How long closing waits for the verdicts of what was read. */
const DRAIN_MS = 3_000
const DRAIN_STEP_MS = 10

type Post = (message: FromBroker, transfer?: ArrayBuffer[]) => void

/** The broker's thread: ports for devices on one side, the main thread on the other. */
async function run(settings: BrokerSettings): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this file is the body of a worker')
  const post: Post = (message, transfer = []) => port.postMessage(message, transfer)
  const broker = new Broker(settings, post)
  const servers: Server[] = []
  const blocked = new BlockedAddresses()
  const waiting: (() => void)[] = []
  port.on('message', (message: ToBroker) => {
    if (message.kind === 'close') {
      for (const closeWaiting of waiting) closeWaiting()
      void close(broker, servers)
    } else if (message.kind === 'block') blocked.set(message.networks)
    else broker.receive(message)
  })
  const onRefused = (refused: RefusedConnections) => post(rejectedOf(refused))
  const accept = (server: Server, take: (raw: DeviceSocket) => void, forwarded = false) => {
    // Each of its servers counts for itself.
    const cell = settings.door.cell + servers.push(server) - 1
    waiting.push(acceptDevices(server, { ...settings.door, cell, blocked, onRefused, forwarded }, take))
  }
  const open = async (wanted: { port: number; fixed: boolean }, take: (raw: DeviceSocket) => void) => {
    const server = createServer({ keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true })
    accept(server, take)
    await listen(server, settings.host, wanted).catch((error: NodeJS.ErrnoException) => {
      throw Object.assign(error, { port: wanted.port })
    })
    return (server.address() as AddressInfo).port
  }
  try {
    const plain = await open(settings, (raw) => broker.accept(raw))
    const { tls } = settings
    const tlsPort = tls ? await open(tls, decrypted(tls, settings.limits.connectMs, broker, post)) : null
    if (settings.relayed !== undefined) {
      const server = createServer()
      accept(server, (raw) => broker.accept(raw), true)
      await listenAt(server, settings.relayed)
    }
    post({ kind: 'listening', port: plain, tlsPort })
  } catch (error) {
    const { code, port: refused = settings.port } = error as NodeJS.ErrnoException & { port?: number }
    for (const server of servers) server.close()
    post({ kind: 'refused', code: String(code), port: refused })
  }
}

/** Passes on the decrypted stream of a raw connection; the certificate is read again when it is renewed. */
function decrypted(
  files: CertificateFiles,
  handshakeTimeout: number,
  broker: Broker,
  post: Post,
): (raw: DeviceSocket) => void {
  /** By the two ends of their connection: a socket under TLS does not tell which one it lies on. */
  const raws = new Map<string, DeviceSocket>()
  // A device may show a certificate. Which ones are known says the registry, not an authority.
  const asked = { requestCert: true, rejectUnauthorized: false } as const
  const options = { ...readCertificate(files), ...asked, handshakeTimeout, minVersion: 'TLSv1.2' } as const
  const server = createTlsServer(options, (socket) => {
    const raw = raws.get(peerOf(socket))
    if (raw) broker.accept(under(raw, socket))
    else socket.destroy()
  })
  // A client that fails the handshake has not sent anything yet.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  watchCertificate(files, {
    onRenewed: (renewed) => server.setSecureContext(renewed),
    onFailure: (error) => post({ kind: 'failed', message: `the renewed certificate is not used: ${String(error)}` }),
  })
  return (raw) => {
    const peer = peerOf(raw.socket)
    raws.set(peer, raw)
    raw.socket.once('close', () => raws.delete(peer))
    server.emit('connection', raw.socket)
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** The same device, read through its TLS. */
function under(raw: DeviceSocket, socket: TLSSocket): DeviceSocket {
  const { address, remote, identified } = raw
  const certificate = socket.getPeerX509Certificate()?.fingerprint256
  const device: DeviceSocket = {
    socket,
    address,
    remote,
    identified,
    onEvicted: () => socket.destroy(),
    ...(certificate !== undefined && { certificate }),
  }
  raw.onEvicted = (reason) => device.onEvicted(reason)
  return device
}

function rejectedOf({ address, reason, count }: RefusedConnections): FromBroker {
  return { kind: 'rejected', remote: `${address}:0`, reason, more: count - 1, times: count }
}

/** A default port that is taken moves to a free one. */
async function listen(server: Server, host: string, wanted: { port: number; fixed: boolean }): Promise<void> {
  const attempt = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port }, () => {
        server.removeListener('error', reject)
        resolve()
      })
    })
  try {
    await attempt(wanted.port)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || wanted.fixed) throw error
    await attempt(0)
  }
}

/** A thread that ended without a word left its path behind. */
async function listenAt(server: Server, path: string): Promise<void> {
  if (process.platform !== 'win32') rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path }, () => resolve())
  })
}

async function close(broker: Broker, servers: readonly Server[]): Promise<void> {
  for (const server of servers) server.close()
  broker.hold()
  const end = performance.now() + DRAIN_MS
  while (!broker.idle && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS))
  broker.close()
  // The ends of the connections are reported before the thread ends.
  setImmediate(() => setImmediate(() => parentPort?.close()))
}

await run(workerData as BrokerSettings)
