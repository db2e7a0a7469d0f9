import { ByteWriter, toHex } from '@sluice/kit'
import { writeBody } from './sl651.body-writer.ts'
import type { Sl651Body, Sl651Element, Sl651Message } from './sl651.messages.ts'

/** Both ends of a conversation. `station` is the 10 digit address, `password` 4 hex digits. */
export interface Sl651Link {
  center: number
  station: string
  password: string
  encoding?: 'HEX' | 'ASCII'
}

/** Serial number and send time 'YYYY-MM-DD HH:mm:ss' of a message. */
export interface Sl651Stamp {
  serial: number
  sendTime: string
}

function message(
  { center, station, password, encoding = 'HEX' }: Sl651Link,
  { serial, sendTime }: Sl651Stamp,
  rest: Pick<Sl651Message, 'direction' | 'func' | 'end' | 'body'>,
): Sl651Message {
  const { direction, func, end, body } = rest
  return { direction, encoding, center, station, password, func, start: 'STX', serial, sendTime, body, end }
}

/** A station's report or answer with any body; the last (or only) frame, closed with ETX. */
export function sl651Uplink(link: Sl651Link, stamp: Sl651Stamp, func: string, body: Sl651Body): Sl651Message {
  return message(link, stamp, { direction: 'up', func, body, end: 'ETX' })
}

/** Link keeping 2F; the serial number is that of the last report. Never answered. */
export function sl651LinkKeep(link: Sl651Link, stamp: Sl651Stamp): Sl651Message {
  return sl651Uplink(link, stamp, '2F', { kind: 'empty', station: null })
}

/**
 * A report of elements: 30..34, 36..38, 3A, 44. Elements without a time of their own belong to `obsTime` 'YYYY-MM-DD
 * HH:mm'. `timeStep` 'DDHHmm' is for periods (31, 38).
 */
export function sl651Report(
  link: Sl651Link,
  stamp: Sl651Stamp,
  report: { func: string; stationType: string; obsTime: string; timeStep?: string; elements: readonly Sl651Element[] },
): Sl651Message {
  const { func, stationType, obsTime, timeStep = null } = report
  const elements = report.elements.map((element) => (element.at === null ? { ...element, at: obsTime } : element))
  const last = elements[elements.length - 1]
  return sl651Uplink(link, stamp, func, {
    kind: 'report',
    station: link.station,
    stationType,
    obsTime: last ? last.at : obsTime,
    timeStep,
    elements,
  })
}

/** Status and alarms 46; `status` is element 45 in hex, see `sl651StatusHex`. */
export function sl651Alarm(link: Sl651Link, stamp: Sl651Stamp, status: string): Sl651Message {
  const element = { id: '45', def: '20', raw: status, value: status, decimals: 0, at: null }
  return sl651Uplink(link, stamp, '46', {
    kind: 'report',
    station: link.station,
    stationType: null,
    obsTime: null,
    timeStep: null,
    elements: [element],
  })
}

/** The state of pumps (4C) or valves (4D), as answer or unasked: index 0 is number 1, true is on (open). */
export function sl651SwitchReport(
  link: Sl651Link,
  stamp: Sl651Stamp,
  func: '4C' | '4D',
  states: readonly boolean[],
): Sl651Message {
  return sl651Uplink(link, stamp, func, { kind: 'switches', station: link.station, states: wholeBytes(states) })
}

/** A bitmap consists of whole bytes, so the states do too; a switch cannot be left unchanged. */
function wholeBytes(states: readonly boolean[]): boolean[] {
  const length = Math.max(8, Math.ceil(states.length / 8) * 8)
  return Array.from({ length }, (_, i) => states[i] ?? false)
}

/** A query or command of the centre: serial number 0, closed with ENQ. `sendTime` is the clock for 4A. */
export function sl651Request(
  link: Sl651Link,
  sendTime: string,
  func: string,
  body: Sl651Body = { kind: 'empty', station: null },
): Sl651Message {
  return message(link, { serial: 0, sendTime }, { direction: 'down', func, body, end: 'ENQ' })
}

/**
 * The centre's confirm: the serial number received, the server's time. EOT lets the station go, ESC keeps it online,
 * ACK ends a run of packets. Null for 2F, which is never answered.
 */
export function sl651Confirm(
  received: Sl651Message,
  sendTime: string,
  end: 'ACK' | 'EOT' | 'ESC',
): Sl651Message | null {
  if (received.func === '2F' || received.serial === null) return null
  const body: Sl651Body = { kind: 'empty', station: null }
  return message(received, { serial: received.serial, sendTime }, { direction: 'down', func: received.func, body, end })
}

/** Asks for one packet again. `serial` is that of the first packet, 0 where it never came. */
export function sl651Nak(received: Sl651Message, packetNo: number, stamp: Sl651Stamp): Sl651Message {
  const body: Sl651Body = { kind: 'empty', station: null }
  const nak = message(received, stamp, { direction: 'down', func: received.func, body, end: 'NAK' })
  return { ...nak, start: 'SYN', packet: { total: received.packet?.total ?? packetNo, no: packetNo } }
}

/**
 * A message of the station as the packets of mode M3, `dataBytes` of its body in each (less than 4085).
 * One packet, the message itself, where it fits. Null where the body cannot be expressed.
 */
export function sl651Packets(whole: Sl651Message, dataBytes = 500): Sl651Message[] | null {
  const writer = new ByteWriter(4096)
  if (whole.encoding !== 'HEX' || !writeBody(writer, whole.body)) return null
  const body = writer.view()
  const total = Math.ceil(body.length / dataBytes)
  if (total < 2) return [whole]
  return Array.from({ length: total }, (_, i): Sl651Message => {
    const chunk = body.subarray(i * dataBytes, (i + 1) * dataBytes)
    return {
      ...whole,
      start: 'SYN',
      packet: { total, no: i + 1 },
      ...(i === 0 ? {} : { serial: null, sendTime: null }),
      body: { kind: 'part', data: toHex(chunk) },
      end: i + 1 === total ? whole.end : 'ETB',
    }
  })
}
