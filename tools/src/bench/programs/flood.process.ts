import { connect, type Socket } from 'node:net'
import { answer } from '../child.ts'
import { confirmBytes, frameOf, reportOf } from '../load/reports.ts'
import { watchedElements } from '../load/watched.ts'

/** One station on its connection: all its frames of a round are prepared, so that sending costs next to nothing. */
interface Line {
  socket: Socket
  address: string
  serial: number
  frames: Buffer
  frameBytes: number
  total: number
  sent: number
  confirmedBytes: number
}

const lines: Line[] = []
const confirm = confirmBytes()
let window = 8
/** They report what the rules that look back are about, too. */
let isWatched = false
let open = 0
let finish: (() => void) | undefined
let fail: ((error: Error) => void) | undefined
let heardAt = 0

const STALL_MS = 30_000

function confirmed(line: Line): number {
  return Math.floor(line.confirmedBytes / confirm)
}

/** Refills the line when half of its window is answered: fewer, larger writes. */
function topUp(line: Line): void {
  const underWay = line.sent - confirmed(line)
  if (underWay > window >> 1 || line.sent === line.total) return
  const count = Math.min(window - underWay, line.total - line.sent)
  line.socket.write(line.frames.subarray(line.sent * line.frameBytes, (line.sent + count) * line.frameBytes))
  line.sent += count
}

function heard(line: Line, chunk: Uint8Array): void {
  line.confirmedBytes += chunk.length
  heardAt = performance.now()
  if (line.confirmedBytes < line.total * confirm) return topUp(line)
  if (--open === 0) finish?.()
}

function dial(port: number, address: string): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const frames = Buffer.alloc(0)
    const line: Line = { socket, address, serial: 0, frames, frameBytes: 0, total: 0, sent: 0, confirmedBytes: 0 }
    socket.on('data', (chunk) => heard(line, chunk))
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', (error) => fail?.(error))
      socket.on('close', () => fail?.(new Error(`${address}: the server closed the connection`)))
      resolve(line)
    })
  })
}

export const calls = {
  async connect(given: { port: number; addresses: string[]; watched?: boolean }): Promise<void> {
    const { port, addresses } = given
    isWatched = given.watched ?? false
    for (let at = 0; at < addresses.length; at += 200) {
      lines.push(...(await Promise.all(addresses.slice(at, at + 200).map((address) => dial(port, address)))))
    }
  },

  /** Writes the frames of the next round: `perStation` reports each; report n of a station is n seconds after `from`. */
  prepare({ from, perStation }: { from: number; perStation: number }): void {
    for (const line of lines) {
      const frames = Array.from({ length: perStation }, () => {
        const serial = ++line.serial
        const more = isWatched ? watchedElements(serial) : []
        return frameOf(reportOf(line.address, serial, from + serial * 1000, 10 + (serial % 1000) / 1000, { more }))
      })
      line.frames = Buffer.concat(frames)
      line.frameBytes = line.frames.length / perStation
      line.total = perStation
      line.sent = 0
      line.confirmedBytes = 0
    }
  },

  /** Sends them with this many under way per line, and resolves when the last one is confirmed. */
  async flood({ underWay }: { underWay: number }): Promise<{ seconds: number; confirmed: number; cpuUs: number }> {
    window = underWay
    open = lines.length
    const before = process.cpuUsage()
    const started = performance.now()
    heardAt = started
    const watch = setInterval(() => {
      if (performance.now() - heardAt > STALL_MS) fail?.(new Error(`nothing is confirmed for ${STALL_MS} ms`))
    }, 1000)
    await new Promise<void>((resolve, reject) => {
      finish = resolve
      fail = reject
      for (const line of lines) topUp(line)
    }).finally(() => clearInterval(watch))
    fail = undefined
    const seconds = (performance.now() - started) / 1000
    const { user, system } = process.cpuUsage(before)
    return { seconds, confirmed: lines.reduce((sum, line) => sum + confirmed(line), 0), cpuUs: user + system }
  },

  hangUp(_: null): void {
    for (const { socket } of lines.splice(0)) socket.destroy()
  },
}

answer(calls)
