import { BlockList, isIP } from 'node:net'

/** At most so many entries in one list. */
const LISTED_ADDRESSES = 20

/**
 * Addresses and networks (`10.1.0.0/16`, `2001:db8::/48`), separated by blanks, commas or lines; undefined for a text
 * without any, null for one with anything else.
 */
export function readAddressList(text: string): BlockList | undefined | null {
  const entries = text.split(/[\s,;，；、]+/).filter((entry) => entry !== '')
  if (entries.length === 0) return undefined
  if (entries.length > LISTED_ADDRESSES) return null
  const list = new BlockList()
  for (const entry of entries) if (!addToList(list, entry)) return null
  return list
}

/** Adds an address or a network; false for anything else. */
export function addToList(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0 || address.includes('%')) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) {
    list.addAddress(address, kind)
    return true
  }
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return false
  list.addSubnet(address, Number(prefix), kind)
  return true
}

/** Whether an address (without a port, IPv4 not in IPv6) is on the list. */
export function isListed(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
