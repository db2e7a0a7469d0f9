import type { FaultPush } from '@sluice/contract'
import { WebSocket } from 'ws'
import type { ApiClient } from '../platform/client.ts'

/** The client id in the address of the fault socket. */
const ID32 = 'ABCDEFGHJKMNPQRSTWXYZabcdefhijk2'

/** The fault socket of a browser that watches a department; `opened` is the HTTP status of the upgrade. */
export function openBell(url: string, deptId: string, of: ApiClient, origin: string | undefined = url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/fault/${deptId}/${ID32}`, {
    ...(origin === undefined ? {} : { origin }),
    headers: { cookie: `authorization=${of.visitor.cookie}` },
  })
  const heard: FaultPush[] = []
  socket.on('message', (bytes) => heard.push(JSON.parse(String(bytes)) as FaultPush))
  const opened = new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101))
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      socket.terminate()
    })
    socket.on('error', () => {})
  })
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
  return { socket, heard, opened, closed }
}
