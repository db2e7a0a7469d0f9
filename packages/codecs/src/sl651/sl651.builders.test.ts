import { fromHex, toHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import {
  sl651Alarm,
  sl651Confirm,
  sl651LinkKeep,
  sl651Nak,
  sl651Packets,
  sl651Report,
  sl651Request,
  sl651SwitchReport,
} from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import { sl651Element } from './sl651.element-builder.ts'
import type { Sl651Body, Sl651Element, Sl651Message } from './sl651.messages.ts'

const LINK = { center: 5, station: '0011223344', password: '03E8' }
const ONE_OF_EIGHT = [true, ...Array<boolean>(7).fill(false)]

function hexOf(message: Sl651Message | null): string {
  const frame = message && sl651.encode(message)
  return frame?.ok ? toHex(frame.value) : 'none'
}

function element(id: string, value: number): Sl651Element {
  return sl651Element(id, value) as Sl651Element
}

test('the worked example and its confirm are built byte for byte', () => {
  const report = sl651Report(
    { center: 2, station: '0012345678', password: '04D2' },
    { serial: 18, sendTime: '2014-12-05 11:00:02' },
    {
      func: '32',
      stationType: '48',
      obsTime: '2014-12-05 11:00',
      elements: [element('20', 10), element('26', 10), element('39', 14.42), element('38', 12.2)],
    },
  )
  expect(hexOf(report)).toBe(
    '7E7E02001234567804D232002B020012141205110002F1F1001234567848F0F014120511002019000100261900010039230001442038121220039FE1',
  )
  expect(hexOf(sl651Confirm(report, '2014-12-05 11:00:02', 'ESC'))).toBe(
    '7E7E00123456780204D23280080200121412051100021BBD6C',
  )
})

test('published commands and answers are built byte for byte', () => {
  expect(
    hexOf(sl651Request(LINK, '2017-07-18 10:22:58', '4D', { kind: 'switches', station: null, states: ONE_OF_EIGHT })),
  ).toBe('7E7E00112233440503E84D800A02000017071810225801010569E9')
  expect(hexOf(sl651SwitchReport(LINK, { serial: 42, sendTime: '2017-07-18 10:22:57' }, '4D', [true]))).toBe(
    '7E7E05001122334403E84D001102002A170718102257F1F1001122334401010339F7',
  )
  expect(
    hexOf(
      sl651Request(LINK, '2017-07-18 10:23:11', '4E', {
        kind: 'gates',
        station: null,
        states: [true],
        openingsCm: [2],
      }),
    ),
  ).toBe('7E7E00112233440503E84E800C0200001707181023110101000205B736')
  expect(
    hexOf(sl651Request({ ...LINK, station: '0012345678', center: 1, password: '1234' }, '2017-07-18 09:54:04', '37')),
  ).toBe('7E7E001234567801123437800802000017071809540405ABC8')
  expect(
    hexOf(
      sl651Request(LINK, '2017-07-18 11:02:39', '3A', {
        kind: 'identifiers',
        station: null,
        identifiers: [{ id: 'F5', def: 'C0' }],
      }),
    ),
  ).toBe('7E7E00112233440503E83A800A020000170718110239F5C005C751')
  expect(
    hexOf(
      sl651Request(LINK, '2017-07-18 11:03:51', '47', {
        kind: 'parameters',
        station: null,
        parameters: [{ id: '97', def: '00', raw: '' }],
      }),
    ),
  ).toBe('7E7E00112233440503E847800A020000170718110351970005983C')
  const period: Sl651Body = {
    kind: 'periodQuery',
    station: null,
    start: '2013-03-24 10',
    end: '2013-03-25 10',
    timeStep: '000000',
    identifier: { id: 'F4', def: '60' },
  }
  expect(
    hexOf(sl651Request({ center: 16, station: '0012345678', password: '1234' }, '2013-03-25 11:05:33', '38', period)),
  ).toBe('7E7E001234567810123438801702000013032511053313032410130325100418000000F46005F800')
  expect(
    hexOf(sl651Alarm({ ...LINK, password: '1234' }, { serial: 35, sendTime: '2017-07-18 10:20:08' }, '00000400')),
  ).toBe('7E7E0500112233441234460015020023170718102008F1F100112233444520000004000315C1')
  expect(
    hexOf(
      sl651LinkKeep(
        { center: 1, station: '0012345678', password: '1234' },
        { serial: 3, sendTime: '2059-10-11 15:51:11' },
      ),
    ),
  ).toBe('7E7E01001234567812342F0008020003591011155111036BCA')
})

test('link keeping is never confirmed, nor a packet without a serial number', () => {
  const keep = sl651LinkKeep(LINK, { serial: 1, sendTime: '2026-07-01 08:00:00' })
  expect(sl651Confirm(keep, '2026-07-01 08:00:01', 'ESC')).toBeNull()
  expect(sl651Confirm({ ...keep, func: '36', serial: null }, '2026-07-01 08:00:01', 'EOT')).toBeNull()
})

test('a NAK names the packet it wants', () => {
  const image = sl651Element('F3', 'FFD8'.repeat(300)) as Sl651Element
  const report = sl651Report(
    LINK,
    { serial: 7, sendTime: '2026-07-01 08:00:00' },
    {
      func: '36',
      stationType: '48',
      obsTime: '2026-07-01 08:00',
      elements: [image],
    },
  )
  const packets = sl651Packets(report, 200) ?? []
  expect(packets.map(({ packet, serial, end }) => [packet?.no, serial, end])).toEqual([
    [1, 7, 'ETB'],
    [2, null, 'ETB'],
    [3, null, 'ETB'],
    [4, null, 'ETX'],
  ])
  const nak = sl651Nak(packets[3] as Sl651Message, 2, { serial: 7, sendTime: '2026-07-01 08:00:05' })
  const bytes = fromHex(hexOf(nak))
  expect(bytes.ok && sl651.decode(bytes.value)).toEqual({ ok: true, value: nak })
  expect(nak).toMatchObject({ direction: 'down', start: 'SYN', packet: { total: 4, no: 2 }, end: 'NAK' })
})

test('a message that fits one packet is not cut, one that cannot be written gives none', () => {
  const report = sl651Alarm(LINK, { serial: 7, sendTime: '2026-07-01 08:00:00' }, '00000001')
  expect(sl651Packets(report)).toEqual([report])
  expect(sl651Packets(sl651Alarm(LINK, { serial: 7, sendTime: '2026-07-01 08:00:00' }, 'XY'))).toBeNull()
})

test('a bitmap has whole bytes', () => {
  const stamp = { serial: 1, sendTime: '2026-07-01 08:00:00' }
  const { body } = sl651SwitchReport(LINK, stamp, '4C', Array(9).fill(true))
  expect(body.kind === 'switches' && body.states).toHaveLength(16)
})
