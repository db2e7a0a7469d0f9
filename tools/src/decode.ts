import { codecByName } from '@sluice/codecs'
import { fromHex } from '@sluice/kit'

/** Answers are collected up to this length before they are written. */
const BATCH_CHARS = 64 * 1024

/** One frame as the value to print: its description, or `{ error, at }` with the offset in bytes. */
function decodeOne(protocol: string, hex: string): Record<string, unknown> {
  const codec = codecByName.get(protocol)
  if (!codec) return { error: 'unsupported', at: 0 }
  const bytes = fromHex(hex)
  if (!bytes.ok) return { error: 'invalid', at: bytes.error >> 1 }
  const message = codec.decode(bytes.value)
  if (!message.ok) return { error: message.error.kind, at: message.error.at }
  return codec.describe(message.value, bytes.value)
}

/** The answer to a line 'PROTOCOL HEX', as a line. Blanks around and inside do not matter. */
function answerTo(line: string): string {
  const [protocol = '', ...hex] = line.trim().split(/\s+/)
  return `${JSON.stringify(decodeOne(protocol, hex.join('')))}\n`
}

/** Writes, and waits when the reader is slower. */
async function write(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) {
    await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
}

/**
 * One JSON line per input line, in order. Lines end at LF alone (a CR before it is a blank), so that no other character
 * in a broken line can shift answers against inputs.
 */
async function decodeLines(): Promise<void> {
  process.stdin.setEncoding('latin1')
  let rest = ''
  for await (const chunk of process.stdin as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() as string
    let answers = ''
    for (const line of lines) {
      answers += answerTo(line)
      if (answers.length < BATCH_CHARS) continue
      await write(answers)
      answers = ''
    }
    await write(answers)
  }
  if (rest !== '') await write(answerTo(rest))
}

async function main(args: readonly string[]): Promise<void> {
  // A reader may close the pipe early: that is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  if (args.includes('--lines')) return decodeLines()
  const [protocol, ...hex] = args
  if (protocol === undefined || hex.length === 0) {
    process.stderr.write('usage: decode PROTOCOL HEX | decode --lines < frames.txt\n')
    process.exitCode = 2
    return
  }
  const answer = decodeOne(protocol, hex.join(''))
  await write(`${JSON.stringify(answer, null, 2)}\n`)
  if ('error' in answer) process.exitCode = 1
}

await main(process.argv.slice(2))
