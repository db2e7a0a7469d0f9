import { randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { MischiefError } from './mischief-order.ts'

const FILE = 'fleet-door.json'
const HOST = '127.0.0.1'
const MAX_LINE_CHARS = 4_000
const TELL_TIMEOUT_MS = 10_000

/** The control port of a running fleet, for commands from another shell. */
export interface Door {
  close(): void
}

/**
 * Opens a port on this machine's loopback for users who may read the folder: port and key are in a file of the owner's.
 * A caller sends the key in its first line, an order in its second, and gets one line of JSON.
 */
export async function openDoor(folder: string, tell: (line: string) => unknown): Promise<Door> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, FILE)
  const key = randomBytes(24).toString('base64url')
  const server = createServer((socket) => answer(socket, key, tell))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, HOST, resolve)
  })
  // The door does not keep a fleet alive that has nothing else to do.
  server.unref()
  const { port } = server.address() as AddressInfo
  // A file of an earlier fleet may have been left readable, so it is created again.
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify({ port, key }), { mode: 0o600 })
  return {
    close() {
      server.close()
      rmSync(path, { force: true })
    },
  }
}

function answer(socket: Socket, key: string, tell: (line: string) => unknown): void {
  let text = ''
  const say = (reply: unknown) => socket.end(`${JSON.stringify(reply)}\n`)
  socket.setEncoding('utf8')
  socket.setTimeout(TELL_TIMEOUT_MS, () => socket.destroy())
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += String(chunk)
    const [given, order, ...more] = text.split('\n')
    if (text.length > MAX_LINE_CHARS) return void socket.destroy()
    if (more.length === 0 || order === undefined) return
    socket.removeAllListeners('data')
    if (!isSame(given as string, key)) return void socket.destroy()
    try {
      say(tell(order))
    } catch (error) {
      if (!(error instanceof MischiefError)) throw error
      say({ error: error.message })
    }
  })
}

function isSame(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Tells the fleet whose door is in the folder one order. @throws MischiefError where there is none or it says no. */
export async function tellThroughDoor(folder: string, order: string): Promise<unknown> {
  const path = join(folder, FILE)
  const nobody = new MischiefError(`No fleet with a door in ${folder} is running.`)
  let at: { port: number; key: string }
  try {
    at = JSON.parse(readFileSync(path, 'utf8')) as typeof at
  } catch {
    throw nobody
  }
  const reply = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect({ host: HOST, port: at.port })
    socket.setEncoding('utf8')
    socket.setTimeout(TELL_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => (text.endsWith('\n') ? resolve(text) : reject(nobody)))
    socket.write(`${at.key}\n${order}\n`)
  })
  const told = JSON.parse(reply) as { error?: string }
  if (told.error !== undefined) throw new MischiefError(told.error)
  return told
}
