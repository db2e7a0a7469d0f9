/** Control characters that close a frame (SL651 table 6). */
export type Sl651End = 'ETX' | 'ETB' | 'ENQ' | 'ACK' | 'NAK' | 'EOT' | 'ESC'

/**
 * `null` is a missing value (all F or all A on the wire); a string is a value that is no number, see `Sl651Element`.
 */
export type Sl651Value = number | string | null | (number | null)[]

/**
 * One element (or period, or group) of a report. `id` is the guide byte in hex ('39'), 'FFxx' for an extended one,
 * '@NAME' for an ASCII name that is not in the table. `raw` is the content on the wire (hex; in ASCII frames the text),
 * which `encode` writes; `value` is its reading in the unit of the element table: number, array for groups F4..FC and
 * for periods, text for F2, hex for 45, F3, FD. `at` is its observation time 'YYYY-MM-DD HH:mm', null where the report
 * has none. `station` and `stationType` are set only where they differ from those of the report.
 */
export interface Sl651Element {
  id: string
  def: string | null
  raw: string
  value: Sl651Value
  decimals: number
  at: string | null
  station?: string
  stationType?: string | null
}

/** A configuration or running parameter (functions 40..43, 47..49): `raw` is its value in hex. */
export interface Sl651Parameter {
  id: string
  def: string
  raw: string
}

/** An element or parameter that is asked for. `def` is null where a centre left the definition byte out. */
export interface Sl651Identifier {
  id: string
  def: string | null
}

/** Serial number and send time only: 2F, confirms, and the requests 36, 37, 39, 44, 45, 46, 4A, 50, 51. */
interface Sl651EmptyBody {
  kind: 'empty'
  station: string | null
}

/**
 * Elements: functions 30..3A, 44, 46, 4B. `stationType` is the class code in hex ('48' river), `obsTime` the last
 * observation time in the report, `timeStep` 'DDHHmm' where the elements are periods (31, 38).
 */
export interface Sl651ReportBody {
  kind: 'report'
  station: string | null
  stationType: string | null
  obsTime: string | null
  timeStep: string | null
  elements: Sl651Element[]
}

/** Values of parameters: 40..43 and 49; 47 and 48 as requests. */
interface Sl651ParametersBody {
  kind: 'parameters'
  station: string | null
  parameters: Sl651Parameter[]
}

/** The elements that the centre asks for by name: 3A, 41, 43. */
interface Sl651IdentifiersBody {
  kind: 'identifiers'
  station: string | null
  identifiers: Sl651Identifier[]
}

/** The request 38: hours 'YYYY-MM-DD HH', `timeStep` 'DDHHmm' ('000000' for the groups F4..FC). */
export interface Sl651PeriodQueryBody {
  kind: 'periodQuery'
  station: string | null
  start: string
  end: string
  timeStep: string
  identifier: Sl651Identifier
}

/** The answer 45. `raw` is the text in hex, which `encode` writes. */
interface Sl651VersionBody {
  kind: 'version'
  station: string | null
  version: string
  raw: string
}

/** The answer 50: 32 counters in the order of the standard. */
interface Sl651EventsBody {
  kind: 'events'
  station: string | null
  counts: number[]
}

/** 4C pumps and 4D valves, request, answer and unasked report alike: index 0 is number 1, true is on (open). */
export interface Sl651SwitchesBody {
  kind: 'switches'
  station: string | null
  states: boolean[]
}

/** 4E gates: `openingsCm` has one entry per gate, null where it is missing. */
export interface Sl651GatesBody {
  kind: 'gates'
  station: string | null
  states: boolean[]
  openingsCm: (number | null)[]
}

/** 4F fixed-quantity control: in force or not. */
interface Sl651QuotaBody {
  kind: 'quota'
  station: string | null
  active: boolean
}

/**
 * User-defined functions E0..FF, and content of an ASCII frame other than elements: the bytes after the time, in hex.
 */
interface Sl651RawBody {
  kind: 'raw'
  data: string
}

/** One packet of several (SYN): in the first, `data` is what follows serial and time. Join them with the assembler. */
export interface Sl651PartBody {
  kind: 'part'
  data: string
}

export type Sl651Body =
  | Sl651EmptyBody
  | Sl651ReportBody
  | Sl651ParametersBody
  | Sl651IdentifiersBody
  | Sl651PeriodQueryBody
  | Sl651VersionBody
  | Sl651EventsBody
  | Sl651SwitchesBody
  | Sl651GatesBody
  | Sl651QuotaBody
  | Sl651RawBody
  | Sl651PartBody

/**
 * The unreadable part of a frame whose head and checksum are right. `at` is the offset in the frame (in the joined
 * bytes after serial number and time where the message came in packets) from which its content is invalid; `rest` the
 * bytes from there to the end character, in hex.
 */
export interface Sl651Partial {
  at: number
  rest: string
}

/**
 * One SL 651-2014 frame. `station` is the 10 digit address in hex, `password` 4 hex digits, `func` 2 hex digits.
 * Times are as the device wrote them, 'YYYY-MM-DD HH:mm:ss', without a zone.
 * `serial` and `sendTime` are null only where the frame has none: packets after the first.
 */
export interface Sl651Message {
  direction: 'up' | 'down'
  encoding: 'HEX' | 'ASCII'
  center: number
  station: string
  password: string
  func: string
  start: 'STX' | 'SYN'
  packet?: { total: number; no: number }
  serial: number | null
  sendTime: string | null
  body: Sl651Body
  end: Sl651End
  /** Only where `body` is not all of it: a report's elements before the offset, of any other body nothing. */
  partial?: Sl651Partial
}
