import type { Readable } from 'node:stream'

const MAX_LINE_CHARS = 4_000

/** Hears of every line of a stream as it comes; what is too long to be an order is dropped. */
export function onLines(stream: Readable, hear: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: Buffer | string) => {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARS) rest = ''
    for (const line of lines) if (line.trim() !== '') hear(line)
  })
}
