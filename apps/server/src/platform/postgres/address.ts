import { lchownSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'

/** The server's address. Only we can see a socket; TCP is only ever on the loopback address. */
export type Address = { kind: 'socket'; folder: string; port: number } | { kind: 'tcp'; port: number }

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, including the final zero. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103
const socketPort = 5432

/**
 * Chooses a unix socket in `<home>/run` where the path is short enough and the disk supports sockets (folders shared
 * into a virtual machine often do not), else a free TCP port.
 */
export async function chooseAddress(home: string, as: RunAs): Promise<Address> {
  const folder = join(home, 'run')
  if (process.platform !== 'win32' && fitsSocket(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (as.kind === 'user') lchownSync(folder, as.uid, as.gid)
    if (await canBind(folder)) return { kind: 'socket', folder, port: socketPort }
  }
  return { kind: 'tcp', port: await freePort() }
}

/** Whether PostgreSQL's socket in `folder` has a path that the system accepts. */
export function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
}

function canBind(folder: string): Promise<boolean> {
  const path = join(folder, '.try')
  rmSync(path, { force: true })
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(path, () => server.close(() => resolve(true)))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port)
        else reject(new Error('no TCP port'))
      })
    })
  })
}
