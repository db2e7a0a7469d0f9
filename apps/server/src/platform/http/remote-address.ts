import { isIPv4, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i
const GROUPS = 8
const PREFIX_GROUPS = 4

/** An address as people write it: IPv4 without the prefix that a socket of both families puts before it. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '')
}

/**
 * Whom an address belongs to: IPv4 as it is, IPv6 by its first 64 bits, because a single subscriber is given all the
 * rest. What is no address is its own owner.
 */
export function ownerOf(address: string): string {
  const plain = plainAddress(address)
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : GROUPS - groups.length - behind
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])]
  const prefix = all.slice(0, PREFIX_GROUPS).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return `${prefix.join(':')}::/64`
}

/** The address in `address:port`, the form of connection logs. */
export function addressIn(remote: string): string {
  return remote.slice(0, remote.lastIndexOf(':'))
}
