import { SL651_ELEMENTS, type Sl651Element, type Sl651Message, type Sl651Value } from '@sluice/codecs'
import { type Observation, type Reported, type ReadingValue, readerOf } from '../device-type.ts'
import type { ElementRule, FaultObservation, Sl651Uplink } from '@sluice/contract'
import { scaled } from './scaled.ts'

/** The rules of a mapping, found by what is met in a message. */
interface Rules extends Pick<Sl651Uplink, 'statusBits' | 'switches' | 'gates'> {
  elements: ReadonlyMap<string, ElementRule>
}

/** Collects the values of one message by channel and time, in the order they were met. */
class Collector {
  readonly observations: Observation[] = []
  readonly conditions: Record<string, boolean> = {}
  /** Most messages say of no condition that it holds. */
  seen: Record<string, FaultObservation> | undefined
  readonly #byPlace = new Map<string, Observation>()
  #last: Observation | undefined

  put(channel: number, at: string, key: string, value: ReadingValue, padded = false): void {
    const last = this.#last
    const isThere = last !== undefined && last.channel === channel && last.at === at
    const observation = isThere ? last : this.#at(channel, at, padded)
    observation.values[key] = value
    this.#last = observation
  }

  /** Most messages have one place, which is then looked for once. */
  #at(channel: number, at: string, padded: boolean): Observation {
    const place = `${channel}@${at}`
    let observation = this.#byPlace.get(place)
    if (!observation) {
      observation = padded ? { channel, at, values: {}, padded } : { channel, at, values: {} }
      this.#byPlace.set(place, observation)
      this.observations.push(observation)
    }
    return observation
  }
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

function putElement(into: Collector, { elements }: Rules, element: Sl651Element, at: string, step: number): void {
  const rule = elements.get(element.id)
  if (!rule) return
  const { channel, key, factor = 1 } = rule
  const put = (value: Sl651Value, time: string) => {
    if (typeof value === 'number') into.put(channel, time, key, scaled(value, factor))
  }
  if (!Array.isArray(element.value)) return put(element.value, at)
  // A period of values (function 31): its observation time is that of the first one.
  if (step > 0) for (const [n, value] of element.value.entries()) put(value, laterBy(at, n * step))
}

function putStatus(into: Collector, { statusBits }: Rules, hex: string, at: string): void {
  const word = Number.parseInt(hex, 16)
  if (!Number.isFinite(word)) return
  for (const rule of statusBits) {
    const holds = ((word >>> rule.bit) & 1) === rule.when
    if (!('fault' in rule)) into.put(0, at, rule.key, holds)
    else {
      into.conditions[rule.fault] = holds
      if (holds) (into.seen ??= {})[rule.fault] = { observed: 'BIT', bit: rule.bit, v: rule.when }
    }
  }
}

function putReport(into: Collector, rules: Rules, message: Sl651Message, sent: string): void {
  if (message.body.kind !== 'report') return
  const step = message.body.timeStep ? stepMinutes(message.body.timeStep) : 0
  for (const element of message.body.elements) {
    // In a partially read frame the length of an element outside the standard is unknown: values read after it may be
    // bytes from the middle of another.
    if (message.partial && message.encoding === 'HEX' && !SL651_ELEMENTS.has(element.id)) return
    // Values that a station passes on for another one are not its own.
    if (element.station !== undefined && element.station !== message.station) continue
    const at = element.at ?? sent
    if (element.id === '45') putStatus(into, rules, element.raw, at)
    else putElement(into, rules, element, at, step)
  }
}

function putSwitches(into: Collector, { switches }: Rules, func: string, states: readonly boolean[], sent: string) {
  const ofFunc = switches.filter((rule) => rule.func === func)
  for (const [n, isOn] of states.entries()) {
    for (const { key, on, off } of ofFunc) into.put(n + 1, sent, key, isOn ? on : off, true)
  }
}

/** Reads the messages of a station by the rules of its model. */
export function sl651Reader({ elements, ...others }: Sl651Uplink) {
  const rules: Rules = { ...others, elements: new Map(elements.map((rule) => [rule.id, rule])) }
  return readerOf('SL651', (message: Sl651Message): Reported => {
    const into = new Collector()
    const { body, sendTime } = message
    const sent = sendTime ?? ''
    if (body.kind === 'report') putReport(into, rules, message, sent)
    if (body.kind === 'switches') putSwitches(into, rules, message.func, body.states, sent)
    if (body.kind === 'gates' && rules.gates) {
      const { key, factor } = rules.gates
      for (const [n, cm] of body.openingsCm.entries()) if (cm !== null) into.put(n + 1, sent, key, scaled(cm, factor))
    }
    const { observations, conditions, seen } = into
    return seen ? { observations, conditions, seen } : { observations, conditions }
  })
}
