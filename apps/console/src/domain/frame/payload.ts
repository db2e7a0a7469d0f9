/** What a frame carries, where its bytes are a text: with the topic it was published on, for a protocol that has any. */
export interface TextPayload {
  topic: string | null
  text: string
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Characters that no readable text holds: controls other than blanks and line ends. */
const UNREADABLE = /[^\P{Cc}\t\n\r]/u

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = UTF8.decode(bytes)
    return UNREADABLE.test(text) ? null : text
  } catch {
    return null
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** The text of a frame, or of what follows the NUL behind its topic; null for bytes that are no text. */
export function payloadOf(hex: string): TextPayload | null {
  const bytes = bytesOf(hex)
  const end = bytes.indexOf(0)
  const topic = end > 0 ? textOf(bytes.subarray(0, end)) : null
  const text = textOf(end > 0 ? bytes.subarray(end + 1) : bytes)
  if (text === null || text === '' || (end > 0 && topic === null)) return null
  return { topic, text }
}
