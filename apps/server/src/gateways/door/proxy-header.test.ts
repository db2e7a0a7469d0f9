import { expect, test } from 'vitest'
import { type ProxyHeader, readProxyHeader } from './proxy-header.ts'

const text = (line: string) => Uint8Array.from(Buffer.from(line, 'latin1'))
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits.replaceAll(' ', ''), 'hex'))

/** 2.2: the signature. */
const SIGNATURE = '0d 0a 0d 0a 00 0d 0a 51 55 49 54 0a'
const TCP4 = '21 11 00 0c c0 00 02 07 c6 33 64 01 dc 04 01 bb'
const TCP6_ADDRESSES = '20010db8000000000000000000000007 20010db8000000000000000000000001 dc04 01bb'

/** The lines that the specification prints, and headers made by its structures. */
const HEADERS: readonly [name: string, bytes: Uint8Array, header: ProxyHeader][] = [
  [
    '2.1: the example of version 1',
    text('PROXY TCP4 192.168.0.1 192.168.0.11 56324 443\r\n'),
    { kind: 'from', address: '192.168.0.1', port: 56_324, size: 47 },
  ],
  [
    '2.1: TCP/IPv4, worst case',
    text('PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n'),
    { kind: 'from', address: '255.255.255.255', port: 65_535, size: 56 },
  ],
  [
    '2.1: TCP/IPv6, worst case',
    text('PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n'),
    { kind: 'from', address: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', port: 65_535, size: 104 },
  ],
  ['2.1: unknown connection, short form', text('PROXY UNKNOWN\r\n'), { kind: 'own', size: 15 }],
  [
    '2.1: unknown connection, worst case',
    text(
      'PROXY UNKNOWN ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n',
    ),
    { kind: 'own', size: 107 },
  ],
  [
    '2.2: PROXY, TCP over IPv4',
    hex(`${SIGNATURE} ${TCP4}`),
    { kind: 'from', address: '192.0.2.7', port: 56_324, size: 28 },
  ],
  [
    '2.2: PROXY, TCP over IPv6',
    hex(`${SIGNATURE} 21 21 0024 ${TCP6_ADDRESSES}`),
    { kind: 'from', address: '2001:db8::7', port: 56_324, size: 52 },
  ],
  ['2.2: LOCAL without addresses', hex(`${SIGNATURE} 20 00 0000`), { kind: 'own', size: 16 }],
  [
    '2.2: LOCAL, whose addresses have to be ignored',
    hex(`${SIGNATURE} 20 11 000c c0000207 c6336401 dc04 01bb`),
    { kind: 'own', size: 28 },
  ],
  ['2.2: PROXY of an unspecified family', hex(`${SIGNATURE} 21 00 0000`), { kind: 'own', size: 16 }],
  [
    '2.2: PROXY of an unspecified family, with what has to be skipped',
    hex(`${SIGNATURE} 21 00 0002 ffff`),
    { kind: 'own', size: 18 },
  ],
  ['2.2: UDP over IPv4', hex(`${SIGNATURE} 21 12 000c c0000207 c6336401 dc04 01bb`), { kind: 'own', size: 28 }],
  ['2.2: a UNIX stream', hex(`${SIGNATURE} 21 31 00d8 ${'2f'.repeat(216)}`), { kind: 'own', size: 232 }],
  [
    '2.2.1: additions: ALPN h2, NOOP, a unique id',
    hex(`${SIGNATURE} 21 11 0019 c0000207 c6336401 dc04 01bb 01 0002 6832 04 0000 05 0002 aabb`),
    { kind: 'from', address: '192.0.2.7', port: 56_324, size: 41 },
  ],
]

test.each(HEADERS)('%s', (_, bytes, header) => {
  expect(readProxyHeader(bytes)).toEqual(header)
  // The following bytes belong to the device.
  expect(readProxyHeader(Buffer.concat([bytes, text('7E7E\r\n')]))).toEqual(header)
  // And not a byte of it is read too early.
  for (let cut = 0; cut < bytes.length; cut++) {
    expect(readProxyHeader(bytes.subarray(0, cut))).toEqual({ kind: 'incomplete' })
  }
})

const NO_HEADERS: readonly [name: string, bytes: Uint8Array, because: string][] = [
  ['a frame', hex('7e7e'), 'no PROXY header'],
  ['a request', text('POST / HTTP/1.1\r\n'), 'no PROXY header'],
  ['another case', text('proxy TCP4 192.0.2.7 192.0.2.1 1 2\r\n'), 'no PROXY header'],
  ['a signature with a wrong last byte', hex('0d0a0d0a000d0a515549540b'), 'no PROXY header'],
  ['a line without its CR', text('PROXY TCP4 192.0.2.7 192.0.2.1 1 2\n'), 'no line of version 1'],
  ['two spaces', text('PROXY TCP4  192.0.2.7 192.0.2.1 1 2\r\n'), 'no line of version 1'],
  ['a port too many', text('PROXY TCP4 192.0.2.7 192.0.2.1 1 2 3\r\n'), 'no line of version 1'],
  ['UNKNOWN with a letter more', text('PROXY UNKNOWNS\r\n'), 'no line of version 1'],
  ['a line of 108', text(`PROXY UNKNOWN ${'f'.repeat(92)}\r\n`), 'a line too long'],
  ['a line that never ends', text('PROXY '.padEnd(107, 'x')), 'a line too long'],
  ['a port beyond 65535', text('PROXY TCP4 192.0.2.7 192.0.2.1 65536 2\r\n'), 'wrong addresses'],
  ['another port beyond 65535', text('PROXY TCP4 192.0.2.7 192.0.2.1 1 65536\r\n'), 'wrong addresses'],
  ['a port with a leading zero', text('PROXY TCP4 192.0.2.7 192.0.2.1 01 2\r\n'), 'wrong addresses'],
  ['an address of the other family', text('PROXY TCP4 2001:db8::7 192.0.2.1 1 2\r\n'), 'wrong addresses'],
  ['a destination of the other family', text('PROXY TCP6 2001:db8::7 192.0.2.1 1 2\r\n'), 'wrong addresses'],
  ['an address with a leading zero', text('PROXY TCP4 192.0.2.007 192.0.2.1 1 2\r\n'), 'wrong addresses'],
  ['version 1 in the words of version 2', hex(`${SIGNATURE} 11 11 000c`), 'another version or command'],
  ['a command nobody knows', hex(`${SIGNATURE} 22 11 000c`), 'another version or command'],
  ['a family nobody knows', hex(`${SIGNATURE} 21 41 000c`), 'an unknown family'],
  ['a transport nobody knows', hex(`${SIGNATURE} 21 13 000c`), 'an unknown family'],
  [
    'a length that its addresses do not fit into',
    hex(`${SIGNATURE} 21 11 000b ${'00'.repeat(11)}`),
    'a header too short for its addresses',
  ],
  [
    'a length of IPv4 for IPv6',
    hex(`${SIGNATURE} 21 21 000c ${'00'.repeat(12)}`),
    'a header too short for its addresses',
  ],
  ['a length that is told before it is kept', hex(`${SIGNATURE} 21 11 ffff`), 'a header too long'],
  [
    'an addition beyond the header',
    hex(`${SIGNATURE} 21 11 0010 ${'00'.repeat(12)} 04 0002 aa`),
    'an addition beyond its header',
  ],
  ['half an addition', hex(`${SIGNATURE} 21 11 000e ${'00'.repeat(12)} 04 00`), 'an addition beyond its header'],
]

test.each(NO_HEADERS)('%s is no header', (_, bytes, because) => {
  expect(readProxyHeader(bytes)).toEqual({ kind: 'invalid', because })
})

test('the longest header that is taken, and one byte more', () => {
  const additions = (bytes: number) => hex(`04 ${(bytes - 3).toString(16).padStart(4, '0')} ${'00'.repeat(bytes - 3)}`)
  const header = (bytes: number) => {
    const length = (bytes - 16).toString(16).padStart(4, '0')
    return Buffer.concat([hex(`${SIGNATURE} 21 11 ${length} c0000207 c6336401 dc04 01bb`), additions(bytes - 28)])
  }
  expect(readProxyHeader(header(4096))).toMatchObject({ kind: 'from', size: 4096 })
  expect(readProxyHeader(header(4097))).toEqual({ kind: 'invalid', because: 'a header too long' })
})
