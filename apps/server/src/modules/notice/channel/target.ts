import { BlockList, isIP } from 'node:net'

type Family = 'ipv4' | 'ipv6'
const familyOf = (address: string): Family | null =>
  ({ 0: null, 4: 'ipv4' as const, 6: 'ipv6' as const })[isIP(address) as 0 | 4 | 6]

function listOf(networks: readonly (readonly [network: string, bits: number])[]): BlockList {
  const list = new BlockList()
  for (const [network, bits] of networks) list.addSubnet(network, bits, familyOf(network)!)
  return list
}

/** Never a place for messages: no host, the neighbours on the cable, groups, and where clouds answer about a machine. */
const REFUSED = listOf([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 3],
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  // The same of IPv4, as a translator of addresses writes them (RFC 6052).
  ['64:ff9b::a9fe:0', 112],
  ['64:ff9b::6464:64c8', 128],
])
const LOOPBACK = listOf([
  ['127.0.0.0', 8],
  ['::1', 128],
])

/** Whether a message must not be sent to this address, wherever its name came from. */
export function isRefusedAddress(address: string): boolean {
  const family = familyOf(address)
  return family === null || REFUSED.check(address, family)
}

export function isLoopbackAddress(address: string): boolean {
  const family = familyOf(address)
  return family !== null && LOOPBACK.check(address, family)
}

/** The host of an address as resolvers take it: `[::1]` without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** This machine by name or address. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host)
}

/**
 * Why an address of the web cannot be where messages go: it is none, carries a password or a query, which everybody who
 * reads the settings would see, is not encrypted on its way out of this machine, or is refused.
 */
export function urlProblem(text: string): 'format' | 'address-refused' | null {
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) return 'format'
  if (url.username || url.password || url.search || url.hash) return 'format'
  if (url.protocol === 'http:' && !isThisMachine(hostOf(url))) return 'address-refused'
  return hostProblem(hostOf(url))
}

/** The same of a host alone. What a name leads to is looked at when it is asked for. */
export function hostProblem(host: string): 'format' | 'address-refused' | null {
  if (isIP(host)) return isRefusedAddress(host) ? 'address-refused' : null
  return /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host) ? null : 'format'
}
