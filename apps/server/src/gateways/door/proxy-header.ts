import { isIPv4, isIPv6 } from 'node:net'

/**
 * The beginning of a connection from a load balancer (HAProxy's PROXY protocol, versions 1 and 2, of
 * https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt): the source it forwards. `incomplete`: more bytes are
 * needed. `own`: the balancer's own connection (LOCAL, a health check), or without a source. `size` is how many bytes
 * the header has; the device's bytes follow. `invalid`: no such header.
 */
export type ProxyHeader =
  | { kind: 'incomplete' }
  | { kind: 'from'; address: string; port: number; size: number }
  | { kind: 'own'; size: number }
  | { kind: 'invalid'; because: string }

/** 2.2: twelve bytes that no other protocol begins with. */
const SIGNATURE = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]
const V1 = [0x50, 0x52, 0x4f, 0x58, 0x59, 0x20]
/** 2.1: the longest line of version 1, with CR LF. */
const V1_BYTES = 107
/** Signature, version and command, family and transport, length. */
const V2_HEAD_BYTES = 16
/** Addresses and all additions: many times what balancers send, and little memory per connection. */
const V2_BYTES = 4096
const STREAM = 1
/** Bytes of both addresses and both ports by family: none given, IPv4, IPv6, UNIX. */
const ADDRESS_BYTES = [0, 12, 36, 216]

/** Reads the header that `bytes` begin with. */
export function readProxyHeader(bytes: Uint8Array): ProxyHeader {
  if (bytes.length === 0) return { kind: 'incomplete' }
  if (startsAs(bytes, SIGNATURE)) return bytes.length < V2_HEAD_BYTES ? { kind: 'incomplete' } : readV2(bytes)
  if (startsAs(bytes, V1)) return readV1(bytes)
  return { kind: 'invalid', because: 'no PROXY header' }
}

/** Whether the bytes there are agree with the beginning of `wanted`. */
function startsAs(bytes: Uint8Array, wanted: readonly number[]): boolean {
  return wanted.every((byte, at) => at >= bytes.length || bytes[at] === byte)
}

function readV1(bytes: Uint8Array): ProxyHeader {
  const end = bytes.subarray(0, V1_BYTES).indexOf(0x0a)
  if (end < 0) return bytes.length < V1_BYTES ? { kind: 'incomplete' } : { kind: 'invalid', because: 'a line too long' }
  const line = String.fromCharCode(...bytes.subarray(0, end + 1))
  const size = end + 1
  if (/^PROXY UNKNOWN( [^\r\n]*)?\r\n$/.test(line)) return { kind: 'own', size }
  const found = /^PROXY TCP([46]) (\S+) (\S+) (\d{1,5}) (\d{1,5})\r\n$/.exec(line)
  if (!found) return { kind: 'invalid', because: 'no line of version 1' }
  const [, family, address = '', to = '', port = '', toPort = ''] = found
  const isAddress = family === '4' ? isIPv4 : isIPv6
  const ports = [port, toPort].every((text) => Number(text) <= 65_535 && /^(0|[1-9]\d*)$/.test(text))
  if (!isAddress(address) || !isAddress(to) || !ports) return { kind: 'invalid', because: 'wrong addresses' }
  return { kind: 'from', address, port: Number(port), size }
}

function readV2(bytes: Uint8Array): ProxyHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [command, kind, length] = [view.getUint8(12), view.getUint8(13), view.getUint16(14)]
  const [family, transport] = [kind >> 4, kind & 0x0f]
  const size = V2_HEAD_BYTES + length
  if (command !== 0x20 && command !== 0x21) return { kind: 'invalid', because: 'another version or command' }
  if (family >= ADDRESS_BYTES.length || transport > 2) return { kind: 'invalid', because: 'an unknown family' }
  if (size > V2_BYTES) return { kind: 'invalid', because: 'a header too long' }
  if (bytes.length < size) return { kind: 'incomplete' }
  if (command === 0x20) return { kind: 'own', size }
  const addresses = ADDRESS_BYTES[family]!
  if (length < addresses) return { kind: 'invalid', because: 'a header too short for its addresses' }
  if (family !== 0 && !additionsFit(view, V2_HEAD_BYTES + addresses, size)) {
    return { kind: 'invalid', because: 'an addition beyond its header' }
  }
  if (transport !== STREAM) return { kind: 'own', size }
  if (family === 1) return { kind: 'from', address: ipv4(bytes, 16), port: view.getUint16(24), size }
  if (family === 2) return { kind: 'from', address: ipv6(view, 16), port: view.getUint16(48), size }
  return { kind: 'own', size }
}

/** 2.2.1: type, length in two bytes, value; they are not read, but have to end where the header ends. */
function additionsFit(view: DataView, from: number, to: number): boolean {
  let at = from
  while (at + 3 <= to) at += 3 + view.getUint16(at + 1)
  return at === to
}

function ipv4(bytes: Uint8Array, at: number): string {
  return bytes.subarray(at, at + 4).join('.')
}

/** As browsers and Node write it: the longest run of zeros left out. */
function ipv6(view: DataView, at: number): string {
  const groups = Array.from({ length: 8 }, (_, n) => view.getUint16(at + 2 * n).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
