import { type ByteReader, gb18030Text, HEX_OF_BYTE, readBcd, toHex } from '@sluice/kit'
import type { BodyForm, FunctionForm } from './sl651.functions.ts'
import type { Sl651Body, Sl651Identifier, Sl651Parameter, Sl651Partial } from './sl651.messages.ts'
import { readReport, readStation } from './sl651.report.ts'
import { readTime } from './sl651.time.ts'

const EXTENDED = 0xff
const TIME_STEP = 0x0418

function readId(reader: ByteReader): string {
  const guide = reader.u8()
  return guide === EXTENDED ? `FF${HEX_OF_BYTE[reader.u8()] as string}` : (HEX_OF_BYTE[guide] as string)
}

function readParameters(reader: ByteReader): Sl651Parameter[] {
  const parameters: Sl651Parameter[] = []
  while (reader.left > 0 && reader.overrunAt < 0) {
    const id = readId(reader)
    const def = reader.u8()
    parameters.push({ id, def: HEX_OF_BYTE[def] as string, raw: reader.hex(def >> 3) })
  }
  return parameters
}

/** Identifiers are id and definition byte; some centres send the bare id. */
function readIdentifiers(reader: ByteReader): Sl651Identifier[] {
  const start = reader.pos
  const identifiers: Sl651Identifier[] = []
  while (reader.left > 0 && reader.overrunAt < 0) {
    const id = readId(reader)
    identifiers.push({ id, def: HEX_OF_BYTE[reader.u8()] as string })
  }
  if (reader.overrunAt < 0) return identifiers
  reader.overrunAt = -1
  reader.pos = start
  const bare: Sl651Identifier[] = []
  while (reader.left > 0 && reader.overrunAt < 0) bare.push({ id: readId(reader), def: null })
  return bare
}

function readPeriodQuery(reader: ByteReader, station: string | null): Sl651Body {
  const start = readTime(reader, 4)
  const end = readTime(reader, 4)
  const mark = reader.pos
  if (reader.u16() !== TIME_STEP && reader.overrunAt < 0) reader.overrunAt = mark
  const timeStep = reader.hex(3)
  const id = readId(reader)
  const def = reader.left > 0 ? (HEX_OF_BYTE[reader.u8()] as string) : null
  return { kind: 'periodQuery', station, start, end, timeStep, identifier: { id, def } }
}

function readSwitches(reader: ByteReader, station: string | null): Sl651Body {
  const length = reader.u8()
  const states: boolean[] = []
  for (let byte = 0; byte < length && reader.overrunAt < 0; byte++) {
    const bits = reader.u8()
    for (let bit = 0; bit < 8; bit++) states.push(((bits >> bit) & 1) === 1)
  }
  return { kind: 'switches', station, states }
}

function readGates(reader: ByteReader, station: string | null): Sl651Body {
  const count = reader.u8()
  const states: boolean[] = []
  const openingsCm: (number | null)[] = []
  let bits = 0
  for (let gate = 0; gate < count; gate++) {
    if (gate % 8 === 0) bits = reader.u8()
    states.push(((bits >> (gate % 8)) & 1) === 1)
  }
  for (let gate = 0; gate < count && reader.overrunAt < 0; gate++) {
    reader.take(2)
    const opening = readBcd(reader.bytes, reader.pos - 2, reader.pos)
    openingsCm.push(Number.isNaN(opening) ? null : opening)
  }
  return { kind: 'gates', station, states, openingsCm }
}

/** 4F answers FF or 00; any other value is no valid answer. */
function readQuota(reader: ByteReader, station: string | null): Sl651Body {
  const at = reader.pos
  const byte = reader.u8()
  if (byte !== 0x00 && byte !== 0xff && reader.overrunAt < 0) reader.overrunAt = at
  return { kind: 'quota', station, active: byte === 0xff }
}

function readVersion(reader: ByteReader, station: string | null): Sl651Body {
  const length = reader.u8()
  const from = reader.pos
  const raw = reader.hex(length)
  return { kind: 'version', station, version: gb18030Text(reader.bytes.subarray(from, reader.pos)), raw }
}

function readEvents(reader: ByteReader, station: string | null): Sl651Body {
  const counts: number[] = []
  while (reader.left > 0 && reader.overrunAt < 0) counts.push(reader.u16())
  return { kind: 'events', station, counts }
}

/** The bytes up to the end, unchanged. */
export function readRaw(reader: ByteReader): string {
  const from = reader.pos
  reader.take(reader.left)
  return toHex(reader.bytes, from, reader.end)
}

function readForm(reader: ByteReader, bodyForm: BodyForm, station: string | null): Sl651Body {
  switch (bodyForm) {
    case 'parameters':
      return { kind: 'parameters', station, parameters: readParameters(reader) }
    case 'identifiers':
      return { kind: 'identifiers', station, identifiers: readIdentifiers(reader) }
    case 'periodQuery':
      return readPeriodQuery(reader, station)
    case 'version':
      return readVersion(reader, station)
    case 'events':
      return readEvents(reader, station)
    case 'switches':
      return readSwitches(reader, station)
    case 'gates':
      return readGates(reader, station)
    case 'quota':
      return readQuota(reader, station)
    default:
      return { kind: 'raw', data: readRaw(reader) }
  }
}

/** A body, and where it stops making sense: null where it does not. */
export interface ReadBody {
  body: Sl651Body
  partial: Sl651Partial | null
}

/**
 * Reads what follows serial number and send time. Where it does not fit its function, a report has the elements before
 * that place and every other body is `empty`. A confirmation, or a request without content, is `empty`, too; content
 * where the standard has none is returned as `raw`.
 */
export function readBody(reader: ByteReader, form: FunctionForm, direction: 'up' | 'down'): ReadBody {
  const from = reader.pos
  const body = readWhole(reader, form, direction)
  const at = reader.overrunAt
  if (at < 0) return { body, partial: null }
  if (body.kind === 'report') return { body, partial: { at, rest: toHex(reader.bytes, at, reader.end) } }
  return { body: { kind: 'empty', station: null }, partial: { at, rest: toHex(reader.bytes, from, reader.end) } }
}

function readWhole(reader: ByteReader, form: FunctionForm, direction: 'up' | 'down'): Sl651Body {
  const bodyForm = direction === 'up' ? form.up : form.down
  if (bodyForm === 'report' && (direction === 'up' || reader.left > 0)) return readReport(reader, form)
  if (bodyForm === 'raw') return { kind: 'raw', data: readRaw(reader) }
  const from = reader.pos
  const station = readStation(reader)
  if (reader.left === 0 && reader.overrunAt < 0) return { kind: 'empty', station }
  if (bodyForm === 'empty') {
    reader.pos = from
    return { kind: 'raw', data: readRaw(reader) }
  }
  const body = readForm(reader, bodyForm, station)
  if (reader.overrunAt < 0 && reader.left > 0) reader.overrunAt = reader.pos
  return body
}
