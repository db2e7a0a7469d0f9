import { BlockList, isIP } from 'node:net'

/** What is not the public internet (RFC 6890 and its updates): nothing that a stranger names may lead there. */
const CLOSED_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, broadcast.
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only global unicast is open; these parts of it carry an IPv4 address inside or lead nowhere. */
const OPEN_V6 = '2000::/3'
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const closed = new BlockList()
for (const range of CLOSED_V4) add(closed, range, 'ipv4')
for (const range of CLOSED_V6) add(closed, range, 'ipv6')
const open = new BlockList()
add(open, OPEN_V6, 'ipv6')

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits = ''] = range.split('/')
  list.addSubnet(address, Number(bits), family)
}

/** Whether an address (no name) is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4')
    case 6:
      // A zone (`fe80::1%eth0`) only has a meaning on this machine.
      return !address.includes('%') && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
    default:
      return false
  }
}
