import type { TelemetryRow } from './uplink.store.ts'

/** Keys of one time of one device in a batch; a message of 64 KB holds fewer. */
const ROW_KEYS = 10_000

/**
 * The rows of a batch, one for each time of a device. Two reports of the same time become one row, with the keys of the
 * first unchanged (domain 3.1). A device may send one time repeatedly: its row gets no more keys when it is longer than
 * any message.
 */
export class TelemetryRows {
  readonly rows: TelemetryRow[] = []
  /** Where the row of a time of a device is: two look-ups cost less than a key made of both. */
  readonly #places = new Map<string, Map<number, number>>()
  /** Rows joined here, by their place, with their number of keys. */
  readonly #keys = new Map<number, number>()

  add(row: TelemetryRow): void {
    const { deviceId, ts } = row
    let places = this.#places.get(deviceId)
    if (!places) this.#places.set(deviceId, (places = new Map()))
    const place = places.get(ts)
    if (place !== undefined) return this.#join(place, row)
    places.set(ts, this.rows.length)
    this.rows.push(row)
  }

  #join(place: number, row: TelemetryRow): void {
    const first = this.rows[place]!
    const joint = this.#keys.has(place) ? first : { ...first, readings: { ...first.readings } }
    let keys = this.#keys.get(place) ?? Object.keys(first.readings).length
    for (const [key, value] of Object.entries(row.readings)) {
      if (keys >= ROW_KEYS || Object.hasOwn(joint.readings, key)) continue
      keys++
      joint.readings[key] = value
      const quality = row.quality?.[key]
      if (quality !== undefined) joint.quality = { ...joint.quality, [key]: quality }
    }
    this.#keys.set(place, keys)
    this.rows[place] = joint
  }
}
