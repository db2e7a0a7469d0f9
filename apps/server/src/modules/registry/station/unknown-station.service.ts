import type { adoptStation, InputOf, GivenValues, deviceResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Database } from '../../../platform/db/db.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { deviceByNo, productFacts } from '../registry.store.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import {
  type AdoptedStation,
  adoptedStations,
  forgetFrames,
  lockReplay,
  saveUnknownFrames,
  type UnknownFrame,
  unknownFrames,
  unknownStation,
} from './unknown-station.store.ts'

const FLUSH_MS = 500
/** Frames waiting to be stored; a flood beyond it is dropped. */
const CAPACITY = 2000

/** Stores the frames of unknown stations, with a short delay and within a limit. */
export class UnknownStations {
  readonly #db: Database
  readonly #onError: (error: unknown) => void
  #waiting: UnknownFrame[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  note(frames: readonly UnknownFrame[]): void {
    if (this.#waiting.length + frames.length > CAPACITY) return
    this.#waiting.push(...frames)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Resolves when the frames so far are stored or given up. */
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
      await this.#db.transaction((tx) => saveUnknownFrames(tx, taken))
    } catch (error) {
      this.#onError(error)
    }
  }
}

export interface ReplayDeps extends Pick<RegistryDeps, 'db' | 'log' | 'catalogue' | 'replay' | 'storedFrames'> {}

export interface AdoptionDeps extends ReplayDeps {
  /** Makes the device through the same door as the form. */
  insertDevice(values: GivenValues<typeof deviceResource>): Promise<string>
  /** Stores the noted frames. */
  flush(): Promise<void>
}

/**
 * Creates the device of a station and sends its stored frames through the pipeline; frames that were not stored are
 * retried.
 */
export async function adopt(
  deps: AdoptionDeps,
  input: InputOf<typeof adoptStation>,
): Promise<{ deviceId: string; replayed: number; left: number }> {
  const { db, insertDevice, flush, log, catalogue } = deps
  const id = rowId(input.id)
  const station = await unknownStation(db, id)
  if (!station) throw new AppError('not-found')
  const product = await productFacts(db, rowId(input.productId))
  if (!product || catalogue.typeOf(product.productNo)?.protocol !== station.protocol) {
    throw new AppError('validation', { fields: { productId: 'wrong-protocol' } })
  }
  const { deviceNo, productId, deptId, lng = null, lat = null } = input
  const place = await placeOf(deps, station, input)
  const deviceId = await insertDevice({ deviceNo, productId, deptId, lng, lat, ...place })
  await flush()
  const kept = (await unknownFrames(db, id)).length
  const [adopted] = await adoptedStations(db, id)
  try {
    return { deviceId, ...(adopted ? await replayStation(deps, adopted) : { replayed: 0, left: kept }) }
  } catch (error) {
    // The device is made and nothing is lost: the frames wait for the next round.
    log.warn({ err: error, deviceId }, 'kept frames of an adopted station could not be replayed yet')
    return { deviceId, replayed: 0, left: kept }
  }
}

/**
 * Stores the stored frames of stations that have a device by now, whoever created it, and whatever ended an earlier
 * attempt.
 */
export async function replayKept(deps: ReplayDeps, signal?: AbortSignal): Promise<void> {
  for (const station of await adoptedStations(deps.db)) {
    if (signal?.aborted) return
    await replayStation(deps, station)
  }
}

/** A frame is deleted once it is stored, or when it holds nothing and no other one waits. */
async function replayStation(
  { db, replay, storedFrames }: ReplayDeps,
  { id, protocol, stationId }: AdoptedStation,
): Promise<{ replayed: number; left: number }> {
  return db.transaction(async (tx) => {
    await lockReplay(tx, id)
    const kept = (await unknownFrames(tx, id)).map((frame) => ({ ...frame, receivedAt: Date.parse(frame.ts) }))
    // A process that died here before may have stored some of them.
    const stored = await storedFrames(stationId, kept)
    const waiting = kept.filter((_, n) => !stored.has(n))
    const outcomes = await replay(protocol, stationId, waiting)
    const refused = waiting.filter((_, n) => outcomes[n] === 'REFUSED')
    const empty = waiting.filter((_, n) => outcomes[n] === 'NOTHING')
    const stay = refused.length > 0 ? [...refused, ...empty] : []
    await forgetFrames(
      tx,
      id,
      kept.filter((frame) => !stay.includes(frame)),
    )
    return { replayed: kept.length - refused.length - empty.length, left: refused.length }
  })
}

/**
 * A station is identified by its address; a sub-device in a gateway's report is its slave and must have the name that
 * the gateway uses.
 */
async function placeOf(
  { db, catalogue }: Pick<RegistryDeps, 'db' | 'catalogue'>,
  { protocol, address }: { protocol: string; address: string },
  { name, deviceNo }: { name: string; deviceNo: string },
): Promise<{ name: string; stationAddress?: string; masterId?: string }> {
  if (catalogue.protocolOf(protocol)?.identification.by === 'ADDRESS') return { name, stationAddress: address }
  const slash = address.indexOf('/')
  const masterId = await deviceByNo(db, address.slice(0, slash))
  if (masterId === undefined) throw new AppError('not-found')
  const called = address.slice(slash + 1)
  return { name: deviceNo === called ? name : called, masterId }
}
