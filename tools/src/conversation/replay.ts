import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { codecByName } from '@sluice/codecs'
import { fromHex, toHex } from '@sluice/kit'
import { decodedOf, sameAnswer, type Vector } from './conversation.ts'

const USAGE = `usage: replay VECTOR HOST:PORT
Sends what the device sent, in its order, and prints a JSON line for each frame with the answer. Exits with 1 where an
answer of the vector does not come, or is another. Frames are sent as they were: give a test server their station.
`
const ANSWER_MS = 5000

/** The answers of the server, one after the other. */
class Answers {
  readonly #heard: string[] = []
  #wake: () => void = () => undefined
  #rest: Uint8Array = new Uint8Array()
  #ended = false

  constructor(socket: Socket, protocol: string) {
    const codec = codecByName.get(protocol)!
    socket.on('data', (chunk) => {
      const whole = Buffer.concat([this.#rest, chunk])
      const { frames, consumed } = codec.split(whole)
      this.#heard.push(...frames.map((frame) => toHex(frame)))
      this.#rest = Uint8Array.from(whole.subarray(consumed))
      this.#wake()
    })
    socket.on('close', () => {
      this.#ended = true
      this.#wake()
    })
  }

  /** The next answer; undefined where none comes in time. */
  async next(): Promise<string | undefined> {
    if (this.#heard.length === 0 && !this.#ended)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ANSWER_MS)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    return this.#heard.shift()
  }
}

/** Plays one conversation; false where an answer differs. */
async function play({ protocol, frames }: Vector, socket: Socket): Promise<boolean> {
  const answers = new Answers(socket, protocol)
  let same = true
  for (const { direction, hex, decoded } of frames) {
    if (direction === 'UP') {
      const bytes = fromHex(hex)
      if (bytes.ok) socket.write(bytes.value)
      process.stdout.write(`${JSON.stringify({ sent: hex })}\n`)
      continue
    }
    const answer = await answers.next()
    const isSame = answer !== undefined && sameAnswer(decoded, decodedOf(protocol, answer))
    same &&= isSame
    process.stdout.write(`${JSON.stringify({ expected: hex, answer: answer ?? null, same: isSame })}\n`)
  }
  return same
}

async function main([file, address]: readonly string[]): Promise<void> {
  const [, host, port] = /^(.+):(\d+)$/.exec(address ?? '') ?? []
  if (!file || !host || !port) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const vector = JSON.parse(readFileSync(file, 'utf8')) as Vector
  if (vector.protocol === 'TB_MQTT' || !codecByName.has(vector.protocol)) {
    process.stderr.write(`only conversations over bare TCP can be played, not ${vector.protocol}\n`)
    process.exitCode = 2
    return
  }
  const socket = connect({ host, port: Number(port) })
  const failed = new Promise<never>((_, reject) => socket.on('error', reject))
  try {
    await Promise.race([new Promise<void>((resolve) => socket.on('connect', resolve)), failed])
    if (!(await Promise.race([play(vector, socket), failed]))) process.exitCode = 1
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  } finally {
    socket.destroy()
  }
}

await main(process.argv.slice(2))
