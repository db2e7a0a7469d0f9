import type { adoptStation, InputOf } from '@sluice/contract'
import { deviceTypeOf } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import type { Database } from '../../platform/db.ts'
import { rowId } from '../../platform/scoped.ts'
import { deviceByNo, productNoOf } from './registry.store.ts'
import {
  deleteUnknownStation,
  saveUnknownFrames,
  type UnknownFrame,
  unknownFrames,
  unknownStation,
} from './unknown-station.store.ts'

const FLUSH_MS = 500
/** Frames waiting to be kept; a flood beyond it is left out. */
const CAPACITY = 2000

/** Keeps the frames of stations nobody registered, a little behind the line and never more than a bounded number. */
export class UnknownStations {
  readonly #db: Database
  readonly #onKept: (protocol: string, address: string) => void
  readonly #onError: (error: unknown) => void
  #waiting: UnknownFrame[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, onKept: (protocol: string, address: string) => void, onError: (error: unknown) => void) {
    this.#db = db
    this.#onKept = onKept
    this.#onError = onError
  }

  note(frames: readonly UnknownFrame[]): void {
    if (this.#waiting.length + frames.length > CAPACITY) return
    this.#waiting.push(...frames)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Resolves when what was noted so far is kept or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const taken = this.#waiting.splice(0)
    if (taken.length === 0) return
    try {
      await saveUnknownFrames(this.#db, taken)
      const told = new Map(taken.map(({ protocol, address }) => [address, protocol]))
      for (const [address, protocol] of told) this.#onKept(protocol, address)
    } catch (error) {
      this.#onError(error)
    }
  }
}

export interface AdoptionDeps {
  db: Database
  /** Makes the device through the same door as the form. */
  insertDevice(values: Record<string, unknown>): Promise<string>
  /** Sends a kept frame through the pipeline; false when it was not stored. */
  replay(protocol: string, raw: Uint8Array, receivedAt: number, stationId?: string): Promise<boolean>
}

/** Makes the device of a station and sends its kept frames through the pipeline, oldest first. */
export async function adopt(
  { db, insertDevice, replay }: AdoptionDeps,
  input: InputOf<typeof adoptStation>,
): Promise<{ deviceId: string; replayed: number }> {
  const id = rowId(input.id)
  const station = await unknownStation(db, id)
  if (!station) throw new AppError('not-found')
  const productNo = await productNoOf(db, rowId(input.productId))
  if (productNo === undefined || deviceTypeOf(productNo)?.protocol !== station.protocol) {
    throw new AppError('validation', { fields: { productId: 'wrong-protocol' } })
  }
  const { deviceNo, productId, deptId } = input
  const place = await placeOf(db, station, input)
  const deviceId = await insertDevice({ deviceNo, productId, deptId, ...place })
  let replayed = 0
  for (const { ts, raw } of await unknownFrames(db, id)) {
    if (await replay(station.protocol, raw, Date.parse(ts), place.masterId)) replayed++
  }
  await deleteUnknownStation(db, id)
  return { deviceId, replayed }
}

/** A station answers to its address; what a gateway reports is its slave and must bear the name the gateway uses. */
async function placeOf(
  db: Database,
  { protocol, address }: { protocol: string; address: string },
  { name, deviceNo }: { name: string; deviceNo: string },
): Promise<{ name: string; stationAddress?: string; masterId?: string }> {
  if (protocol !== 'TB_MQTT') return { name, stationAddress: address }
  const slash = address.indexOf('/')
  const masterId = await deviceByNo(db, address.slice(0, slash))
  if (masterId === undefined) throw new AppError('not-found')
  const called = address.slice(slash + 1)
  return { name: deviceNo === called ? name : called, masterId }
}
