/** Names and addresses of the machine itself, also as an IPv6 address that holds an IPv4 one. */
const ITSELF = /^(localhost|.+\.localhost|(::ffff:)?127(\.\d{1,3}){3}|::1)$/
/** Addresses of no machine, and those that no router forwards. */
const NOWHERE = /^((::ffff:)?(0\.0\.0\.0|169\.254(\.\d{1,3}){2})|::|fe[89ab][\da-f]:.*)$/

/** Why no device reaches a host: it is this machine only, or nothing leads to it. Null for one that may be reached. */
export function unreachable(host: string): 'itself' | 'nowhere' | null {
  const name = host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  if (ITSELF.test(name)) return 'itself'
  return NOWHERE.test(name) ? 'nowhere' : null
}
