import { expect, it } from 'vitest'
import { type Replacement, whyNotReplaced } from './master.rules.ts'

const GATEWAY = { nodeKind: 'GATEWAY', protocol: 'SL651' }
const FINE: Replacement = {
  old: GATEWAY,
  next: GATEWAY,
  isSame: false,
  isOff: false,
  moving: [{ channel: 1, slaveAddr: null }],
  taken: [{ channel: 2, slaveAddr: null }],
}
const why = (part: Partial<Replacement>) => whyNotReplaced({ ...FINE, ...part })

it('lets a master of the same protocol with free places take over', () => {
  expect(why({})).toBeNull()
  expect(why({ moving: [], taken: FINE.moving })).toBeNull()
})

it('refuses itself, one that is off, a device that is no master, and another protocol', () => {
  expect(why({ isSame: true })).toBe('not-a-master')
  expect(why({ isOff: true })).toBe('not-a-master')
  expect(why({ next: { ...GATEWAY, nodeKind: 'DIRECT' } })).toBe('not-a-master')
  expect(why({ next: { ...GATEWAY, protocol: 'TB_MQTT' } })).toBe('not-a-master')
})

it('refuses one where a place is taken: the channel together with the address', () => {
  expect(why({ taken: [{ channel: 1, slaveAddr: null }] })).toBe('taken')
  const at = (channel: number | null, slaveAddr: number | null) => [{ channel, slaveAddr }]
  expect(why({ moving: at(1, 5), taken: at(1, 6) })).toBeNull()
  expect(why({ moving: at(null, 5), taken: at(null, 5) })).toBe('taken')
  expect(why({ moving: at(1, 12), taken: at(11, 2) })).toBeNull()
})

it('knows slaves without a place by their name: they are in nobody’s way', () => {
  const named = [{ channel: null, slaveAddr: null }]
  expect(why({ moving: named, taken: named })).toBeNull()
})
