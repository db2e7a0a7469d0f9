import { TB_PROVISION } from '@sluice/codecs'
import { certificateCredential, hashOfDrawn } from '../../../platform/device-credential.ts'
import type { DeviceSocket } from '../../door/device-door.ts'
import { BrokerLink, type LinkOwner, NO_END } from './broker-link.ts'
import {
  type BrokerSettings,
  type FromBroker,
  type MqttLimits,
  type Refusal,
  type ToBroker,
  VERDICT,
} from './broker.messages.ts'
import { REASON } from './mqtt-packets.ts'
import { PublishBatches } from './publish-batches.ts'
import { RateGuard } from './rate-guard.ts'

const ALIVE_MS = 30_000
/** A valve answers a command at once and reaches its position after a stroke. */
const AWAITED_MS = 120_000
const REJECTIONS_PER_SECOND = 20
const TOO_MANY_SECRETS = 'provisioning: of an address with many wrong secrets'

/** How a refused CONNECT is answered and logged; a client that keeps sending wrong tokens gets no answer. */
const REFUSALS: Readonly<Record<Refusal, { reason: number | undefined; text(link: BrokerLink): string }>> = {
  UNKNOWN: { reason: REASON.NOT_AUTHORIZED, text: ({ shows }) => `unknown ${shows}` },
  UNAVAILABLE: { reason: REASON.UNAVAILABLE, text: () => 'not now' },
  TOO_OFTEN: { reason: REASON.CONNECTION_RATE, text: () => 'connects too often' },
  TOO_MANY: { reason: undefined, text: ({ shows }) => `unknown ${shows} of an address with many` },
}

/**
 * The broker that devices speak MQTT with. Nothing passes between its connections. A PUBLISH goes to the main thread
 * and is acknowledged when that confirms it; a downlink goes to one connection. Runs in its own thread.
 */
export class Broker implements LinkOwner {
  readonly limits: MqttLimits
  readonly filters: readonly string[]
  readonly meant: Readonly<Record<string, string>>
  readonly #post: (message: FromBroker, transfer?: ArrayBuffer[]) => void
  readonly #links = new Map<number, BrokerLink>()
  readonly #devices = new Map<string, BrokerLink>()
  /** Connections that were not read because something was held, the longest waiting first. */
  readonly #waiting = new Set<BrokerLink>()
  readonly #batches: PublishBatches
  readonly #strangers: RateGuard
  #no = 0
  #paused = false
  #rejections = { since: 0, told: 0, untold: 0 }

  constructor(settings: BrokerSettings, post: (message: FromBroker, transfer?: ArrayBuffer[]) => void) {
    this.limits = settings.limits
    this.filters = settings.filters
    this.meant = settings.meant ?? {}
    this.#post = post
    this.#batches = new PublishBatches(this.limits, (batch) => post(batch, [batch.bytes.buffer as ArrayBuffer]))
    this.#strangers = new RateGuard(this.limits.refusalsPerSecond, this.limits.refusalBurst)
  }

  get idle(): boolean {
    return this.#batches.idle
  }

  /** Accepts a connection, plain or decrypted: the only entry. */
  accept(device: DeviceSocket): void {
    const link = new BrokerLink(++this.#no, device, this)
    this.#links.set(link.no, link)
    link.socket.once('close', () => {
      this.#waiting.delete(link)
      this.#gone(link)
    })
  }

  receive(message: Exclude<ToBroker, { kind: 'close' | 'block' }>): void {
    switch (message.kind) {
      case 'verdicts':
        this.#batches.settle(message.no, message.verdicts)
        return this.#wake()
      case 'verdict':
        this.#batches.settleOne(message.no, message.at, message.verdict)
        return this.#wake()
      case 'admit':
        return this.#admit(message.link, message.deviceId)
      case 'refuse':
        return this.#refuse(this.#links.get(message.link), message.because)
      case 'send':
        return this.#send(message)
      case 'provisioned':
        return this.#provisioned(message)
      case 'drop':
        return this.#links.get(message.link)?.close(message.reason, { reason: REASON.ADMINISTRATIVE })
      case 'pause':
        this.#paused = message.paused
        return this.#wake()
      case 'ping':
        return this.#post({ kind: 'pong', no: message.no })
    }
  }

  /** Stops reading; what was read is answered before `close`. */
  hold(): void {
    this.#paused = true
  }

  close(): void {
    for (const link of this.#links.values()) link.close('server stops', { reason: REASON.SHUTTING_DOWN })
  }

  /** A device with an awaited answer is not held back by a flood. */
  isHeld(link: BrokerLink): boolean {
    return this.#paused || (this.#batches.full && link.awaitedUntil <= performance.now())
  }

  onWaiting(link: BrokerLink): void {
    this.#waiting.add(link)
  }

  onConnect(link: BrokerLink, token: string | undefined): void {
    if (token === TB_PROVISION.username) return this.#seat(link)
    const credential = credentialOf(link, token)
    if (credential === undefined) return this.#refuse(link, 'UNKNOWN', 'no token')
    const doubtful = this.#strangers.isOut(link.address, performance.now())
    this.#post({ kind: 'connect', link: link.no, credential, remote: link.remote, doubtful })
  }

  onPublish(link: BrokerLink, publish: Parameters<LinkOwner['onPublish']>[1]): void {
    if (link.provision) return this.#ask(link, publish)
    this.#batches.add({ link, ...publish })
  }

  onPing(link: BrokerLink): void {
    const now = performance.now()
    if (now - link.aliveAt < ALIVE_MS) return
    link.aliveAt = now
    this.#post({ kind: 'alive', link: link.no })
  }

  /** In the order in which they began to wait: a flood on some connections must not keep the others from being read. */
  #wake(): void {
    for (const link of this.#waiting) {
      if (this.#paused || this.#batches.full) return
      if (link.isBusy) continue
      this.#waiting.delete(link)
      link.read()
    }
  }

  #refuse(link: BrokerLink | undefined, because: Refusal, words?: string): void {
    if (!link) return
    const { reason } = REFUSALS[because]
    const text = words ?? REFUSALS[because].text(link)
    // A known device that is told to come later is not guessing tokens.
    if (because === 'UNKNOWN' || because === 'TOO_MANY') this.#strangers.note(link.address, performance.now())
    if (reason === undefined) link.close(text)
    else link.refuse(reason, text)
  }

  /** Whoever tries secrets, or tokens, is not even heard. */
  #seat(link: BrokerLink): void {
    if (this.#strangers.isOut(link.address, performance.now())) return this.#refuse(link, 'TOO_MANY', TOO_MANY_SECRETS)
    link.admitToProvision()
  }

  #ask(link: BrokerLink, { payload, waiting }: Parameters<LinkOwner['onPublish']>[1]): void {
    if (!link.provision?.ask(waiting)) return
    this.#post({ kind: 'provision', link: link.no, payload: Uint8Array.from(payload), remote: link.remote })
  }

  #provisioned({ link: no, payload, wrong }: Extract<ToBroker, { kind: 'provisioned' }>): void {
    const link = this.#links.get(no)
    if (wrong && link) this.#strangers.note(link.address, performance.now())
    const waiting = link?.provision?.answered()
    if (!link || !waiting) return
    link.settle(waiting, payload === null ? VERDICT.CLOSE : VERDICT.ACK)
    if (payload !== null) link.send([TB_PROVISION.response], Buffer.from(payload), () => undefined)
    link.read()
  }

  #admit(no: number, deviceId: string): void {
    const link = this.#links.get(no)
    // It disconnected while its token was looked up, which the main thread cannot know.
    if (!link || link.socket.destroyed) return this.#post({ kind: 'gone', link: no, end: NO_END })
    link.admitted = true
    const older = this.#devices.get(deviceId)
    this.#devices.set(deviceId, link)
    link.deviceId = deviceId
    link.device.identified()
    this.#post({ kind: 'ready', link: no })
    older?.close('connected again', { cause: 'replaced', reason: REASON.TAKEN_OVER })
    link.admit()
  }

  #send({ no, link: linkNo, topics, payload }: Extract<ToBroker, { kind: 'send' }>): void {
    const link = this.#links.get(linkNo)
    if (!link) return this.#post({ kind: 'sent', no, topic: null })
    link.send(topics, Buffer.from(payload), (topic) => {
      this.#post({ kind: 'sent', no, topic })
      if (topic === null) return
      link.awaitedUntil = performance.now() + AWAITED_MS
      link.read()
    })
  }

  #gone(link: BrokerLink): void {
    this.#links.delete(link.no)
    // A device that asked for its token and left was answered; what was refused is told with the answer.
    if (link.provision && (link.end.cause !== 'closed' || link.end.reason === null)) return
    if (!link.admitted) return this.#tellRejection(link)
    if (link.deviceId !== null && this.#devices.get(link.deviceId) === link) this.#devices.delete(link.deviceId)
    // Its publishes are delivered before its end.
    this.#batches.flush()
    const { bytesRead: bytesIn, bytesWritten: bytesOut } = link.socket
    this.#post({ kind: 'gone', link: link.no, end: { ...link.end, bytesIn, bytesOut } })
  }

  /** A flood of strangers must not become a flood of log lines. */
  #tellRejection({ remote, end }: BrokerLink): void {
    const now = performance.now()
    const rejections = this.#rejections
    if (now - rejections.since > 1000) this.#rejections = { since: now, told: 0, untold: rejections.untold }
    if (this.#rejections.told >= REJECTIONS_PER_SECOND) return void this.#rejections.untold++
    this.#rejections.told++
    this.#post({
      kind: 'rejected',
      remote,
      reason: end.reason ?? 'closed before it said who it is',
      more: this.#rejections.untold,
    })
    this.#rejections.untold = 0
  }
}

/** A device that names a token is judged by it; one that names none by the certificate of its TLS connection. */
function credentialOf(link: BrokerLink, token: string | undefined): string | undefined {
  if (token !== undefined && token !== '') return hashOfDrawn(token)
  const { certificate } = link.device
  if (certificate === undefined) return undefined
  link.shows = 'certificate'
  return certificateCredential(certificate)
}
