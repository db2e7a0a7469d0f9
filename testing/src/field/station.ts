import { connect, type Socket } from 'node:net'
import {
  type Sl651Element,
  type Sl651Link,
  type Sl651Message,
  type Sl651Stamp,
  type Sl651Value,
  sl651,
  sl651AsciiElement,
  sl651Element,
  sl651Report,
} from '@sluice/codecs'
import { DEFAULT_ZONE, localTimeOf } from '@sluice/kit'
import { until } from '../platform/wait.ts'

/** A station of SL 651 on a bare socket: it sends what a test gives it, valid or not, and stores the downlinks. */
export interface TestStation {
  readonly link: Sl651Link
  readonly socket: Socket
  /** Downlinks in the order of arrival. */
  readonly answers: readonly Sl651Message[]
  /** True once the connection is closed. */
  readonly closed: boolean
  /** Sends bytes unchanged. */
  write(bytes: Uint8Array): void
  send(...messages: Sl651Message[]): void
  /** The first matching downlink; waits for it. */
  answer(which?: (message: Sl651Message) => boolean, timeoutMs?: number): Promise<Sl651Message>
  /** Sends a report and resolves with its confirm. */
  report(serial: number, values: Record<string, Sl651Value>, more?: ReportOptions): Promise<Sl651Message>
  whenClosed(timeoutMs?: number): Promise<void>
  /** Closes at once; resolves when the socket is closed. */
  end(): Promise<void>
}

export interface ReportOptions {
  /** Instant of observation and sending, epoch ms. */
  at?: number
  zone?: string
  func?: string
  stationType?: string
}

export interface StationOptions extends Partial<Sl651Link> {
  port: number
  now?: () => number
  /** The local address that it connects from. */
  localAddress?: string
}

/** The frame of a message. @throws for a message that cannot be encoded. */
export function frameOf(message: Sl651Message): Uint8Array {
  const frame = sl651.encode(message)
  if (!frame.ok) throw new Error(`the message cannot be written: ${frame.error.kind} at ${frame.error.at}`)
  return frame.value
}

/** Elements from their values in the units of the standard's table. */
function elementsOf(values: Record<string, Sl651Value>, encoding: 'HEX' | 'ASCII' = 'HEX'): Sl651Element[] {
  return Object.entries(values).map(([id, value]) => {
    const element = encoding === 'HEX' ? sl651Element(id, value) : sl651AsciiElement(id, value as number)
    if (!element) throw new Error(`element ${id} cannot be ${JSON.stringify(value)}`)
    return element
  })
}

export function stampOf(serial: number, at: number, zone: string = DEFAULT_ZONE): Sl651Stamp {
  return { serial, sendTime: localTimeOf(at, zone) }
}

/** A report of values observed in the minute it is sent. */
export function reportOf(
  link: Sl651Link,
  serial: number,
  values: Record<string, Sl651Value>,
  { at = Date.now(), zone = DEFAULT_ZONE, func = '32', stationType = '48' }: ReportOptions = {},
): Sl651Message {
  const obsTime = localTimeOf(at, zone).slice(0, 16)
  return sl651Report(link, stampOf(serial, at, zone), {
    func,
    stationType,
    obsTime,
    elements: elementsOf(values, link.encoding),
  })
}

/** Connects; resolves when the connection is open. */
export async function connectStation(options: StationOptions): Promise<TestStation> {
  const { port, now = Date.now, station = '0012345678', password = '0000', center = 1, encoding } = options
  const link: Sl651Link = { center, station, password, ...(encoding ? { encoding } : {}) }
  const { localAddress } = options
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(localAddress ? { localAddress } : {}) })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const answers: Sl651Message[] = []
  const state = { rest: Buffer.alloc(0) as Uint8Array, closed: false }
  // A server that closes while we still write resets the connection: that is a normal end.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    state.closed = true
  })
  socket.on('data', (chunk) => {
    const buffer = Buffer.concat([state.rest, chunk])
    const { frames, consumed } = sl651.split(buffer)
    for (const frame of frames) {
      const decoded = sl651.decode(frame)
      if (decoded.ok) answers.push(decoded.value)
    }
    state.rest = buffer.subarray(consumed)
  })
  const answer: TestStation['answer'] = (which = () => true, timeoutMs) =>
    until('an answer', () => answers.find((message) => which(message)), timeoutMs)
  return {
    link,
    socket,
    answers,
    get closed() {
      return state.closed
    },
    write: (bytes) => void socket.write(bytes),
    send: (...messages) => {
      for (const message of messages) socket.write(frameOf(message))
    },
    answer,
    async report(serial, values, more = {}) {
      const before = answers.length
      socket.write(frameOf(reportOf(link, serial, values, { at: now(), ...more })))
      return until(`the confirm of ${serial}`, () => answers.slice(before).find((message) => message.serial === serial))
    },
    whenClosed: async (timeoutMs) => void (await until('the close', () => state.closed, timeoutMs)),
    async end() {
      socket.destroy()
      await until('the end', () => state.closed)
    },
  }
}
