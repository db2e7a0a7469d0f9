import { createServer } from 'node:net'
import { answer } from '../child.ts'

/**
 * The floor for memory: a server that accepts connections, answers every chunk and keeps only the sockets. The probe
 * reads the memory of both servers in the same way.
 */
const server = createServer({ keepAlive: true, noDelay: true }, (socket) => {
  socket.on('data', (chunk) => socket.write(chunk))
  socket.on('error', () => socket.destroy())
})

export const calls = {
  listen: (_: null): Promise<number> =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    }),

  memory: (_: null): Promise<NodeJS.MemoryUsage> =>
    new Promise((resolve) => {
      globalThis.gc?.()
      setTimeout(() => {
        globalThis.gc?.()
        resolve(process.memoryUsage())
      }, 500)
    }),
}

answer(calls)
