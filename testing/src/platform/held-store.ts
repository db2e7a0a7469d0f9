import { connect, createServer, type Socket } from 'node:net'
import { type TestDatabase, databaseUrl } from './database.ts'

/**
 * `before`: the statement never reaches the database. `after`: it is done, but the answer is withheld. `committed`: so
 * is its transaction.
 */
export type HoldMode = 'before' | 'after' | 'committed'

/** A proxy to PostgreSQL that can stop at one statement, so that a process is killed before it learns the outcome. */
export interface HeldStore {
  /** `DATABASE_URL` through the proxy. */
  readonly url: string
  /** Stops the connection that first sends this text, and resolves when it did. */
  hold(text: string, mode: HoldMode): Promise<void>
  stop(): Promise<void>
}

interface Hold {
  text: string
  mode: HoldMode
  met: () => void
}

/** The end of every answer: the database has finished and waits (ReadyForQuery, idle). */
const DONE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

export async function openHeldStore({ address }: TestDatabase): Promise<HeldStore> {
  const state: { hold: Hold | null } = { hold: null }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // The process at the other end is killed, as intended.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const { host, port } = address
  const server = createServer((client) => {
    const store = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    keep(client)
    keep(store)
    const line = { deaf: false, tail: '', untold: null as Hold | null, toCommit: null as Hold | null }
    client.on('data', (bytes) => {
      if (line.deaf) return
      const hold = line.toCommit ?? state.hold
      const seen = line.tail + bytes.toString('latin1')
      line.tail = hold ? seen.slice(-hold.text.length) : ''
      if (!hold || !seen.includes(hold.text)) {
        store.write(bytes)
        return
      }
      if (hold.mode === 'committed') {
        line.toCommit = { ...hold, text: 'commit', mode: 'after' }
        line.tail = ''
        state.hold = null
        store.write(bytes)
        return
      }
      if (hold === state.hold) state.hold = null
      line.deaf = true
      if (hold.mode === 'before') return hold.met()
      line.untold = hold
      store.write(bytes)
    })
    store.on('data', (bytes) => {
      if (!line.untold) client.write(bytes)
      else if (bytes.subarray(-DONE.length).equals(DONE)) line.untold.met()
    })
    client.on('close', () => store.destroy())
    store.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (typeof at !== 'object' || at === null) throw new Error('the wire has no port')
  return {
    url: databaseUrl({ ...address, host: '127.0.0.1', port: at.port }),
    hold: (text, mode) => new Promise((met) => (state.hold = { text, mode, met })),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
