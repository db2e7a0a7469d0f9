import { ByteReader, crc16Modbus, HEX_OF_BYTE, toHex } from '@sluice/kit'
import type { FieldKind, FrameField, FramePart } from '../codec.ts'
import { FieldList } from '../field-list.ts'
import { asciiFields } from './sl651.ascii-fields.ts'
import { GUIDE } from './sl651.element.ts'
import { SL651_ELEMENTS } from './sl651.elements.ts'
import {
  END_OF_BYTE,
  HEX_HEAD_BYTES,
  HEX_OVERHEAD_BYTES,
  hexBodyLength,
  SOH_ASCII,
  SOH_HEX,
  STX,
  SYN,
} from './sl651.frame.ts'
import { functionForm } from './sl651.functions.ts'
import type { Sl651Element } from './sl651.messages.ts'
import { readReport } from './sl651.report.ts'
import { readTime } from './sl651.time.ts'

/** Sections of SL 651-2014. */
const CLAUSE = { frame: '6.5', ascii: '6.4', link: '6.3', packets: '6.3 M3' } as const
const CRC_BYTES = 2

/** The meaning of each byte of a frame; of a damaged one as far as its head says where it stands. */
export function sl651Fields(frame: Uint8Array): FrameField[] {
  if (frame[0] === SOH_ASCII) return asciiFields(frame)
  const list = new FieldList(frame)
  if (frame[0] !== SOH_HEX || frame[1] !== SOH_HEX) list.rest()
  else hexFields(list)
  return list.fields
}

function hexFields(list: FieldList): void {
  const { frame } = list
  const clause = CLAUSE.frame
  const up = frame.length <= 11 || (frame[11] as number) >> 4 !== 8
  list.take(2, 'frame', 'startMark', { clause })
  if (up && !list.take(1, 'address', 'center', { value: String(frame[2] ?? ''), clause })) return
  if (!list.take(5, 'address', 'station', { clause })) return
  if (!up) list.take(1, 'address', 'center', { value: String(frame[7]), clause })
  if (!list.take(2, 'frame', 'password', { clause }) || !list.take(1, 'frame', 'func', { clause })) return
  const declared = frame.length < HEX_HEAD_BYTES ? 0 : hexBodyLength(frame)
  if (!list.take(2, 'frame', 'bodyLength', { value: String(declared), clause })) return
  const start = frame[list.at]
  const startChar = start === STX ? 'STX' : start === SYN ? 'SYN' : null
  if (!list.take(1, 'frame', 'startChar', { value: startChar, clause })) return
  const end = Math.min(HEX_HEAD_BYTES + declared, Math.max(frame.length - CRC_BYTES - 1, list.at))
  list.begin('body')
  bodyFields(list, { up, end, isPacket: start === SYN })
  list.begin('tail')
  tailFields(list)
}

interface Body {
  up: boolean
  /** The offset behind the body. */
  end: number
  isPacket: boolean
}

function bodyFields(list: FieldList, { up, end, isPacket }: Body): void {
  const { frame } = list
  let isFollowing = false
  let isPart = false
  if (isPacket && end - list.at >= 3) {
    const bytes = frame.subarray(list.at, list.at + 3)
    const [total, no] = [(bytes[0]! << 4) | (bytes[1]! >> 4), ((bytes[1]! & 15) << 8) | bytes[2]!]
    list.take(3, 'frame', 'packet', { value: `${no} / ${total}`, clause: CLAUSE.packets })
    isFollowing = no > 1 && total > 1
    isPart = total > 1
  }
  if (!isFollowing && end - list.at >= 8) {
    const serial = (frame[list.at]! << 8) | frame[list.at + 1]!
    list.take(2, 'mark', 'serial', { value: String(serial), clause: CLAUSE.link })
    list.take(6, 'time', 'sendTime', { value: timeAt(frame, list.at, 6), clause: CLAUSE.frame })
  }
  const form = functionForm(frame[10]!)
  if (isFollowing || !form || (up ? form.up : form.down) !== 'report') {
    if (end > list.at) list.take(end - list.at, 'value', isPart ? 'data' : 'content')
    return
  }
  const reader = new ByteReader(frame, list.at, end)
  readReport(reader, form, (from, element) => {
    if (element) elementField(list, element, reader.pos - from)
    else markField(list, reader.pos - from)
  })
  list.rest(end, unreadName(frame, list.at, end))
}

/** What stands where reading stopped may be a named element that is cut short. */
function unreadName(frame: Uint8Array, at: number, end: number): string {
  if (at >= end) return 'unread'
  const id = frame[at] === GUIDE.extended ? `FF${HEX_OF_BYTE[frame[at + 1] ?? 0]}` : HEX_OF_BYTE[frame[at]!]
  return `unread.${id}`
}

function timeAt(frame: Uint8Array, at: number, length: 5 | 6): string {
  return readTime(new ByteReader(frame, at, at + length), length)
}

function markField(list: FieldList, length: number): void {
  const { frame, at } = list
  const parts = (kind: FieldKind): FramePart[] => [
    { from: at, to: at + 2, kind: 'mark', role: 'guide' },
    { from: at + 2, to: at + length, kind, role: 'value' },
  ]
  if (frame[at] === GUIDE.obsTime) {
    list.take(length, 'time', 'obsTime', { value: timeAt(frame, at + 2, 5), clause: 'F0H', parts: parts('time') })
    return
  }
  if (frame[at] === GUIDE.station) {
    const station = toHex(frame, at + 2, at + 7)
    const type = length > 7 ? ` ${String.fromCharCode(frame[at + 7]!)}` : ''
    const told = { value: station + type, clause: 'F1H', parts: parts('address') }
    list.take(length, 'address', 'stationInBody', told)
    return
  }
  list.take(length, 'time', 'timeStep', {
    value: toHex(frame, at + 2, at + length),
    clause: '04H',
    parts: parts('time'),
  })
}

function elementField(list: FieldList, { id, def, raw, value }: Sl651Element, length: number): void {
  const { at } = list
  const guide = id.length > 2 ? 2 : 1
  const known = SL651_ELEMENTS.get(id)
  const isMissing = raw.length > 0 && /^(F+|A+)$/.test(raw)
  const kind = isMissing ? 'missing' : 'value'
  const parts: FramePart[] = [{ from: at, to: at + guide, kind: 'mark', role: 'guide' }]
  if (def !== null) parts.push({ from: at + guide, to: at + guide + 1, kind: 'mark', role: 'definition' })
  const valueAt = parts.at(-1)!.to
  if (valueAt < at + length) parts.push({ from: valueAt, to: at + length, kind, role: 'value' })
  list.take(length, kind, 'element', {
    group: 'values',
    id,
    value: isMissing ? null : textOf(value),
    ...(known?.unit ? { unit: known.unit } : {}),
    clause: clauseOf(id),
    parts,
  })
}

/** The element's id and size as the standard's table has them; of another one that it is the vendor's. */
function clauseOf(id: string): string {
  const known = SL651_ELEMENTS.get(id)
  if (!known) return `${id}H`
  return known.digits > 0 ? `${id}H N(${known.digits},${known.decimals})` : `${id}H`
}

function textOf(value: Sl651Element['value']): string | null {
  if (value === null) return null
  return Array.isArray(value) ? value.map((one) => one ?? '—').join(' ') : String(value)
}

/** End character and CRC; the last two bytes are the CRC however long the frame came out. */
function tailFields(list: FieldList): void {
  const { frame } = list
  const declared = HEX_HEAD_BYTES + hexBodyLength(frame)
  // Whatever stands between the body and its end belongs to neither.
  list.rest(Math.min(declared, Math.max(list.at, frame.length - CRC_BYTES - 1)))
  const clause = CLAUSE.frame
  if (list.left < CRC_BYTES + 1) return list.rest()
  list.take(1, 'frame', 'endChar', { value: END_OF_BYTE.get(frame[list.at]!) ?? null, clause })
  const right = crc16Modbus(frame, 0, list.at)
  const expected = right.toString(16).toUpperCase().padStart(4, '0')
  const told = toHex(frame, list.at, list.at + CRC_BYTES)
  const isWhole = frame.length >= HEX_OVERHEAD_BYTES && told === expected
  list.take(CRC_BYTES, 'checksum', 'crc', { value: told, clause, ...(isWhole ? {} : { expected }) })
  list.rest(frame.length, 'filler')
}
