import { crc16Modbus } from '@sluice/kit'
import type { FieldKind, FrameField } from '../codec.ts'
import { FieldList } from '../field-list.ts'
import { END_OF_BYTE, STX, SYN } from './sl651.frame.ts'
import { SL651_ELEMENTS_BY_ASCII } from './sl651.elements.ts'
import { timeOfDigits } from './sl651.time.ts'

const CLAUSE = '6.4'
const CRC_CHARS = 4

function chars(frame: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...frame.subarray(from, to))
}

/** The same for an ASCII frame, whose fields are characters. */
export function asciiFields(frame: Uint8Array): FrameField[] {
  const list = new FieldList(frame)
  const up = frame[19] !== 0x38
  const text = (length: number, kind: FieldKind, name: string) =>
    list.take(length, kind, name, { value: chars(frame, list.at, list.at + length), clause: CLAUSE })
  const head: [number, FieldKind, string][] = [
    [1, 'frame', 'startMark'],
    ...((up
      ? [
          [2, 'address', 'center'],
          [10, 'address', 'station'],
        ]
      : [
          [10, 'address', 'station'],
          [2, 'address', 'center'],
        ]) as [number, FieldKind, string][]),
    [4, 'frame', 'password'],
    [2, 'frame', 'func'],
    [4, 'frame', 'bodyLength'],
  ]
  for (const [length, kind, name] of head) if (!text(length, kind, name)) return list.fields
  const start = frame[list.at]
  const startChar = start === STX ? 'STX' : start === SYN ? 'SYN' : null
  if (!list.take(1, 'frame', 'startChar', { value: startChar, clause: CLAUSE })) return list.fields
  const end = endOf(frame, list.at)
  list.begin('body')
  if (start === SYN && end - list.at >= 6) text(6, 'frame', 'packet')
  if (end - list.at >= 16) {
    text(4, 'mark', 'serial')
    const sendTime = timeOfDigits(chars(frame, list.at, list.at + 12))
    list.take(12, 'time', 'sendTime', { value: sendTime, clause: CLAUSE })
  }
  for (const token of tokensIn(frame, list.at, end)) tokenField(list, token)
  list.rest(end)
  list.begin('tail')
  tail(list)
  return list.fields
}

/** The place of the end character: the first one behind the head, or where it would be. */
function endOf(frame: Uint8Array, from: number): number {
  for (let at = from; at < frame.length; at++) if (END_OF_BYTE.has(frame[at]!)) return at
  return Math.max(from, frame.length - CRC_CHARS - 1)
}

interface Token {
  /** Behind its name and values; blanks in front belong to it. */
  to: number
  name: string
  value: string
}

/** A name and all that follows up to the next name: `TT 2506121400`, `Z 42.310`. */
function tokensIn(frame: Uint8Array, from: number, end: number): Token[] {
  const found: Token[] = []
  for (const [all, name, value] of chars(frame, from, end).matchAll(
    /\s*([A-Za-z][^\s]*)((?:\s+[^A-Za-z\s][^\s]*)*)\s*/g,
  )) {
    found.push({ to: (found.at(-1)?.to ?? from) + all.length, name: name!, value: value!.trim() })
  }
  return found
}

function tokenField(list: FieldList, { to, name, value }: Token): void {
  const length = to - list.at
  if (name === 'TT') list.take(length, 'time', 'obsTime', { value: timeOfDigits(value), clause: name })
  else if (name === 'ST') list.take(length, 'address', 'stationInBody', { value, clause: name })
  else {
    const known = SL651_ELEMENTS_BY_ASCII.get(name.toUpperCase())
    const isMissing = value === '' || /^[FA*]+$/i.test(value)
    const unit = known?.unit ? { unit: known.unit } : {}
    const told = { id: known?.id ?? `@${name}`, value: isMissing ? null : value, clause: name, ...unit }
    list.take(length, isMissing ? 'missing' : 'value', 'element', { ...told, group: 'values' })
  }
}

function tail(list: FieldList): void {
  const { frame } = list
  if (list.left < CRC_CHARS + 1) return list.rest()
  list.take(1, 'frame', 'endChar', { value: END_OF_BYTE.get(frame[list.at]!) ?? null, clause: CLAUSE })
  const expected = crc16Modbus(frame, 0, list.at).toString(16).toUpperCase().padStart(4, '0')
  const value = chars(frame, list.at, list.at + CRC_CHARS).toUpperCase()
  list.take(CRC_CHARS, 'checksum', 'crc', { value, clause: CLAUSE, ...(value === expected ? {} : { expected }) })
  list.rest()
}
