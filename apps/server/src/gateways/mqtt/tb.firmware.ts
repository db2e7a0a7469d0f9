import { setTimeout as sleep } from 'node:timers/promises'
import { TB_FIRMWARE_ERROR, type TbMqttMessage, tbFirmwareTopic } from '@sluice/codecs'
import type { EdgePorts } from '../gateway.ts'
import { TokenBucket } from '../stranger/token-bucket.ts'
import type { MqttSession } from './mqtt-session.ts'

export interface FirmwareLimits {
  /** Bytes per second: of one device, and of all. */
  perDevice: number
  perAll: number
  /** Requests that wait for their turn: of one device, and of all. */
  waiting: number
  waitingAll: number
}

/** Half a minute for a megabyte; a hundred devices at once. */
const FIRMWARE_LIMITS: FirmwareLimits = {
  perDevice: 65_536,
  perAll: 4_194_304,
  waiting: 8,
  waitingAll: 4_000,
}

/** The longest part, which a device gets that asks for as much as fits. */
const LONGEST_PART = 65_536
const HEARD_MS = 30_000

export interface TbFirmwareDeps extends Pick<EdgePorts, 'firmwarePart'> {
  publish(session: MqttSession, topics: readonly string[], payload: Uint8Array): Promise<string | null>
  isOpen(session: MqttSession): boolean
  /** A sign of life. */
  heard(session: MqttSession): void
  elapsed(): number
  onFailure(error: unknown): void
}

type Request = Extract<TbMqttMessage, { kind: 'firmwareRequest' }>

interface Line {
  waiting: Request[]
  isBusy: boolean
  bucket: TokenBucket
  heardAt: number
}

/**
 * Parts of firmware, to devices that ask for them: one after the other, no faster than its share. A request is
 * acknowledged when it is read, because an answer that waits must not hold up the reports of others; one for which there is
 * no room is dropped, and the device asks again.
 */
export class TbFirmware {
  readonly #deps: TbFirmwareDeps
  readonly #limits: FirmwareLimits
  readonly #lines = new WeakMap<MqttSession, Line>()
  readonly #all: TokenBucket
  #waiting = 0
  /** Requests that found no room. */
  dropped = 0

  constructor(deps: TbFirmwareDeps, limits: FirmwareLimits = FIRMWARE_LIMITS) {
    this.#deps = deps
    this.#limits = limits
    this.#all = new TokenBucket(limits.perAll, limits.perAll, deps.elapsed())
  }

  take(session: MqttSession, request: Request): void {
    const line = this.#lineOf(session)
    const now = this.#deps.elapsed()
    if (now - line.heardAt >= HEARD_MS) {
      line.heardAt = now
      this.#deps.heard(session)
    }
    if (line.waiting.length >= this.#limits.waiting || this.#waiting >= this.#limits.waitingAll) {
      this.dropped++
      return
    }
    line.waiting.push(request)
    this.#waiting++
    if (!line.isBusy) void this.#serve(session, line)
  }

  #lineOf(session: MqttSession): Line {
    const known = this.#lines.get(session)
    if (known) return known
    const { perDevice } = this.#limits
    const bucket = new TokenBucket(perDevice, Math.max(perDevice, LONGEST_PART), this.#deps.elapsed())
    const line = { waiting: [], isBusy: false, bucket, heardAt: Number.NEGATIVE_INFINITY }
    this.#lines.set(session, line)
    return line
  }

  async #serve(session: MqttSession, line: Line): Promise<void> {
    line.isBusy = true
    for (let next = line.waiting.shift(); next; next = line.waiting.shift()) {
      try {
        if (this.#deps.isOpen(session)) await this.#answer(session, line, next)
      } catch (error) {
        // The store is away: the device asks again.
        this.#deps.onFailure(error)
      }
      this.#waiting--
    }
    line.isBusy = false
  }

  /** Its turn comes before its bytes are read, so that what waits holds no memory. */
  async #answer(session: MqttSession, line: Line, request: Request): Promise<void> {
    const { firmwarePart, publish, elapsed } = this.#deps
    const size = request.size === 0 ? LONGEST_PART : request.size
    const now = elapsed()
    const cost = Math.min(size, LONGEST_PART)
    const waitMs = Math.max(line.bucket.take(cost, now), this.#all.take(cost, now))
    if (waitMs > 0) await sleep(waitMs, undefined, { ref: false })
    const answer = await firmwarePart(session.deviceId, { part: request.chunk, size })
    if ('refused' in answer) await publish(session, [TB_FIRMWARE_ERROR], new TextEncoder().encode(answer.refused))
    else await publish(session, [tbFirmwareTopic(request)], answer.bytes)
  }
}
