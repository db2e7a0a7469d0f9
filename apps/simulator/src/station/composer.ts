import {
  type Sl651Element,
  type Sl651Link,
  type Sl651Message,
  type Sl651Stamp,
  type Sl651StatusBit,
  type Sl651Value,
  sl651,
  sl651Alarm,
  sl651AsciiElement,
  sl651Element,
  sl651Packets,
  sl651Report,
  sl651StatusHex,
  sl651SwitchReport,
} from '@sluice/codecs'
import { toHex } from '@sluice/kit'
import type { Measured } from './site.types.ts'
import type { SentReport } from './station.types.ts'

/** A report with the frames it leaves in. */
export interface Composed {
  report: SentReport
  frames: Uint8Array[]
}

function element({ encoding }: Sl651Link, { id, value }: Measured): Sl651Element | null {
  if (encoding !== 'ASCII') return sl651Element(id, typeof value === 'number' ? value : [...value])
  if (typeof value === 'number') return sl651AsciiElement(id, value)
  // Groups travel as the hex digits of their HEX form.
  const group = sl651Element(id, [...value])
  return group && sl651AsciiElement(id, group.raw)
}

function statusElement({ encoding }: Sl651Link, hex: string): Sl651Element | null {
  return encoding === 'ASCII' ? sl651AsciiElement('45', hex) : sl651Element('45', hex)
}

/**
 * The measured values, and the status word unless `bits` is null, as one report. Values that do not fit are omitted.
 */
export function composeReport(
  link: Sl651Link,
  stamp: Sl651Stamp,
  content: {
    func: string
    stationType: string
    measured: readonly Measured[]
    bits: ReadonlySet<Sl651StatusBit> | null
  },
): Composed | null {
  const elements = content.measured.map((one) => element(link, one))
  if (content.bits) elements.push(statusElement(link, sl651StatusHex([...content.bits])))
  return frameOf(
    sl651Report(link, stamp, {
      func: content.func,
      stationType: content.stationType,
      obsTime: stamp.sendTime.slice(0, 16),
      elements: elements.filter((one) => one !== null),
    }),
  )
}

export function composeAlarm(link: Sl651Link, stamp: Sl651Stamp, bits: ReadonlySet<Sl651StatusBit>): Composed | null {
  const message = sl651Alarm(link, stamp, sl651StatusHex([...bits]))
  if (link.encoding !== 'ASCII' || message.body.kind !== 'report') return frameOf(message)
  const [status] = message.body.elements
  return frameOf({ ...message, body: { ...message.body, elements: status ? [{ ...status, def: null }] : [] } })
}

export function composeStates(
  link: Sl651Link,
  stamp: Sl651Stamp,
  func: '4C' | '4D',
  states: readonly boolean[],
): Composed | null {
  // ASCII frames have no form for a bitmap.
  return frameOf(sl651SwitchReport({ ...link, encoding: 'HEX' }, stamp, func, states), states)
}

/** A picture as the packets of one message (mode M3). */
export function composeImage(
  link: Sl651Link,
  stamp: Sl651Stamp,
  { stationType, jpeg, packetBytes }: { stationType: string; jpeg: Uint8Array; packetBytes: number },
): Composed | null {
  const hexLink: Sl651Link = { ...link, encoding: 'HEX' }
  const picture = sl651Element('F3', toHex(jpeg))
  if (!picture) return null
  const obsTime = stamp.sendTime.slice(0, 16)
  const whole = sl651Report(hexLink, stamp, { func: '36', stationType, obsTime, elements: [picture] })
  const frames: Uint8Array[] = []
  for (const packet of sl651Packets(whole, packetBytes) ?? []) {
    const encoded = sl651.encode(packet)
    if (!encoded.ok) return null
    frames.push(encoded.value)
  }
  return frames.length === 0 ? null : { report: { ...reportOf(whole), values: { F3: `${jpeg.length} bytes` } }, frames }
}

/** Any message of the station as one frame; null where it cannot be written. */
export function frameOf(message: Sl651Message, states?: readonly boolean[]): Composed | null {
  const encoded = sl651.encode(message)
  if (!encoded.ok) return null
  return { report: reportOf(message, states), frames: [encoded.value.slice()] }
}

function reportOf({ station, func, serial, sendTime, body }: Sl651Message, states?: readonly boolean[]): SentReport {
  const values: Record<string, Sl651Value> = {}
  if (body.kind === 'report') for (const { id, value } of body.elements) values[id] = value
  const obsTime = body.kind === 'report' ? body.obsTime : null
  const report: SentReport = { address: station, func, serial: serial ?? 0, sendTime: sendTime ?? '', values, obsTime }
  return states ? { ...report, states } : report
}
