import { ByteReader, fromHex } from '@sluice/kit'
import { asciiBodyLength } from './sl651.ascii-frame.ts'
import { groupBytes } from './sl651.element.ts'
import { SL651_ELEMENTS } from './sl651.elements.ts'
import { hexBodyLength } from './sl651.frame.ts'
import { functionForm } from './sl651.functions.ts'
import type { Sl651Body, Sl651Element, Sl651Message, Sl651PartBody, Sl651ReportBody } from './sl651.messages.ts'
import { readReport } from './sl651.report.ts'

type Description = Record<string, unknown>

function describeElement(element: Sl651Element, obsTime: string | null): Description {
  const { id, def, raw, value, decimals, at, station } = element
  const unit = SL651_ELEMENTS.get(id)?.unit
  const isGroup = id.length === 2 && groupBytes(Number.parseInt(id, 16)) > 0
  return {
    id,
    ...(def === null ? {} : { def }),
    value: id === 'F3' ? { imageBytes: raw.length / 2 } : value,
    raw,
    decimals,
    ...(unit ? { unit } : {}),
    ...(at !== null && (isGroup || at !== obsTime) ? { at } : {}),
    ...(station === undefined ? {} : { station }),
  }
}

function describeReport(body: Sl651ReportBody): Description {
  const { station, stationType, obsTime, timeStep } = body
  return {
    ...(station === null ? {} : { stationInBody: station }),
    ...(stationType === null
      ? {}
      : { stationType: String.fromCharCode(Number.parseInt(stationType, 16)), stationTypeHex: stationType }),
    ...(obsTime === null ? {} : { obsTime }),
    ...(timeStep === null ? {} : { timeStep }),
    elements: body.elements.map((element) => describeElement(element, obsTime)),
  }
}

/** The first of several packets contains station and time, and the elements that are complete in it. */
function describePart(message: Sl651Message, body: Sl651PartBody): Description {
  const bytes = fromHex(body.data)
  const form = functionForm(Number.parseInt(message.func, 16))
  if (!bytes.ok || !form || message.encoding !== 'HEX') return { data: body.data }
  if (message.packet?.no !== 1 || message.direction !== 'up' || form.up !== 'report') return { data: body.data }
  return describeReport(readReport(new ByteReader(bytes.value), form))
}

function describeContent(message: Sl651Message, body: Exclude<Sl651Body, { kind: 'report' | 'part' | 'raw' }>) {
  switch (body.kind) {
    case 'parameters':
      return { elements: body.parameters.map(({ id, def, raw }) => ({ id, def, value: raw, raw })) }
    case 'identifiers':
      return { elements: body.identifiers.map(({ id, def }) => (def === null ? { id } : { id, def })) }
    case 'periodQuery': {
      const { start, end, timeStep, identifier } = body
      return { periodStart: start, periodEnd: end, timeStep, elements: [identifier] }
    }
    case 'version':
      return { version: body.version }
    case 'events':
      return { eventCounts: body.counts }
    case 'switches':
      return { [message.func === '4C' ? 'pumps' : 'valves']: body.states }
    case 'gates':
      return { gates: body.states, openingsCm: body.openingsCm }
    case 'quota':
      return { quotaActive: body.active }
    default:
      return {}
  }
}

function describeBody(message: Sl651Message): Description {
  const { body } = message
  if (body.kind === 'report') return describeReport(body)
  if (body.kind === 'part') return describePart(message, body)
  if (body.kind === 'raw') return { data: body.data }
  return { ...(body.station === null ? {} : { stationInBody: body.station }), ...describeContent(message, body) }
}

/** A frame and its message under the names the decode command prints (docs/protocols/sl651.md). */
export function describeSl651(message: Sl651Message, frame: Uint8Array): Description {
  const { direction, encoding, center, station, password, func, start, end, packet, serial, sendTime } = message
  return {
    direction,
    center,
    station,
    password,
    func,
    bodyLength: encoding === 'HEX' ? hexBodyLength(frame) : asciiBodyLength(frame),
    startChar: start,
    endChar: end,
    ...(packet ? { packetTotal: packet.total, packetNo: packet.no } : {}),
    ...(serial === null ? {} : { serial }),
    ...(sendTime === null ? {} : { sendTime }),
    ...describeBody(message),
    ...(message.partial ? { partial: { at: message.partial.at } } : {}),
  }
}
