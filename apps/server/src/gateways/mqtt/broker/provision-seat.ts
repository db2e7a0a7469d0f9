import { TB_PROVISION } from '@sluice/codecs'
import type { Packet } from 'mqtt-packet'
import { PROVISION_LIMITS, type Waiting } from './broker.messages.ts'

/**
 * What a connection may do that has no token and asks for one: subscribe to the answer, publish a few questions one after the
 * other, and leave soon.
 */
export class ProvisionSeat {
  readonly filters: readonly string[] = [TB_PROVISION.response]
  readonly #close: (because: string) => void
  readonly #late: NodeJS.Timeout
  #packets = 0
  #questions = 0
  #waiting: Waiting | undefined

  constructor(close: (because: string) => void) {
    this.#close = close
    this.#late = setTimeout(() => close('provisioning: it stays too long'), PROVISION_LIMITS.lastsMs)
  }

  /** True where the connection was closed for this packet. */
  refuses(packet: Packet): boolean {
    const because = this.#faultOf(packet)
    if (because === undefined) return false
    this.#close(`provisioning: ${because}`)
    return true
  }

  /** False where the connection was closed for asking. */
  ask(waiting: Waiting): boolean {
    if (this.#waiting || ++this.#questions > PROVISION_LIMITS.questions) {
      this.#close('provisioning: it asks too much')
      return false
    }
    this.#waiting = waiting
    return true
  }

  /** The question that was under way. */
  answered(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    return waiting
  }

  leave(): void {
    clearTimeout(this.#late)
  }

  #faultOf(packet: Packet): string | undefined {
    if (++this.#packets > PROVISION_LIMITS.packets) return 'it asks too much'
    if (packet.cmd !== 'publish') return undefined
    if (packet.topic !== TB_PROVISION.request) return 'a topic that needs a token'
    return packet.payload.length > PROVISION_LIMITS.payloadBytes ? 'the request is too long' : undefined
  }
}
