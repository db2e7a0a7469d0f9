import { type ByteReader, HEX_OF_BYTE } from '@sluice/kit'
import { GUIDE, readElement, readPeriod } from './sl651.element.ts'
import { type FunctionForm, SL651_STATION_TYPES } from './sl651.functions.ts'
import type { Sl651Element, Sl651ReportBody } from './sl651.messages.ts'
import { readTime } from './sl651.time.ts'

const STATION_BYTES = 5

function isMark(reader: ByteReader, guide: number): boolean {
  return reader.peek() === guide && reader.peek(1) === guide
}

/** The address after F1F1, or null where the reader is at something else. */
export function readStation(reader: ByteReader): string | null {
  if (!isMark(reader, GUIDE.station)) return null
  reader.take(2)
  return reader.hex(STATION_BYTES)
}

/**
 * The class code after a station address, which is not always there and could be taken for an element. Functions that
 * carry it have it where the byte is a code of the standard; any other letter must be proven by the mark behind it.
 */
function readStationType(reader: ByteReader, typed: boolean): string | null {
  const code = reader.peek()
  if (code < 0x41 || code > 0x5a) return null
  const type = HEX_OF_BYTE[code] as string
  const next = reader.peek(1)
  const proven = next === reader.peek(2) && (next === GUIDE.obsTime || next === GUIDE.text || next === GUIDE.image)
  if (!proven && !(typed && SL651_STATION_TYPES.has(type))) return null
  reader.take(1)
  return type
}

/** The state of reading a report: the marks that apply to the next elements. */
interface Marks {
  at: string | null
  station: string | null
  stationType: string | null
}

function readMark(reader: ByteReader, form: FunctionForm, body: Sl651ReportBody, marks: Marks): boolean {
  if (isMark(reader, GUIDE.obsTime)) {
    reader.take(2)
    marks.at = readTime(reader, 5)
    if (reader.overrunAt < 0) body.obsTime = marks.at
    return true
  }
  if (isMark(reader, GUIDE.station)) {
    marks.station = readStation(reader)
    marks.stationType = readStationType(reader, form.typed)
    if (body.station === null && reader.overrunAt < 0) {
      body.station = marks.station
      body.stationType = marks.stationType
    }
    return true
  }
  if (reader.peek() === GUIDE.timeStep && reader.peek(1) === 0x18) {
    reader.take(2)
    const step = reader.hex(3)
    if (reader.overrunAt < 0) body.timeStep = step
    return true
  }
  return false
}

/**
 * Elements with their stations and times, up to the end or the first one cut short: `overrunAt` is then its beginning.
 * (This happens in the first of several packets, and in a group whose stated length is wrong.)
 */
export function readReport(
  reader: ByteReader,
  form: FunctionForm,
  /** Told where each element, or a mark (null), stands. */
  onRead?: (from: number, element: Sl651Element | null) => void,
): Sl651ReportBody {
  const body: Sl651ReportBody = {
    kind: 'report',
    station: null,
    stationType: null,
    obsTime: null,
    timeStep: null,
    elements: [],
  }
  const marks: Marks = { at: null, station: null, stationType: null }
  while (reader.left > 0) {
    const start = reader.pos
    const marked = readMark(reader, form, body, marks)
    const element = marked
      ? null
      : form.period && body.timeStep !== null
        ? readPeriod(reader, marks.at)
        : readElement(reader, marks.at)
    if (reader.overrunAt >= 0 || (!marked && element === null)) {
      reader.overrunAt = start
      break
    }
    onRead?.(start, element)
    if (element === null) continue
    if (marks.station !== body.station || marks.stationType !== body.stationType) {
      element.station = marks.station as string
      element.stationType = marks.stationType
    }
    body.elements.push(element)
  }
  return body
}
