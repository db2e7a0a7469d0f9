import type { TbMqttMessage } from '@sluice/codecs'
import type { StationCounters } from '../station/station.types.ts'
import type { TimerWheel, WheelTimer } from '../timer-wheel.ts'

interface Pending {
  message: TbMqttMessage
  everSent: boolean
  settle: ((acknowledged: boolean) => void) | undefined
}

export interface OutboxOptions {
  wheel: TimerWheel
  counters: StationCounters
  ackTimeoutMs: number
  keepReports: number
  /** Publishes with QoS 1 and calls back with the PUBACK. False when there is no line. */
  publish(message: TbMqttMessage, acknowledged: () => void): boolean
  acknowledged(message: TbMqttMessage): void
  /** Nobody acknowledges: the line may be dead. */
  gaveUp(): void
}

/**
 * Reports in the order they were made, one at a time, each until it is acknowledged: what was measured while the line
 * was down goes out, with its own times, when it stands again. Bounded: the oldest is lost first.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #queue: Pending[] = []
  #timer: WheelTimer | undefined
  #lineUp = false
  /** Which sending is under way: a PUBACK of an earlier one settles nothing. */
  #turn = 0
  #underWay = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#queue.length
  }

  submit(message: TbMqttMessage, settle?: (acknowledged: boolean) => void): void {
    this.#queue.push({ message, everSent: false, settle })
    if (this.#queue.length > Math.max(1, this.#options.keepReports)) this.#loseOldest()
    this.#next()
  }

  lineUp(): void {
    this.#lineUp = true
    this.#next()
  }

  lineDown(): void {
    this.#lineUp = false
    this.#rest()
  }

  close(): void {
    this.lineDown()
    for (const { settle } of this.#queue.splice(0)) settle?.(false)
  }

  #next(): void {
    const [first] = this.#queue
    if (!first || !this.#lineUp || this.#underWay) return
    const { counters, wheel, ackTimeoutMs, publish, gaveUp } = this.#options
    const turn = ++this.#turn
    this.#underWay = true
    this.#timer = wheel.after(ackTimeoutMs, () => {
      this.#rest()
      counters.givenUp++
      gaveUp()
      this.#next()
    })
    if (!publish(first.message, () => this.#settle(first, turn))) return
    if (first.everSent) counters.repeated++
    else counters.sent++
    first.everSent = true
  }

  #settle(pending: Pending, turn: number): void {
    if (turn !== this.#turn || this.#queue[0] !== pending) return
    this.#queue.shift()
    this.#rest()
    this.#options.counters.acknowledged++
    pending.settle?.(true)
    this.#options.acknowledged(pending.message)
    this.#next()
  }

  #loseOldest(): void {
    const oldest = this.#queue.shift()
    this.#rest()
    this.#options.counters.lost++
    oldest?.settle?.(false)
  }

  #rest(): void {
    this.#timer?.cancel()
    this.#timer = undefined
    this.#underWay = false
    this.#turn++
  }
}
