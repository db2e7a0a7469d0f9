import { SL651_ELEMENTS, type Sl651Element, type Sl651Message, type Sl651Value } from '@sluice/codecs'
import { type Observation, type Reported, type ReadingValue, readerOf } from '../device-type.ts'

/** The target of an element's value: metric, channel (0 the station), factor from the wire's unit to ours. */
interface Target {
  key: string
  channel: number
  factor: number
}

const KPA_TO_MPA = 0.001
const M3S_TO_M3H = 3600

const TARGETS = new Map<string, Target>()

function one(id: number, key: string, factor = 1, channel = 0): void {
  TARGETS.set(id.toString(16).toUpperCase().padStart(2, '0'), { key, channel, factor })
}

function eight(firstId: number, key: string, factor = 1): void {
  for (let n = 0; n < 8; n++) one(firstId + n, key, factor, n + 1)
}

one(0x02, 'airTemp')
one(0x03, 'waterTemp')
one(0x08, 'airPressure')
one(0x0e, 'waterDepth')
one(0x18, 'airHum')
one(0x1f, 'rainDay')
one(0x20, 'rain')
one(0x26, 'rainTotal')
one(0x27, 'flow', M3S_TO_M3H)
eight(0x28, 'flow', M3S_TO_M3H)
one(0x35, 'windSpeed')
one(0x38, 'batteryV')
one(0x39, 'level')
one(0x3a, 'levelBelow')
one(0x3b, 'levelAbove')
one(0x46, 'ph')
one(0x48, 'conductivity')
one(0x49, 'turbidity')
eight(0x58, 'outletPressure', KPA_TO_MPA)
eight(0x60, 'remainWater')
eight(0x68, 'hourVolume')
for (const [n, depth] of [10, 20, 30, 40, 50, 60, 80, 100].entries()) one(0x10 + n, `soilMoisture${depth}`)
for (const [n, phase] of ['A', 'B', 'C'].entries()) {
  one(0x70 + n, `voltage${phase}`)
  one(0x73 + n, `current${phase}`)
}

/** Bits of element 45 (SL651 table 58) that are a fault when set; the box door counts the other way round. */
const STATUS_BITS: readonly [bit: number, code: string, faultWhen: 0 | 1][] = [
  [0, 'P03', 1],
  [1, 'P01', 1],
  [2, 'S05', 1],
  [3, 'S06', 1],
  [4, 'S07', 1],
  [5, 'W05', 1],
  [6, 'S03', 1],
  [7, 'S01', 0],
  [8, 'S04', 1],
  [11, 'W07', 1],
]

/** Collects the values of one message by channel and time, in the order they were met. */
class Collector {
  readonly observations: Observation[] = []
  readonly #byPlace = new Map<string, Observation>()

  put(channel: number, at: string, key: string, value: ReadingValue, padded = false): void {
    const place = `${channel}@${at}`
    let observation = this.#byPlace.get(place)
    if (!observation) {
      observation = padded ? { channel, at, values: {}, padded } : { channel, at, values: {} }
      this.#byPlace.set(place, observation)
      this.observations.push(observation)
    }
    observation.values[key] = value
  }
}

/** Floating point keeps its promise to the ninth decimal: 0.1 kPa is 0.0001 MPa, not 0.00010000000000000002. */
function scaled(value: number, factor: number): number {
  return factor === 1 ? value : Math.round(value * factor * 1e9) / 1e9
}

/** `YYYY-MM-DD HH:mm` plus minutes, on the same wall clock. */
function laterBy(at: string, minutes: number): string {
  const time = new Date(`${at.slice(0, 10)}T${at.slice(11, 16)}:00Z`)
  time.setUTCMinutes(time.getUTCMinutes() + minutes)
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

/** Minutes of a time step `DDHHmm`. */
function stepMinutes(timeStep: string): number {
  const [days = 0, hours = 0, minutes = 0] = (timeStep.match(/\d\d/g) ?? []).map(Number)
  return (days * 24 + hours) * 60 + minutes
}

function putElement(into: Collector, element: Sl651Element, at: string, step: number): void {
  const target = TARGETS.get(element.id)
  if (!target) return
  const put = (value: Sl651Value, time: string) => {
    if (typeof value === 'number') into.put(target.channel, time, target.key, scaled(value, target.factor))
  }
  if (!Array.isArray(element.value)) return put(element.value, at)
  // A period of values (function 31): its observation time is that of the first one.
  if (step > 0) for (const [n, value] of element.value.entries()) put(value, laterBy(at, n * step))
}

function putStatus(into: Collector, conditions: Record<string, boolean>, hex: string, at: string): void {
  const word = Number.parseInt(hex, 16)
  if (!Number.isFinite(word)) return
  const bit = (n: number) => (word >>> n) & 1
  for (const [n, code, faultWhen] of STATUS_BITS) conditions[code] = bit(n) === faultWhen
  into.put(0, at, 'mainsLost', bit(0) === 1)
  into.put(0, at, 'doorOpen', bit(7) === 0)
}

/**
 * Default reading of an SL 651 message: 38 batteryV, 58..5F outletPressure (kPa to MPa), 27 and 28..2F flow (m³/s to
 * m³/h), 60..67 remainWater, 68..6F hourVolume, 39 level, the status word 45, and the bitmaps 4C, 4D, 4E. Unknown
 * elements remain only in the raw frame.
 */
export const readSl651 = readerOf('SL651', (message: Sl651Message): Reported => {
  const into = new Collector()
  const conditions: Record<string, boolean> = {}
  const { body, sendTime } = message
  const sent = sendTime ?? ''
  if (body.kind === 'report') putReport(into, conditions, message, sent)
  if (body.kind === 'switches') putSwitches(into, message.func, body.states, sent)
  if (body.kind === 'gates') {
    for (const [n, cm] of body.openingsCm.entries()) if (cm !== null) into.put(n + 1, sent, 'gateOpening', cm / 100)
  }
  return { observations: into.observations, conditions }
})

function putReport(into: Collector, conditions: Record<string, boolean>, message: Sl651Message, sent: string): void {
  if (message.body.kind !== 'report') return
  const step = message.body.timeStep ? stepMinutes(message.body.timeStep) : 0
  for (const element of message.body.elements) {
    // In a partially read frame the length of an element outside the standard is unknown: values read after it may be
    // bytes from the middle of another.
    if (message.partial && message.encoding === 'HEX' && !SL651_ELEMENTS.has(element.id)) return
    // Values that a station passes on for another one are not its own.
    if (element.station !== undefined && element.station !== message.station) continue
    const at = element.at ?? sent
    if (element.id === '45') putStatus(into, conditions, element.raw, at)
    else putElement(into, element, at, step)
  }
}

function putSwitches(into: Collector, func: string, states: readonly boolean[], sent: string): void {
  for (const [n, on] of states.entries()) {
    if (func === '4C') into.put(n + 1, sent, 'pumpState', on ? 'RUN' : 'STOP', true)
    if (func === '4D') {
      into.put(n + 1, sent, 'valveState', on ? 'OPEN' : 'CLOSED', true)
      into.put(n + 1, sent, 'opening', on ? 100 : 0, true)
    }
  }
}
