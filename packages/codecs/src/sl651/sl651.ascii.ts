import { ByteWriter, fromHex, gb18030Bytes, gb18030Text, toHex } from '@sluice/kit'
import type { ReadBody } from './sl651.body.ts'
import { readGroup } from './sl651.element.ts'
import { SL651_ELEMENTS, SL651_ELEMENTS_BY_ASCII } from './sl651.elements.ts'
import { functionForm } from './sl651.functions.ts'
import type { Sl651Element, Sl651Message, Sl651ReportBody, Sl651Value } from './sl651.messages.ts'
import { timeDigits, timeOfDigits } from './sl651.time.ts'

const ADDRESS = /^[0-9A-F]{10}$/i
const OBS_TIME = /^[0-9A-F]{10}$/i
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/
const STEP = /^DR([DHN])(\d\d)$/
/** A further value of the same element; a name starts with a letter. */
const FURTHER_VALUE = /^[+\-.\d*]/
const STATION_LETTER = /^[A-Z]$/

/** The units of days, hours and minutes, by their position in 'DDHHmm'. */
const STEP_UNITS = ['D', 'H', 'N'] as const

/** 'DRN05' for '000005', or null where the step is not in one unit. */
function stepName(timeStep: string): string | null {
  const parts = [timeStep.slice(0, 2), timeStep.slice(2, 4), timeStep.slice(4, 6)]
  if (!/^\d{6}$/.test(timeStep)) return null
  const used = parts.findIndex((part) => part !== '00')
  const unit = used < 0 ? 2 : used
  if (parts.some((part, i) => i !== unit && part !== '00')) return null
  return `DR${STEP_UNITS[unit] as string}${parts[unit] as string}`
}

function stepOfName(unit: string, count: string): string {
  return STEP_UNITS.map((one) => (one === unit ? count : '00')).join('')
}

function numberOf(token: string): number | null {
  return NUMBER.test(token) ? Number(token) + 0 : null
}

function valueOf(id: string, tokens: readonly string[], period: boolean): Sl651Value {
  const [first = ''] = tokens
  if (id === '45' || id === 'F3' || id === 'FD') return first.toUpperCase()
  if (/^F[4-9A-C]$/.test(id)) {
    const bytes = fromHex(first)
    return bytes.ok ? readGroup(Number.parseInt(id, 16), bytes.value, 0, bytes.value.length) : null
  }
  return period || tokens.length > 1 ? tokens.map(numberOf) : numberOf(first)
}

function decimalsOf(token: string): number {
  const point = token.indexOf('.')
  return point < 0 ? 0 : token.length - point - 1
}

/** A text being read token by token. */
class Tokens {
  private readonly text: string
  private pos = 0

  constructor(text: string) {
    this.text = text
  }

  /** The next token, or '' at the end. */
  next(): string {
    while (this.text[this.pos] === ' ') this.pos++
    const from = this.pos
    while (this.pos < this.text.length && this.text[this.pos] !== ' ') this.pos++
    return this.text.slice(from, this.pos)
  }

  peek(tokensAhead = 0): string {
    const pos = this.pos
    let token = this.next()
    for (let i = 0; i < tokensAhead; i++) token = this.next()
    this.pos = pos
    return token
  }

  /** Where the token that `next` gave last begins. */
  startOf(token: string): number {
    return this.pos - token.length
  }

  /** All from there on. */
  from(pos: number): string {
    return this.text.slice(pos)
  }

  /** All that is left after one blank. */
  rest(): string {
    return this.text.slice(this.pos + 1)
  }
}

/** The class letter after an address; a letter followed by a number is an element (H, Q, Z) instead. */
function readStationType(tokens: Tokens): string | null {
  const letter = tokens.peek()
  if (!STATION_LETTER.test(letter) || FURTHER_VALUE.test(tokens.peek(1))) return null
  tokens.next()
  return toHex(Uint8Array.of(letter.charCodeAt(0)))
}

function readElement(name: string, tokens: Tokens, body: Sl651ReportBody, at: string | null): Sl651Element {
  const id = SL651_ELEMENTS_BY_ASCII.get(name.toUpperCase())?.id ?? `@${name}`
  const values = [tokens.next()]
  while (FURTHER_VALUE.test(tokens.peek())) values.push(tokens.next())
  const value = valueOf(id, values, body.timeStep !== null)
  return { id, def: null, raw: values.join(' '), value, decimals: decimalsOf(values[0] as string), at }
}

/** A report, and the rest of its text from the first malformed group on. */
function readReport(text: string): { body: Sl651ReportBody; rest: string } {
  const body: Sl651ReportBody = {
    kind: 'report',
    station: null,
    stationType: null,
    obsTime: null,
    timeStep: null,
    elements: [],
  }
  const tokens = new Tokens(text)
  let station: string | null = null
  let stationType: string | null = null
  for (let name = tokens.next(); name !== ''; name = tokens.next()) {
    const step = STEP.exec(name)
    const start = tokens.startOf(name)
    if (name === 'ST') {
      station = tokens.next().toUpperCase()
      if (!ADDRESS.test(station)) return { body, rest: tokens.from(start) }
      stationType = readStationType(tokens)
      if (body.station === null) Object.assign(body, { station, stationType })
    } else if (name === 'TT') {
      const digits = tokens.next().toUpperCase()
      if (!OBS_TIME.test(digits)) return { body, rest: tokens.from(start) }
      body.obsTime = timeOfDigits(digits)
    } else if (step) {
      body.timeStep = stepOfName(step[1] as string, step[2] as string)
    } else if (name === 'RGZS') {
      const value = tokens.rest()
      body.elements.push({ id: 'F2', def: null, raw: value, value, decimals: 0, at: body.obsTime })
      return { body, rest: '' }
    } else {
      const element = readElement(name, tokens, body, body.obsTime)
      if (station !== body.station || stationType !== body.stationType) {
        element.station = station as string
        element.stationType = stationType
      }
      body.elements.push(element)
    }
  }
  return { body, rest: '' }
}

/** Reads what follows serial number and send time in an ASCII frame; offsets count in `content`. */
export function readAsciiBody(message: Sl651Message, content: Uint8Array, part: boolean): ReadBody {
  if (part) return { body: { kind: 'part', data: toHex(content) }, partial: null }
  const form = functionForm(Number.parseInt(message.func, 16))
  const text = gb18030Text(content)
  if (message.direction === 'up' && form?.up === 'report') {
    const { body, rest } = readReport(text)
    if (rest === '') return { body, partial: null }
    const at = Math.max(0, content.length - (gb18030Bytes(rest)?.length ?? rest.length))
    return { body, partial: { at, rest: toHex(content, at) } }
  }
  if (text.trim() === '') return { body: { kind: 'empty', station: null }, partial: null }
  const station = /^ *ST ([0-9A-F]{10}) *$/i.exec(text)
  if (station) return { body: { kind: 'empty', station: (station[1] as string).toUpperCase() }, partial: null }
  return { body: { kind: 'raw', data: toHex(content) }, partial: null }
}

function stationText(station: string | null, stationType: string | null): string | null {
  if (station === null) return stationType === null ? '' : null
  if (!ADDRESS.test(station)) return null
  if (stationType === null) return `ST ${station.toUpperCase()} `
  if (!/^(?:4[1-9A-F]|5[0-9A])$/i.test(stationType)) return null
  return `ST ${station.toUpperCase()} ${String.fromCharCode(Number.parseInt(stationType, 16))} `
}

function timeText(at: string | null): string | null {
  if (at === null) return ''
  const digits = timeDigits(at, 5)
  return digits === null ? null : `TT ${digits.toUpperCase()} `
}

function elementText({ id, def, raw }: Sl651Element): string | null {
  const name = id.startsWith('@') ? id.slice(1) : SL651_ELEMENTS.get(id)?.ascii
  if (!name || def !== null || /\s/.test(name)) return null
  if (id === 'F2') return `${name} ${raw}`
  return raw === '' || raw.startsWith(' ') ? null : `${name} ${raw} `
}

function reportText(body: Sl651ReportBody): string | null {
  const step = body.timeStep === null ? '' : stepName(body.timeStep)
  const parts: (string | null)[] = [stationText(body.station, body.stationType)]
  const first = body.elements[0]
  let at = first ? first.at : body.obsTime
  let station = body.station
  let stationType = body.stationType
  parts.push(timeText(at), step === '' || step === null ? step : `${step} `)
  for (const element of body.elements) {
    const elementStation = element.station ?? body.station
    const elementType = element.station === undefined ? body.stationType : (element.stationType ?? null)
    const moved = elementStation !== station || elementType !== stationType
    if (moved) parts.push(stationText(elementStation, elementType))
    if (moved || element.at !== at) parts.push(timeText(element.at))
    parts.push(elementText(element))
    station = elementStation
    stationType = elementType
    at = element.at
  }
  return parts.includes(null) ? null : parts.join('')
}

/** The bytes after serial number and send time, or null where the body cannot be expressed as text. */
export function writeAsciiBody(message: Sl651Message): Uint8Array | null {
  const body = writeWhole(message)
  if (body === null || message.partial === undefined) return body
  const writer = new ByteWriter(body.length + (message.partial.rest.length >> 1))
  writer.bytes(body)
  return writer.hex(message.partial.rest) ? writer.view() : null
}

function writeWhole({ body }: Sl651Message): Uint8Array | null {
  if (body.kind === 'part' || body.kind === 'raw') {
    const writer = new ByteWriter(body.data.length >> 1)
    return writer.hex(body.data) ? writer.view() : null
  }
  if (body.kind === 'report') {
    const text = reportText(body)
    return text === null ? null : gb18030Bytes(text)
  }
  if (body.kind !== 'empty') return null
  const text = stationText(body.station, null)
  return text === null ? null : gb18030Bytes(text)
}

/** An element ready for an ASCII report, from a number (`decimals` places), numbers of a period, or text. */
export function sl651AsciiElement(
  id: string,
  value: number | string | readonly number[],
  at: string | null = null,
  decimals = SL651_ELEMENTS.get(id)?.decimals ?? 0,
): Sl651Element {
  if (typeof value === 'string') return { id, def: null, raw: value, value, decimals: 0, at }
  const numbers = typeof value === 'number' ? [value] : value
  const tokens = numbers.map((one) => one.toFixed(decimals))
  const read = typeof value === 'number' ? Number(tokens[0]) + 0 : tokens.map((token) => Number(token) + 0)
  return { id, def: null, raw: tokens.join(' '), value: read, decimals, at }
}
