import { crc16Modbus } from '@sluice/kit'
import { expect, test } from 'vitest'
import { sl651Confirm } from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import type { Sl651Message, Sl651ReportBody } from './sl651.messages.ts'

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

/** A frame around head and body: the length is counted, the checksum computed. */
function frameOf(head: string, body: string, end = '\u0003', start = '\u0002', direction = '0'): Uint8Array {
  const length = body.length.toString(16).toUpperCase().padStart(3, '0')
  const text = `\u0001${head}${direction}${length}${start}${body}${end}`
  return bytesOf(text + crc16Modbus(bytesOf(text)).toString(16).toUpperCase().padStart(4, '0'))
}

function read(frame: Uint8Array): Sl651Message {
  const message = sl651.decode(frame)
  if (!message.ok) throw new Error(`${message.error.kind} at ${message.error.at}`)
  return message.value
}

function reportOf(text: string, func = '32'): Sl651ReportBody {
  const { body } = read(frameOf(`02001234567804D2${func}`, `0012141205110002${text}`))
  if (body.kind !== 'report') throw new Error(body.kind)
  return body
}

const REPORT = frameOf(
  '02001234567804D232',
  '0012141205110002ST 0012345678 H TT 1412051100 PJ 10.0 PT 10.0 Z 14.42 VT 12.20 ',
)

test('the worked example as text means the same as in HEX', () => {
  const { body, ...head } = read(REPORT)
  expect(head).toEqual({
    direction: 'up',
    encoding: 'ASCII',
    center: 2,
    station: '0012345678',
    password: '04D2',
    func: '32',
    start: 'STX',
    serial: 18,
    sendTime: '2014-12-05 11:00:02',
    end: 'ETX',
  })
  if (body.kind !== 'report') throw new Error(body.kind)
  expect(body).toMatchObject({ station: '0012345678', stationType: '48', obsTime: '2014-12-05 11:00', timeStep: null })
  expect(body.elements.map(({ id, value, decimals, raw }) => [id, value, decimals, raw])).toEqual([
    ['20', 10, 1, '10.0'],
    ['26', 10, 1, '10.0'],
    ['39', 14.42, 2, '14.42'],
    ['38', 12.2, 2, '12.20'],
  ])
  expect(sl651.encode(read(REPORT))).toEqual({ ok: true, value: REPORT })
  expect(sl651.describe(read(REPORT), REPORT)).toMatchObject({
    bodyLength: 79,
    startChar: 'STX',
    stationType: 'H',
    elements: [{ id: '20', value: 10 }, { id: '26' }, { id: '39', unit: 'm' }, { id: '38' }],
  })
})

test('a class letter and an element of one letter are told apart', () => {
  expect(reportOf('ST 0012345678 H TT 1412051100 H 3.50 ')).toMatchObject({
    stationType: '48',
    elements: [{ id: '0E', value: 3.5 }],
  })
  expect(reportOf('ST 0012345678 Z 3.50 ')).toMatchObject({ stationType: null, elements: [{ id: '39', value: 3.5 }] })
})

test('periods, groups, status, negative and missing values are read', () => {
  expect(reportOf('ST 0012345678 H TT 1412051005 DRN05 Z 1.1 1.2 -1.3 ', '31')).toMatchObject({
    timeStep: '000005',
    elements: [{ id: '39', value: [1.1, 1.2, -1.3] }],
  })
  expect(reportOf('DRP 0500000014FFFFFFFFFF0000 DRZ1 000C0031 ZT 00000400 AI -3.5 Z M ').elements).toMatchObject([
    { id: 'F4', value: [0.5, 0, 0, 0, 2, null, null, null, null, null, 0, 0] },
    { id: 'F5', value: [0.12, 0.49] },
    { id: '45', value: '00000400' },
    { id: '02', value: -3.5 },
    { id: '39', value: null, raw: 'M' },
  ])
})

test('several stations and times in one report', () => {
  const { elements } = reportOf(
    'ST 0012345678 H TT 1412051100 Z 1.0 TT 1412051105 Z 1.1 ST 0012345679 P TT 1412051105 PJ 0.5 ',
  )
  expect(elements).toMatchObject([
    { at: '2014-12-05 11:00' },
    { at: '2014-12-05 11:05' },
    { at: '2014-12-05 11:05', station: '0012345679', stationType: '50' },
  ])
  expect(elements[1]).not.toHaveProperty('station')
})

test('manual text runs to the end, Chinese in GB18030 included', () => {
  const { elements } = reportOf('RGZS Q 1.234 \u00cb\u00ae\u00ce\u00bb', '35')
  expect(elements).toMatchObject([{ id: 'F2', value: 'Q 1.234 水位' }])
})

test('a name nobody knows is kept', () => {
  expect(reportOf('XYZ 12.5 ').elements).toMatchObject([{ id: '@XYZ', value: 12.5, raw: '12.5' }])
})

test('the confirm echoes the serial number, station before centre', () => {
  const confirm = sl651Confirm(read(REPORT), '2014-12-05 11:00:03', 'ESC')
  const frame = confirm && sl651.encode(confirm)
  expect(frame?.ok && frame.value).toEqual(frameOf('00123456780204D232', '0012141205110003', '\u001b', '\u0002', '8'))
})

test('packets carry their numbers as text', () => {
  const packet = frameOf('02001234567804D236', '00D00100051412051100021234', '\u0017', '\u0016')
  expect(read(packet)).toMatchObject({
    packet: { total: 13, no: 1 },
    serial: 5,
    body: { kind: 'part', data: '31323334' },
  })
  expect(sl651.encode(read(packet))).toEqual({ ok: true, value: packet })
})

test('a group that is malformed ends what is read, with its place and the bytes from there on', () => {
  const frame = frameOf('02001234567804D232', '0012141205110002ST 0012345678 H TT 1412051100 PN05 1.5 TT 14 Z 14.42 ')
  const message = read(frame)
  expect(message).toMatchObject({
    serial: 18,
    body: { kind: 'report', station: '0012345678', elements: [{ value: 1.5 }] },
    partial: { at: 40 + 'ST 0012345678 H TT 1412051100 PN05 1.5 '.length },
  })
  expect(Buffer.from(message.partial?.rest ?? '', 'hex').toString()).toBe('TT 14 Z 14.42 ')
  expect(sl651.encode(message)).toEqual({ ok: true, value: frame })
  expect(read(frameOf('02001234567804D232', '0012141205110002ST 12 ')).partial?.at).toBe(40)
})

test('lower case digits in head and checksum are read', () => {
  const upper = frameOf('02001234567804D22F', '0012141205110002')
  const lower = bytesOf(String.fromCharCode(...upper).toLowerCase())
  const text = String.fromCharCode(...lower.subarray(0, lower.length - 4))
  const frame = bytesOf(text + crc16Modbus(bytesOf(text)).toString(16).padStart(4, '0'))
  expect(read(frame)).toEqual(read(upper))
})

test('what is wrong is said with its place', () => {
  const at = (frame: Uint8Array) => {
    const message = sl651.decode(frame)
    return message.ok ? null : message.error
  }
  expect(at(bytesOf('\u000102X'))).toEqual({ kind: 'invalid', at: 3 })
  expect(at(REPORT.subarray(0, 40))).toEqual({ kind: 'truncated', at: 40 })
  expect(at(Uint8Array.of(...REPORT, 0x20))).toEqual({ kind: 'invalid', at: REPORT.length })
  expect(at(frameOf('02001234567804D255', '0012141205110002'))).toEqual({ kind: 'unsupported', at: 17 })
  expect(at(frameOf('02001234567804D232', '00121412'))).toEqual({ kind: 'invalid', at: 24 })
  expect(at(frameOf('02001234567804D232', '0G12141205110002'))).toEqual({ kind: 'invalid', at: 24 })
  const damaged = Uint8Array.from(REPORT)
  damaged[50] = 0x41
  expect(at(damaged)).toEqual({ kind: 'checksum', at: REPORT.length - 4 })
})
