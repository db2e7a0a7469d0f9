import { codecByName } from '@sluice/codecs'
import { fromHex } from '@sluice/kit'

/** One frame of a conversation, in the order of time. */
interface ConversationFrame {
  direction: 'UP' | 'DOWN'
  hex: string
  /** ms since the first frame. */
  afterMs: number
  /** What the decode command prints of it. */
  decoded: unknown
}

/** A conversation with one device, which a test can play again. */
export interface Vector {
  protocol: string
  frames: ConversationFrame[]
}

/** A frame as a log has it. */
export interface LoggedFrame {
  protocol: string
  direction: 'UP' | 'DOWN'
  hex: string
  /** Epoch ms; NaN where it is not told. */
  at: number
}

/** `SL651 7E7E… # 2026-06-12T06:31:52.022Z 10.20.7.61:5000 UP`; what stands behind the number sign may be missing. */
const LINE = /^\s*([A-Z][A-Z0-9_]*)\s+([0-9A-Fa-f ]+?)\s*(?:#\s*(\S+)\s+\S+\s+(UP|DOWN)\s*)?$/

/** The frames in the download of the byte log. @throws for a line that is none, with its number. */
export function readLog(text: string): LoggedFrame[] {
  return text.split('\n').flatMap((line, n) => {
    if (line.trim() === '') return []
    const found = LINE.exec(line)
    const hex = found?.[2]!.replaceAll(' ', '').toUpperCase() ?? ''
    if (!found || hex.length % 2 !== 0) throw new Error(`line ${n + 1} is no frame: ${line.slice(0, 60)}`)
    const direction = (found[4] as 'UP' | 'DOWN' | undefined) ?? directionOf(found[1]!, hex)
    return [{ protocol: found[1]!, hex, direction, at: Date.parse(found[3] ?? '') }]
  })
}

/** What a frame says of its own direction; up where it says nothing. */
function directionOf(protocol: string, hex: string): 'UP' | 'DOWN' {
  return (decodedOf(protocol, hex) as { direction?: string }).direction === 'down' ? 'DOWN' : 'UP'
}

/** The decode command's answer: a description, or `{ error, at }`. */
export function decodedOf(protocol: string, hex: string): unknown {
  const codec = codecByName.get(protocol)
  const bytes = fromHex(hex)
  if (!codec || !bytes.ok) return { error: codec ? 'invalid' : 'unsupported', at: 0 }
  const message = codec.decode(bytes.value)
  return message.ok ? codec.describe(message.value, bytes.value) : { error: message.error.kind, at: message.error.at }
}

/** The vector of a conversation. @throws where it has no frame, or frames of several protocols. */
export function vectorOf(frames: readonly LoggedFrame[]): Vector {
  const [first] = frames
  if (!first) throw new Error('there is no frame in it')
  const other = frames.find(({ protocol }) => protocol !== first.protocol)
  if (other) throw new Error(`it has frames of ${first.protocol} and of ${other.protocol}: a vector is of one`)
  return {
    protocol: first.protocol,
    frames: frames.map(({ direction, hex, at }) => {
      const afterMs = Number.isNaN(at - first.at) ? 0 : at - first.at
      return { direction, hex, afterMs, decoded: decodedOf(first.protocol, hex) }
    }),
  }
}

/** What an answer must have in common with the one in the vector: times and serial numbers of ours differ. */
export function sameAnswer(expected: unknown, given: unknown): boolean {
  const [a, b] = [expected, given] as Record<string, unknown>[]
  return ['direction', 'station', 'func', 'serial', 'endChar'].every((name) => a![name] === b![name])
}
