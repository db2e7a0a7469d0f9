import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { brokenFrames, noise, unfinishedPackets, unknownReports } from '../load/attack/attack-frames.ts'
import { uploadBombs } from '../load/attack/attack-uploads.ts'
import { answer } from '../child.ts'
import { connectPacket } from '../load/mqtt-packets.ts'

/** Real attackers have machines of their own: here they get the CPU time that server and clients leave. */
setPriority(10)

const ADDRESSES = Array.from({ length: 8 }, (_, n) => `127.0.0.${n + 2}`)
const LINES_EACH = 8
const IDLE_EACH = 300
const TOKEN_LINES = 32
const BACK_AGAIN_MS = 250
const KEEP_ALIVE_S = 60

export interface Attacked {
  connections: number
  /** Connections that ended meanwhile: closed by the server, or refused. */
  closed: number
  mebibytes: number
  /** Connections at the end. */
  open: number
}

/** A kept connection: what to do when it opens, and how soon to reconnect when the server ends it. */
interface Line {
  port: number
  localAddress: string
  backAgainMs: number
  begin(socket: Socket): void
}

/** Keeps a connection for each line for a while, reconnecting whenever the server ends one. */
async function keepLines(lines: readonly Line[], seconds: number): Promise<Attacked> {
  const seen: Attacked = { connections: 0, closed: 0, mebibytes: 0, open: 0 }
  const sockets = new Set<Socket>()
  let over = false
  const dial = ({ port, localAddress, backAgainMs, begin }: Line) => {
    if (over) return
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    sockets.add(socket)
    socket.on('connect', () => {
      seen.connections++
      seen.open++
      socket.once('close', () => seen.open--)
      begin(socket)
    })
    // The server may close the connection during a write; `close` follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      seen.mebibytes += socket.bytesWritten / 1024 ** 2
      if (over) return
      seen.closed++
      setTimeout(dial, backAgainMs, { port, localAddress, backAgainMs, begin })
    })
    socket.resume()
  }
  for (const line of lines) dial(line)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  over = true
  const { open } = seen
  await Promise.all([...sockets].map((socket) => new Promise((gone) => socket.once('close', gone).destroy())))
  return { ...seen, open, mebibytes: Math.round(seen.mebibytes) }
}

/** Writes the chunks again and again, as fast as the server reads them. */
function pour(socket: Socket, pieces: readonly Uint8Array[]): void {
  let next = 0
  const more = () => {
    while (socket.writable) if (!socket.write(pieces[next++ % pieces.length]!)) return
  }
  socket.on('drain', more)
  more()
}

function everywhere(count: number, lineAt: (localAddress: string, n: number) => Line): Line[] {
  return ADDRESSES.flatMap((address) => Array.from({ length: count }, (_, n) => lineAt(address, n)))
}

interface Target {
  url: string
  password: string
  sl651Port: number
  mqttPort: number
  seconds: number
}

export const calls = {
  /** SL 651 messages in packets that never end, from many addresses, as fast as they are read. */
  packets({ sl651Port: port, seconds }: Target): Promise<Attacked> {
    const pieces = new Map(ADDRESSES.map((address, n) => [address, unfinishedPackets(`00AAAAAA${10 + n}`)]))
    const line = (localAddress: string): Line => ({
      port,
      localAddress,
      backAgainMs: 0,
      begin: (socket) => pour(socket, pieces.get(localAddress) ?? []),
    })
    return keepLines(everywhere(LINES_EACH, line), seconds)
  },

  /** Silent connections on both ports, more from each address than allowed. */
  idle({ sl651Port, mqttPort, seconds }: Target): Promise<Attacked> {
    const at = (port: number) => (localAddress: string) => ({
      port,
      localAddress,
      backAgainMs: BACK_AGAIN_MS,
      begin: () => undefined,
    })
    const lines = [sl651Port, mqttPort].flatMap((port) => everywhere(IDLE_EACH, at(port)))
    return keepLines(lines, seconds)
  },

  /** Random bytes, frames with wrong checksums, and reports of unknown stations, a third of the lines each. */
  noise({ sl651Port: port, seconds }: Target): Promise<Attacked> {
    const kinds = [noise(), brokenFrames(), unknownReports()]
    const line = (localAddress: string, n: number): Line => ({
      port,
      localAddress,
      backAgainMs: 0,
      begin: (socket) => pour(socket, kinds[n % kinds.length]!),
    })
    return keepLines(everywhere(LINES_EACH, line), seconds)
  },

  /** One wrong token after another, from the first address only. */
  tokens({ mqttPort: port, seconds }: Target): Promise<Attacked> {
    const line: Line = {
      port,
      localAddress: ADDRESSES[0]!,
      backAgainMs: 0,
      begin: (socket) => {
        socket.once('data', () => socket.end())
        socket.write(connectPacket(randomBytes(16).toString('hex'), KEEP_ALIVE_S))
      },
    }
    return keepLines(
      Array.from({ length: TOKEN_LINES }, () => line),
      seconds,
    )
  },

  /** A signed-in user: workbooks that unpack to a thousand times their size, JSON of 200,000 levels. */
  uploads: ({ url, password, seconds }: Target) => uploadBombs(url, password, seconds),
}

answer(calls)
