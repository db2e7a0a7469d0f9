import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'

let child: ChildProcess
const strangers: Socket[] = []
afterEach(async () => {
  for (const socket of strangers.splice(0)) socket.destroy()
  child.kill('SIGKILL')
  await once(child, 'close')
})

/** The console's door in a process that may open no more than 128 files. */
async function door(trustProxy = false): Promise<number> {
  const program = `
    import { createHttp } from './http.ts'
    import { httpSeatLimits } from './http-seats.ts'
    import { silentLog } from '../log/log.ts'
    import { createMetrics } from '../metrics.ts'
    import { openFilesLimit } from './open-files.ts'
    const http = await createHttp({
      log: silentLog, metrics: createMetrics({ processMetrics: false }), consoleDir: '/nowhere', checks: {},
      trustProxy: ${trustProxy}, seats: httpSeatLimits(openFilesLimit(), ${trustProxy}),
    })
    console.log(await http.listen('0.0.0.0', 0))`
  const node = [process.execPath, '--input-type=module', '-e', program]
  child = spawn('sh', ['-c', 'ulimit -n 128 && exec "$@"', 'sh', ...node], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return Number(line.toString())
}

async function silent(port: number, localAddress: string, said = ''): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  strangers.push(socket)
  await once(socket, 'connect')
  if (said) socket.write(said)
}

const ask = (port: number, localAddress: string): Promise<number | string> =>
  new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', localAddress, path: '/healthz', agent: false, timeout: 3_000 })
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy(new Error('silence')))
    request.on('error', ({ message }) => resolve(message))
  })

it.each([
  ['that say nothing', ''],
  ['that never end what they ask', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'],
  ['that never end what they send', 'POST /v1/x HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{'],
])('more connections of one address than the process may have files, %s, leave others served', async (_what, said) => {
  const port = await door()
  for (let n = 0; n < 200; n++) await silent(port, '127.0.0.1', said)
  for (let n = 0; n < 3; n++) expect(await ask(port, '127.0.0.2')).toBe(200)
})

it('behind a proxy that is believed all connections are one address, and new ones are served in place of idle ones', async () => {
  const port = await door(true)
  for (let n = 0; n < 200; n++) await silent(port, '127.0.0.1')
  for (let n = 0; n < 3; n++) expect(await ask(port, '127.0.0.1')).toBe(200)
})
