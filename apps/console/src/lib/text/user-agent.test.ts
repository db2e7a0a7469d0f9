import { expect, test } from 'vitest'
import { agentOf, placeOf } from './user-agent.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141',
    'Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome 140',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
    'WeChat 8',
    'iOS',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox 132', 'Android'],
  ['node', null, null],
])('%s', (userAgent, browser, system) => expect(agentOf(userAgent)).toEqual({ browser, system }))

test.each([
  ['127.0.0.1', 'machine'],
  ['::1', 'machine'],
  ['::ffff:127.0.0.1', 'machine'],
  ['10.2.3.4', 'intranet'],
  ['172.20.0.9', 'intranet'],
  ['172.32.0.9', 'internet'],
  ['192.168.1.1', 'intranet'],
  ['100.64.0.1', 'intranet'],
  ['fd00::1', 'intranet'],
  ['fe80::1', 'intranet'],
  ['8.8.8.8', 'internet'],
  ['2001:db8::1', 'internet'],
])('%s is %s', (ip, place) => expect(placeOf(ip)).toBe(place))
