import type { Sl651Message } from '@sluice/codecs'
import type { TimerWheel, WheelTimer } from '../timer-wheel.ts'
import type { DeliveryOutcome, SentReport, StationCounters } from './station.types.ts'

/** A report on its way: one frame, or the packets of one message. */
interface Pending {
  report: SentReport
  frames: readonly Uint8Array[]
  /** Packet that gets lost the first time; 0 none. */
  losePacketNo: number
  /** Times it went out in this attempt, and ever. */
  tries: number
  everSent: boolean
  /** When it was made, counted. */
  order: number
  settle: ((outcome: DeliveryOutcome) => void) | undefined
}

export interface DeliveryOptions {
  wheel: TimerWheel
  counters: StationCounters
  ackTimeoutMs: number
  repeats: number
  retryLaterMs: number
  keepReports: number
  write(frame: Uint8Array): boolean
  acknowledged(report: SentReport): void
  /** A report waits and needs a line. */
  needLine(): void
  /** Nobody confirms: the line may be dead. */
  gaveUp(): void
}

/** Answers whose confirm is still looked for; they are never repeated (mode M4). */
const ANSWERS_REMEMBERED = 8

/**
 * Mode M2: one report at a time is sent, waits for its confirmation, is repeated with the same serial number, and after
 * the last repeat is stored to be sent again later, byte for byte, so that the platform can recognize a duplicate.
 */
export class Deliveries {
  readonly #options: DeliveryOptions
  readonly #queue: Pending[] = []
  #current: Pending | undefined
  #timer: WheelTimer | undefined
  #answers: SentReport[] | undefined
  #lineUp = false
  #closed = false
  #made = 0

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#queue.length + (this.#current ? 1 : 0)
  }

  submit(
    report: SentReport,
    frames: readonly Uint8Array[],
    settle?: (outcome: DeliveryOutcome) => void,
    losePacketNo = 0,
  ): void {
    if (this.#closed) return settle?.('lost')
    this.#queue.push({ report, frames, losePacketNo, tries: 0, everSent: false, order: this.#made++, settle })
    if (this.waiting > Math.max(1, this.#options.keepReports)) this.#loseOldest()
    if (!this.#lineUp) this.#options.needLine()
    else if (!this.#current && !this.#timer) this.#next()
  }

  /** An answer goes out at once, past everything that waits, and once. */
  answer(report: SentReport, frame: Uint8Array): void {
    if (!this.#options.write(frame)) return
    this.#options.counters.answers++
    this.#answers ??= []
    this.#answers.push(report)
    if (this.#answers.length > ANSWERS_REMEMBERED) this.#answers.shift()
  }

  lineUp(): void {
    this.#lineUp = true
    if (!this.#current) this.#next()
  }

  lineDown(): void {
    this.#lineUp = false
    this.#stopTimer()
    this.#putBack()
  }

  /** A confirm came: true when it belongs to a report of ours. */
  confirm({ func, serial }: Sl651Message): boolean {
    const isMeant = (report: SentReport) => report.func === func && report.serial === serial
    if (this.#current && isMeant(this.#current.report)) {
      const done = this.#current
      this.#current = undefined
      this.#stopTimer()
      this.#settleAcknowledged(done)
      this.#next()
      return true
    }
    // A confirm can be later than our patience.
    const late = this.#queue.findIndex((pending) => pending.everSent && isMeant(pending.report))
    if (late >= 0) {
      this.#settleAcknowledged(this.#queue.splice(late, 1)[0] as Pending)
      return true
    }
    const answer = this.#answers?.findIndex(isMeant) ?? -1
    if (answer < 0) return false
    const [report] = this.#answers?.splice(answer, 1) ?? []
    if (report) this.#options.acknowledged(report)
    return true
  }

  /** The platform misses one packet of the message under way. */
  resend({ func, packet }: Sl651Message): boolean {
    const frame = this.#current?.report.func === func && packet ? this.#current.frames[packet.no - 1] : undefined
    if (!frame || !this.#options.write(frame)) return false
    this.#options.counters.resentPackets++
    this.#waitForConfirm()
    return true
  }

  close(): void {
    this.#closed = true
    this.#stopTimer()
    this.#lineUp = false
    this.#putBack()
    for (const pending of this.#queue.splice(0)) pending.settle?.('lost')
  }

  #next(): void {
    if (!this.#lineUp) return
    this.#current = this.#queue.shift()
    if (this.#current) this.#send(this.#current)
  }

  #send(pending: Pending): void {
    const { counters, write } = this.#options
    const lost = pending.everSent ? 0 : pending.losePacketNo
    pending.tries++
    let left = false
    for (const [n, frame] of pending.frames.entries()) if (n + 1 !== lost) left = write(frame) || left
    if (left) {
      if (pending.everSent) counters.repeated++
      else counters.sent++
      pending.everSent = true
    }
    this.#waitForConfirm()
  }

  #waitForConfirm(): void {
    this.#timer?.cancel()
    this.#timer = this.#options.wheel.after(this.#options.ackTimeoutMs, () => this.#noConfirm())
  }

  #noConfirm(): void {
    this.#timer = undefined
    const current = this.#current
    if (!current) return
    if (current.tries <= this.#options.repeats) return this.#send(current)
    this.#options.counters.givenUp++
    // To the end: one that the platform refuses for good must not hold up those behind it.
    current.tries = 0
    this.#queue.push(current)
    this.#current = undefined
    current.settle?.('kept')
    current.settle = undefined
    // Set before the line is notified, which may call back at once.
    this.#timer = this.#options.wheel.after(this.#options.retryLaterMs, () => {
      this.#timer = undefined
      this.#next()
    })
    this.#options.gaveUp()
  }

  /** The report in progress becomes the oldest again. */
  #putBack(): void {
    if (!this.#current) return
    this.#current.tries = 0
    this.#queue.unshift(this.#current)
    this.#current = undefined
  }

  #settleAcknowledged({ report, settle }: Pending): void {
    this.#options.counters.acknowledged++
    settle?.('acknowledged')
    this.#options.acknowledged(report)
  }

  #loseOldest(): void {
    const oldest = this.#queue.reduce((found, pending) => (pending.order < found.order ? pending : found))
    this.#queue.splice(this.#queue.indexOf(oldest), 1)
    this.#options.counters.lost++
    oldest.settle?.('lost')
  }

  #stopTimer(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }
}
