import { mkdtempSync, rmSync } from 'node:fs'
import { connect, isIPv4, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeviceSocket } from '../../door/device-door.ts'
import { SocketCount } from '../../door/device-seats.ts'

/** How long the last bytes to a device may take, and how long the broker may take to end what it was told to. */
const LAST_BYTES_MS = 5_000
const BROKER_ENDS_MS = 2_000

/**
 * Brings connections that another listener accepted to the broker's thread, which no socket can be handed to: each is
 * connected to a listener of that thread, and its bytes are copied both ways as fast as the other end takes them. Where
 * it comes from is told in a PROXY header. Nobody else reaches that listener: its path is in a folder of ours, or, on
 * Windows, has a name that cannot be guessed.
 */
export class Relay {
  readonly path: string
  readonly #folder: string | undefined
  readonly #count: SocketCount

  /** `cell` counts the near ends; the door behind counts the far ones. */
  constructor(cells: Int32Array, cell: number) {
    this.#count = new SocketCount(cells, cell)
    const isWindows = process.platform === 'win32'
    this.#folder = isWindows ? undefined : mkdtempSync(join(tmpdir(), 'sluice-relay-'))
    this.path = this.#folder ? join(this.#folder, 'broker') : `\\\\.\\pipe\\sluice-${crypto.randomUUID()}`
  }

  take(device: DeviceSocket): void {
    const { socket: outer } = device
    const inner = connect(this.path)
    this.#count.add(1)
    // The door behind gives it a place among those that are not identified.
    device.identified()
    // That door is told the same, and says why.
    device.onEvicted = () => void setTimeout(() => outer.destroy(), BROKER_ENDS_MS).unref()
    inner.on('error', () => undefined)
    inner.once('close', () => {
      this.#count.add(-1)
      endSoon(outer)
    })
    outer.once('close', () => inner.destroySoon())
    inner.write(proxyHeader(device))
    outer.pipe(inner)
    inner.pipe(outer)
  }

  close(): void {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Version 1. The address it was sent to is not known any more, and nobody reads it. */
function proxyHeader({ address, remote }: DeviceSocket): string {
  const family = isIPv4(address) ? 'TCP4' : 'TCP6'
  return `PROXY ${family} ${address} ${address} ${remote.slice(remote.lastIndexOf(':') + 1)} 0\r\n`
}

/** A device that does not read what was last sent to it must not keep its connection. */
function endSoon(socket: Socket): void {
  socket.destroySoon()
  const late = setTimeout(() => socket.destroy(), LAST_BYTES_MS).unref()
  socket.once('close', () => clearTimeout(late))
}
