/** Bytes of one direction of one connection, or of one line of text. */
export interface Stream {
  hex: string
  /** `10.0.0.8:5000 → 10.0.0.1:7651`; empty for text. */
  way: string
}

const PCAP = 0xa1b2c3d4
const PCAP_NANO = 0xa1b23c4d
const PCAPNG = 0x0a0d0d0a
const ENHANCED_PACKET = 6
const INTERFACE = 1

/** Kinds of link whose packets are read: where the IP packet begins in each. */
const LINK_HEAD: Readonly<Record<number, number>> = { 1: 14, 12: 0, 101: 0, 113: 16, 228: 0, 276: 20 }

interface Segment {
  seq: number
  bytes: Uint8Array
}

/** Segments by `from → to`, in order of arrival. */
class Connections {
  readonly #ways = new Map<string, Segment[]>()

  add(packet: Uint8Array, link: number): void {
    const head = LINK_HEAD[link]
    const found = head === undefined ? undefined : segmentIn(packet, head, link)
    if (!found || found.bytes.length === 0) return
    const segments = this.#ways.get(found.way)
    if (segments) segments.push(found)
    else this.#ways.set(found.way, [found])
  }

  streams(): Stream[] {
    return [...this.#ways].map(([way, segments]) => ({ way, hex: toHex(joined(segments)) }))
  }
}

/** Puts segments in order of their sequence numbers, each byte once. */
function joined(segments: readonly Segment[]): Uint8Array {
  const first = segments[0]!.seq
  // Numbers wrap at 2^32.
  const placed = segments.map(({ seq, bytes }) => ({ at: (seq - first) | 0, bytes })).sort((a, b) => a.at - b.at)
  const pieces: Uint8Array[] = []
  let end = placed[0]!.at
  for (const { at, bytes } of placed) {
    const fresh = bytes.subarray(Math.max(0, end - at))
    if (fresh.length === 0) continue
    pieces.push(fresh)
    end = Math.max(end, at) + fresh.length
  }
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const TCP = 6

function segmentIn(packet: Uint8Array, head: number, link: number): (Segment & { way: string }) | undefined {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
  let at = head
  // A VLAN tag stands before the kind of the packet.
  if (link === 1 && packet.length > 18 && view.getUint16(12) === 0x8100) at += 4
  if (packet.length < at + 40) return undefined
  const version = packet[at]! >> 4
  const source = version === 4 ? ipv4(packet, at + 12) : ipv6(view, at + 8)
  const target = version === 4 ? ipv4(packet, at + 16) : ipv6(view, at + 24)
  const protocol = version === 4 ? packet[at + 9] : packet[at + 6]
  if ((version !== 4 && version !== 6) || protocol !== TCP) return undefined
  const total = version === 4 ? view.getUint16(at + 2) : view.getUint16(at + 4) + 40
  const tcp = at + (version === 4 ? (packet[at]! & 15) * 4 : 40)
  if (packet.length < tcp + 20) return undefined
  const begin = tcp + (packet[tcp + 12]! >> 4) * 4
  const end = Math.min(packet.length, total === 0 ? packet.length : at + total)
  const way = `${source}:${view.getUint16(tcp)} → ${target}:${view.getUint16(tcp + 2)}`
  return { way, seq: view.getUint32(tcp + 4), bytes: packet.subarray(begin, Math.max(begin, end)) }
}

const ipv4 = (packet: Uint8Array, at: number) => [...packet.subarray(at, at + 4)].join('.')
const ipv6 = (view: DataView, at: number) =>
  view.byteLength < at + 16
    ? ''
    : `[${Array.from({ length: 8 }, (_, n) => view.getUint16(at + 2 * n).toString(16)).join(':')}]`

function readPcap(bytes: Uint8Array, isLittle: boolean): Stream[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const link = view.getUint32(20, isLittle) & 0xffff
  const found = new Connections()
  for (let at = 24; at + 16 <= bytes.length; ) {
    const length = view.getUint32(at + 8, isLittle)
    if (at + 16 + length > bytes.length) break
    found.add(bytes.subarray(at + 16, at + 16 + length), link)
    at += 16 + length
  }
  return found.streams()
}

function readPcapng(bytes: Uint8Array): Stream[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = new Connections()
  let isLittle = true
  let links: number[] = []
  for (let at = 0; at + 12 <= bytes.length; ) {
    if (view.getUint32(at) === PCAPNG) {
      isLittle = view.getUint32(at + 8) === 0x4d3c2b1a
      links = []
    }
    const kind = view.getUint32(at, isLittle)
    const length = view.getUint32(at + 4, isLittle)
    if (length < 12 || at + length > bytes.length) break
    if (kind === INTERFACE) links.push(view.getUint16(at + 8, isLittle))
    if (kind === ENHANCED_PACKET && length >= 32) {
      const kept = Math.min(view.getUint32(at + 20, isLittle), length - 32)
      const link = links[view.getUint32(at + 8, isLittle)] ?? 1
      found.add(bytes.subarray(at + 28, at + 28 + kept), link)
    }
    at += length
  }
  return found.streams()
}

/** `0010  7E 7E 01 …  ~~.`: an offset in front, perhaps the same as text behind. */
const DUMP_LINE = /^\s*[0-9A-Fa-f]{4,8}[: ]\s+((?:[0-9A-Fa-f]{2,4} ?)+)(?:\s{2,}.*|\s*\|.*)?$/
const PROTOCOL_IN_FRONT = /^[A-Z][A-Z0-9_]*\s+(?=[0-9A-Fa-f]{4})/

/** The bytes in a text: lines of hex, or a dump with offsets. Null where there are none. */
export function hexInText(text: string): Stream[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length > 0 && lines.every((line) => DUMP_LINE.test(line))) {
    const hex = lines.map((line) => DUMP_LINE.exec(line)![1]!.replace(/\s/g, '')).join('')
    return hex.length % 2 === 0 ? [{ hex: hex.toUpperCase(), way: '' }] : []
  }
  return lines.flatMap((line) => {
    const digits = line
      .trim()
      .replace(PROTOCOL_IN_FRONT, '')
      .replace(/0x|[\s,;:-]/gi, '')
    return /^(?:[0-9A-Fa-f]{2})+$/.test(digits) ? [{ hex: digits.toUpperCase(), way: '' }] : []
  })
}

/** What a dropped file holds: the TCP connections of a capture (pcap, pcapng), or hex text. */
export function streamsInFile(bytes: Uint8Array): Stream[] {
  if (bytes.length > 24) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const [big, little] = [view.getUint32(0), view.getUint32(0, true)]
    if (big === PCAP || big === PCAP_NANO) return readPcap(bytes, false)
    if (little === PCAP || little === PCAP_NANO) return readPcap(bytes, true)
    if (big === PCAPNG) return readPcapng(bytes)
  }
  return hexInText(new TextDecoder().decode(bytes))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/** What the part of an address behind the number sign says: `SL651:7E7E…`, with `@7` for a device. */
export interface PastedFrame {
  protocol: string | undefined
  hex: string
  deviceId: string | undefined
}

const IN_ADDRESS = /^#(?:([A-Z0-9_]+):)?([0-9A-F]+)(?:@(\d{1,18}))?$/i

export function frameInAddress(hash: string): PastedFrame | undefined {
  const found = IN_ADDRESS.exec(hash)
  if (!found || found[2]!.length % 2 !== 0) return undefined
  return { protocol: found[1], hex: found[2]!.toUpperCase(), deviceId: found[3] }
}

export function addressOfFrame({ protocol, hex, deviceId }: PastedFrame): string {
  return `#${protocol ? `${protocol}:` : ''}${hex}${deviceId ? `@${deviceId}` : ''}`
}
