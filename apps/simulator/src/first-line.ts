import type { Readable } from 'node:stream'

const MAX_LINE_CHARS = 100_000

/** The first line of a stream; undefined when it ends without one. The stream is left open and paused. */
export function firstLine(stream: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const done = (line: string | undefined) => {
      stream.off('data', read)
      stream.off('end', ended)
      resolve(line)
    }
    const read = (chunk: Buffer | string) => {
      text += String(chunk)
      const end = text.indexOf('\n')
      if (end >= 0) done(text.slice(0, end))
      else if (text.length > MAX_LINE_CHARS) done(undefined)
    }
    const ended = () => done(text === '' ? undefined : text)
    stream.setEncoding('utf8')
    stream.on('data', read)
    stream.on('end', ended)
  })
}
