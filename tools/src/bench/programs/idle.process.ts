import { connect, type Socket } from 'node:net'
import { answer } from '../child.ts'
import { frameOf, reportOf } from '../load/reports.ts'

const sockets: Socket[] = []

/** Connects, identifies itself with one report, and resolves with the first answer. */
function introduce(port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    sockets.push(socket)
    socket.once('error', reject)
    socket.once('connect', () => socket.write(frameOf(reportOf(address, 1, Date.now(), 1))))
    socket.once('data', () => resolve())
    socket.once('close', () => reject(new Error(`${address}: closed before it was answered`)))
  })
}

export const calls = {
  async open({ port, addresses }: { port: number; addresses: string[] }): Promise<number> {
    for (let at = 0; at < addresses.length; at += 250) {
      await Promise.all(addresses.slice(at, at + 250).map((address) => introduce(port, address)))
    }
    return sockets.filter((socket) => !socket.destroyed).length
  },

  close(_: null): void {
    for (const socket of sockets.splice(0)) socket.destroy()
  },
}

answer(calls)
