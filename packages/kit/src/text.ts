/**
 * Pure packages compile without DOM and Node types, yet every host has a TextDecoder; this is the part of it they
 * may use. It is reached through globalThis so that hosts which do declare the type see no second one.
 */
interface Decoder {
  decode(bytes: Uint8Array): string
}
type Host = { TextDecoder: new (encoding: 'utf-8' | 'gb18030') => Decoder }

const host = globalThis as unknown as Host
const utf8 = new host.TextDecoder('utf-8')
const gb18030 = new host.TextDecoder('gb18030')

/** Text of UTF-8 bytes; invalid sequences become U+FFFD. */
export function utf8Text(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}

/** Text of GB18030 bytes (which include GB2312 and GBK); invalid sequences become U+FFFD. */
export function gb18030Text(bytes: Uint8Array): string {
  return gb18030.decode(bytes)
}

let gbCodeOfChar: Map<string, number> | null = null

/** All two byte codes, made on first use: hosts decode GB18030 but cannot encode it. */
function gbCodes(): Map<string, number> {
  if (gbCodeOfChar) return gbCodeOfChar
  const codes = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      const char = gb18030.decode(Uint8Array.of(lead, trail))
      if (char.length === 1 && char !== '\ufffd' && !codes.has(char)) codes.set(char, (lead << 8) | trail)
    }
  }
  gbCodeOfChar = codes
  return codes
}

/** One and two byte GB18030 of a text; a character that needs more becomes '?'. */
export function gb18030Bytes(text: string): Uint8Array {
  const bytes: number[] = []
  for (const char of text) {
    const code = char.codePointAt(0) as number
    if (code < 0x80) {
      bytes.push(code)
      continue
    }
    const pair = gbCodes().get(char) ?? 0x3f
    if (pair > 0xff) bytes.push(pair >> 8)
    bytes.push(pair & 0xff)
  }
  return Uint8Array.from(bytes)
}
