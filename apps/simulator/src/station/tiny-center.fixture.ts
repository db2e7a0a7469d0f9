import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import {
  createSl651Assembler,
  type Sl651Assembler,
  type Sl651Message,
  sl651,
  sl651Confirm,
  sl651Nak,
  sl651Request,
} from '@sluice/codecs'

const CENTER_TIME = '2026-05-01 08:00:00'

/** A minimal platform: reads frames, confirms them unless configured otherwise, and sends what a test requests. */
export class TinyCenter {
  readonly received: Sl651Message[] = []
  readonly faults: string[] = []
  /** Bytes of every read, to see how frames arrived. */
  readonly reads: number[] = []
  /** What is confirmed, and how. */
  confirms: (message: Sl651Message) => 'ACK' | 'EOT' | 'ESC' | null = () => 'ESC'
  readonly #server: Server
  #sockets = new Set<Socket>()
  #last: Socket | undefined

  constructor() {
    this.#server = createServer((socket) => this.#accept(socket))
  }

  get connections(): number {
    return this.#sockets.size
  }

  listen(port = 0): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(port, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** Ends every call politely. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.end()
  }

  of(func: string): Sl651Message[] {
    return this.received.filter((message) => message.func === func)
  }

  /** Sends to the station that connected last, or on the given line. */
  send(message: Sl651Message | null, socket = this.#last): void {
    const encoded = message && sl651.encode(message)
    if (!encoded?.ok) throw new Error('the test wants to send what cannot be written')
    socket?.write(encoded.value)
  }

  link(station: string) {
    return { center: 1, station, password: '1234' }
  }

  switch(station: string, func: '4C' | '4D', states: readonly boolean[]): void {
    this.send(
      sl651Request(this.link(station), CENTER_TIME, func, { kind: 'switches', station: null, states: [...states] }),
    )
  }

  query(station: string): void {
    this.send(sl651Request(this.link(station), CENTER_TIME, '37'))
  }

  request(station: string, func: string, sendTime = CENTER_TIME): void {
    this.send(sl651Request(this.link(station), sendTime, func))
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    this.#last = socket
    const assembler = createSl651Assembler()
    let rest: Uint8Array = new Uint8Array()
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', (chunk) => {
      this.reads.push(chunk.length)
      const buffer = Buffer.concat([rest, chunk])
      const { frames, faults, consumed } = sl651.split(buffer)
      rest = Uint8Array.from(buffer.subarray(consumed))
      for (const { fault } of faults) this.faults.push(fault.kind)
      for (const frame of frames) {
        const decoded = sl651.decode(frame)
        if (decoded.ok) this.#take(decoded.value, Uint8Array.from(frame), assembler, socket)
        else this.faults.push(decoded.error.kind)
      }
    })
  }

  #take(message: Sl651Message, raw: Uint8Array, assembler: Sl651Assembler, socket: Socket): void {
    if (message.body.kind !== 'part') return this.#confirm(message, socket)
    const assembly = assembler.accept(message, raw, 0)
    if (assembly.kind === 'complete') this.#confirm(assembly.message, socket)
    if (assembly.kind !== 'missing') return
    this.faults.push(`missing ${assembly.packetNos.join()}`)
    this.send(sl651Nak(message, assembly.packetNos[0] ?? 1, { serial: 0, sendTime: CENTER_TIME }), socket)
  }

  #confirm(message: Sl651Message, socket: Socket): void {
    this.received.push(message)
    const end = this.confirms(message)
    const confirm = end && sl651Confirm(message, CENTER_TIME, end)
    if (confirm) this.send(confirm, socket)
  }
}

/** Waits until something holds; the test's own time limit ends it otherwise. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
