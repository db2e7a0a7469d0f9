import { isIPv4, isIPv6 } from 'node:net'
import { plainAddress } from '../../../platform/http/remote-address.ts'

/** The widest networks that may be kept out, in leading bits. */
const WIDEST = { 4: 8, 6: 16 } as const
const BITS = { 4: 32, 6: 128 } as const

/** A network by its address with the host bits cleared. */
export interface Network {
  family: 4 | 6
  bytes: readonly number[]
  bits: number
  /** As it is listed: an address without a length, a network with one. */
  text: string
}

type Problem = 'format' | 'network-too-wide' | 'holds-a-proxy'

/** IPv4 within IPv6, which stands for addresses that are written as IPv4. */
const MAPPED: Pick<Network, 'family' | 'bytes' | 'bits'> = {
  family: 6,
  bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0],
  bits: 96,
}

/** Reads `203.0.113.7`, `10.1.2.3/16`, `2001:db8::/48`, or an address with the port that logs write; null for else. */
export function readNetwork(typed: string): Network | null {
  const text = withoutPort(plainAddress(typed.trim().toLowerCase()))
  const [address = '', length, ...more] = text.split('/')
  if (more.length > 0 || address.includes('%')) return null
  const family = isIPv4(address) ? 4 : isIPv6(address) ? 6 : null
  if (family === null || (length !== undefined && !/^\d{1,3}$/.test(length))) return null
  const bits = length === undefined ? BITS[family] : Number(length)
  if (bits > BITS[family]) return null
  const bytes = (family === 4 ? bytesOf4(address) : bytesOf6(address)).map((byte, n) => byte & maskOf(bits, n))
  return { family, bytes, bits, text: textOf(family, bytes, bits) }
}

/**
 * A network that may be kept out, or why not. `proxies`: load balancers, whose connections are those of everybody behind
 * them.
 */
export function blockable(typed: string, proxies: readonly string[]): Network | { problem: Problem } {
  const network = readNetwork(typed)
  if (!network) return { problem: 'format' }
  if (network.bits < WIDEST[network.family] || overlap(network, MAPPED)) return { problem: 'network-too-wide' }
  const holds = proxies.some((proxy) => {
    const known = readNetwork(proxy)
    return known !== null && overlap(network, known)
  })
  return holds ? { problem: 'holds-a-proxy' } : network
}

/** Whether the two have an address in common. */
export function overlap(a: Pick<Network, 'family' | 'bytes' | 'bits'>, b: typeof a): boolean {
  if (a.family !== b.family) return false
  const bits = Math.min(a.bits, b.bits)
  return a.bytes.every((byte, n) => ((byte ^ b.bytes[n]!) & maskOf(bits, n)) === 0)
}

/** IPv4 has no other colon, IPv6 has the brackets of an address with a port. */
function withoutPort(text: string): string {
  const bracketed = /^\[(.*)\](:\d+)?$/.exec(text)
  if (bracketed) return bracketed[1]!
  return /^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text
}

/** Of the byte `n` the bits within the first `bits`. */
function maskOf(bits: number, n: number): number {
  const left = Math.min(8, Math.max(0, bits - 8 * n))
  return (0xff << (8 - left)) & 0xff
}

function bytesOf4(address: string): number[] {
  return address.split('.').map(Number)
}

function bytesOf6(address: string): number[] {
  // Dotted ends become groups.
  const [head = '', tail] = canonical6(address).split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, behind] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array<string>(8 - before.length - behind.length).fill('0')
  return [...before, ...zeros, ...behind].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function canonical6(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

function textOf(family: 4 | 6, bytes: readonly number[], bits: number): string {
  const length = bits === BITS[family] ? '' : `/${bits}`
  if (family === 4) return bytes.join('.') + length
  const groups = Array.from({ length: 8 }, (_, n) => ((bytes[2 * n]! << 8) | bytes[2 * n + 1]!).toString(16))
  return canonical6(groups.join(':')) + length
}
