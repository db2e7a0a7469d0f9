import { connect } from 'node:net'
import { until } from '../platform/wait.ts'

/** A device of the line protocol on a bare socket. */
export interface LineDevice {
  /** Received lines, without line ends. */
  readonly heard: readonly string[]
  readonly closed: boolean
  say(line: string): void
  hears(which: (line: string) => boolean): Promise<string>
  end(): void
}

export async function connectLine(port: number): Promise<LineDevice> {
  const socket = connect({ port, host: '127.0.0.1' })
  const heard: string[] = []
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('error', () => undefined)
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    heard.push(...lines)
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  return {
    heard,
    get closed() {
      return socket.closed
    },
    say: (line) => void socket.write(`${line}\n`),
    hears: (which) => until('a line', () => heard.find((line) => which(line))),
    end: () => socket.destroy(),
  }
}
