import { bcdBytes, type ByteWriter } from '@sluice/kit'
import { groupBytes } from './sl651.element.ts'
import type {
  Sl651Body,
  Sl651Element,
  Sl651GatesBody,
  Sl651Identifier,
  Sl651PeriodQueryBody,
  Sl651ReportBody,
  Sl651SwitchesBody,
} from './sl651.messages.ts'
import { writeTime } from './sl651.time.ts'

const STATION = /^[0-9A-F]{10}$/i
const BYTE = /^[0-9A-F]{2}$/i
const ID = /^(?:FF)?[0-9A-F]{2}$/i
const TIME_STEP = /^[0-9A-F]{6}$/i

function writeStation(writer: ByteWriter, station: string | null, stationType: string | null = null): boolean {
  if (station === null) return stationType === null
  if (!STATION.test(station) || (stationType !== null && !BYTE.test(stationType))) return false
  return writer.hex('F1F1') && writer.hex(station) && (stationType === null || writer.hex(stationType))
}

function runsToEnd({ id, def }: Sl651Element): boolean {
  return (id === 'F2' && def === 'F2') || (id === 'F3' && def === 'F3') || (id === 'FD' && def === 'F6')
}

/** Whether as many bytes follow as the definition byte (or the group, or the period) calls for. */
function fits(element: Sl651Element, period: boolean): boolean {
  if (runsToEnd(element)) return true
  const bytes = element.raw.length / 2
  const group = element.id.length === 2 ? groupBytes(Number.parseInt(element.id, 16)) : 0
  const step = group || Number.parseInt(element.def as string, 16) >> 3
  return period ? (step === 0 ? bytes === 0 : bytes % step === 0) : bytes === step
}

function writeElement(writer: ByteWriter, element: Sl651Element, period: boolean): boolean {
  const { id, def, raw } = element
  if (!ID.test(id) || id.toUpperCase() === 'FF' || def === null || !BYTE.test(def) || !fits(element, period))
    return false
  return writer.hex(id) && writer.hex(def) && writer.hex(raw)
}

function writeReport(writer: ByteWriter, body: Sl651ReportBody): boolean {
  if (!writeStation(writer, body.station, body.stationType)) return false
  let at: string | null = null
  let station = body.station
  let stationType = body.stationType
  const first = body.elements[0]
  const firstAt = first ? first.at : body.obsTime
  const mark = (time: string | null): boolean => {
    at = time
    return time === null || (writer.hex('F0F0') && writeTime(writer, time, 5))
  }
  if (!mark(firstAt)) return false
  if (body.timeStep !== null) {
    if (!TIME_STEP.test(body.timeStep) || !(writer.hex('0418') && writer.hex(body.timeStep))) return false
  }
  for (const element of body.elements) {
    const elementStation = element.station ?? body.station
    const elementType = element.station === undefined ? body.stationType : (element.stationType ?? null)
    if (elementStation !== station || elementType !== stationType) {
      if (!writeStation(writer, elementStation, elementType) || !mark(element.at)) return false
      station = elementStation
      stationType = elementType
    } else if (element.at !== at && !mark(element.at)) return false
    if (!writeElement(writer, element, body.timeStep !== null)) return false
  }
  return true
}

function writeIdentifier(writer: ByteWriter, { id, def }: Sl651Identifier): boolean {
  if (!ID.test(id) || (def !== null && !BYTE.test(def))) return false
  return writer.hex(id) && (def === null || writer.hex(def))
}

function writePeriodQuery(writer: ByteWriter, body: Sl651PeriodQueryBody): boolean {
  if (!TIME_STEP.test(body.timeStep)) return false
  if (!writeTime(writer, body.start, 4) || !writeTime(writer, body.end, 4)) return false
  return writer.hex('0418') && writer.hex(body.timeStep) && writeIdentifier(writer, body.identifier)
}

function writeBitmap(writer: ByteWriter, states: readonly boolean[]): void {
  for (let from = 0; from < states.length; from += 8) {
    let bits = 0
    for (let bit = 0; bit < 8; bit++) if (states[from + bit]) bits |= 1 << bit
    writer.u8(bits)
  }
}

function writeSwitches(writer: ByteWriter, body: Sl651SwitchesBody): boolean {
  const bytes = Math.ceil(body.states.length / 8)
  if (bytes > 255) return false
  writer.u8(bytes)
  writeBitmap(writer, body.states)
  return true
}

function writeGates(writer: ByteWriter, body: Sl651GatesBody): boolean {
  if (body.states.length > 255 || body.openingsCm.length !== body.states.length) return false
  writer.u8(body.states.length)
  writeBitmap(writer, body.states)
  for (const opening of body.openingsCm) {
    const bytes = opening === null ? Uint8Array.of(0xff, 0xff) : bcdBytes(opening, 2)
    if (!bytes) return false
    writer.bytes(bytes)
  }
  return true
}

function writeVersion(writer: ByteWriter, raw: string): boolean {
  if (raw.length > 510) return false
  writer.u8(raw.length >> 1)
  return writer.hex(raw)
}

function writeParameters(writer: ByteWriter, parameters: readonly { id: string; def: string; raw: string }[]): boolean {
  return parameters.every(({ id, def, raw }) => {
    if (!writeIdentifier(writer, { id, def })) return false
    return raw.length === 2 * (Number.parseInt(def, 16) >> 3) && writer.hex(raw)
  })
}

function writeEvents(writer: ByteWriter, counts: readonly number[]): boolean {
  for (const count of counts) {
    if (!Number.isInteger(count) || count < 0 || count > 0xffff) return false
    writer.u16(count)
  }
  return true
}

/** Writes what follows serial number and send time; false where the body cannot be expressed. */
export function writeBody(writer: ByteWriter, body: Sl651Body): boolean {
  if (body.kind === 'raw' || body.kind === 'part') return writer.hex(body.data)
  if (body.kind === 'report') return writeReport(writer, body)
  if (!writeStation(writer, body.station)) return false
  switch (body.kind) {
    case 'empty':
      return true
    case 'parameters':
      return writeParameters(writer, body.parameters)
    case 'identifiers':
      return body.identifiers.every((identifier) => writeIdentifier(writer, identifier))
    case 'periodQuery':
      return writePeriodQuery(writer, body)
    case 'version':
      return writeVersion(writer, body.raw)
    case 'events':
      return writeEvents(writer, body.counts)
    case 'switches':
      return writeSwitches(writer, body)
    case 'gates':
      return writeGates(writer, body)
    default:
      writer.u8(body.active ? 0xff : 0)
      return true
  }
}
