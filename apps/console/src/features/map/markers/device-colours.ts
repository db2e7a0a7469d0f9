import {
  type DeviceMap,
  type DeviceState,
  MAP_STATUS,
  type MapReadings,
  metricsOf,
  QUANTITY_METRICS,
} from '@sluice/contract'
import { ageBin, binOf, type ColourBy, isQuantity, UNPROVEN } from '../colour/bins.rules.ts'

/** The last value of one quantity of each device, as flat arrays. */
interface Readings {
  bins: Uint8Array
  /** Which metric told it, by its number in `QUANTITY_METRICS`. */
  metrics: Uint8Array
  /** Epoch s of the observation; 0 for none. */
  times: Float64Array
  /** How long it counts after that, s. */
  keepS: Float64Array
}

/** Until the answer says how often a device reports: three intervals of the usual length. */
const USUAL_KEEP_S = 900
/** What was heard this long before an answer may be missing in it, s: it is kept for a moment. */
const ANSWER_AGE_S = 10

function noReadings(count: number): Readings {
  return {
    bins: new Uint8Array(count),
    metrics: new Uint8Array(count),
    times: new Float64Array(count),
    keepS: new Float64Array(count).fill(USUAL_KEEP_S),
  }
}

function carry(from: Readings, at: number, into: Readings, to: number): void {
  into.bins[to] = from.bins[at]!
  into.metrics[to] = from.metrics[at]!
  into.times[to] = from.times[at]!
}

type IndexOf = (id: string) => number | undefined

function readingsIn(answer: MapReadings, count: number, indexOf: IndexOf): Readings {
  const found = noReadings(count)
  const metrics = QUANTITY_METRICS[answer.of]
  for (const [n, id] of answer.ids.entries()) {
    const at = indexOf(id)
    if (at === undefined) continue
    found.metrics[at] = answer.metrics[n]!
    found.bins[at] = binOf(metrics[found.metrics[at]!]!, answer.values[n]!)
    found.times[at] = answer.times[n]!
    found.keepS[at] = answer.keepS[n]!
  }
  return found
}

/** What the devices are coloured by, beside their places and states: one byte each is drawn. */
export class DeviceColours {
  #by: ColourBy = 'state'
  #bins = new Uint8Array(0)
  #live = noReadings(0)
  #then: Readings | null = null

  get by(): ColourBy {
    return this.#by
  }

  /** The drawn bin of each device; null while the map shows states. */
  get bins(): Uint8Array | null {
    return this.#by === 'state' ? null : this.#bins
  }

  /** The metric that told the value of a device. */
  metricAt(at: number): string {
    if (!isQuantity(this.#by)) return ''
    return QUANTITY_METRICS[this.#by][(this.#then ?? this.#live).metrics[at]!]!
  }

  /** Another quantity: nothing is known of it yet. */
  choose(by: ColourBy): void {
    if (by === this.#by) return
    this.#by = by
    this.renew(this.#bins.length, () => undefined)
  }

  /** Other devices: `before` says where one was. */
  renew(count: number, before: (at: number) => number | undefined): void {
    const [live, old] = [noReadings(count), this.#live]
    for (let at = 0; at < count; at++) {
      const from = before(at)
      if (from === undefined) continue
      carry(old, from, live, at)
      live.keepS[at] = old.keepS[from]!
    }
    this.#live = live
    this.#then = null
    this.#bins = new Uint8Array(count)
  }

  /** The values of now as answered; what was heard since stays. */
  fill(answer: MapReadings, indexOf: IndexOf): void {
    if (answer.of !== this.#by || answer.then !== null) return
    const [found, heard] = [readingsIn(answer, this.#bins.length, indexOf), this.#live]
    const fromS = Date.parse(answer.time) / 1000 - ANSWER_AGE_S
    for (let at = 0; at < heard.times.length; at++) {
      if (heard.times[at]! > found.times[at]! && heard.times[at]! >= fromS) carry(heard, at, found, at)
    }
    this.#live = found
  }

  /** The values of a moment of the past, in place of the present; null shows the present again. */
  showThen(answer: MapReadings | null, indexOf: IndexOf): void {
    if (answer === null) this.#then = null
    else if (answer.of === this.#by && answer.then !== null) {
      this.#then = readingsIn(answer, this.#bins.length, indexOf)
    }
  }

  /** A report of one device. */
  hear(at: number, deviceType: string, { values }: DeviceState): void {
    if (!isQuantity(this.#by)) return
    const live = this.#live
    const usable = (key: string) => typeof values[key]?.v === 'number' && values[key].q !== 'BAD'
    const metrics = metricsOf(this.#by, deviceType)
    const metric = metrics.findIndex(usable)
    if (metric < 0) {
      // What it tells now is no value: the one before is not the present.
      if (metrics.some((key) => values[key] !== undefined)) live.bins[at] = UNPROVEN
      return
    }
    const key = metrics[metric]!
    live.metrics[at] = metric
    live.bins[at] = binOf(key, values[key]!.v as number)
    live.times[at] = Date.parse(values[key]!.ts) / 1000
  }

  /** What is proven at this moment (epoch s) of the present or the past; returns whether any drawn bin changed. */
  refresh({ status, seen }: DeviceMap, nowS: number, isPast: boolean): boolean {
    if (this.#by === 'state') return false
    // The values of now say nothing of a moment whose own have not come.
    const readings = isPast ? this.#then : this.#live
    const isAge = this.#by === 'age'
    const valueBin = (at: number) =>
      readings !== null && readings.times[at]! + readings.keepS[at]! >= nowS ? readings.bins[at]! : UNPROVEN
    const shown = this.#bins
    let changed = false
    for (let at = 0; at < shown.length; at++) {
      const isOff = status[at] === MAP_STATUS.DISABLED
      const next = isOff ? UNPROVEN : isAge ? ageBin(seen[at]!, nowS) : valueBin(at)
      if (shown[at] === next) continue
      shown[at] = next
      changed = true
    }
    return changed
  }
}
