import { tbMqtt, tbMqttFrame, tbMqttParts, tbMqttSpellings } from '@sluice/codecs'
import type { EdgePorts, SharedUpdate } from '../gateway.ts'
import type { ByteNote } from '../link.ts'
import type { MqttSession } from './mqtt-session.ts'
import type { TbCarrier } from './tb.carrier.ts'

export interface TbSharingDeps extends Pick<EdgePorts, 'attributesDue' | 'deviceCalled'> {
  carrier: Pick<TbCarrier, 'nameOf' | 'hand'>
  sessionOf(deviceId: string): MqttSession | undefined
  publish(session: MqttSession, topics: readonly string[], payload: Uint8Array): Promise<string | null>
  noteBytes(note: ByteNote): void
  now(): number
}

/** Shared attributes on their way to devices: when they change, and what is still due when a device connects. */
export class TbSharing {
  readonly #deps: TbSharingDeps

  constructor(deps: TbSharingDeps) {
    this.#deps = deps
  }

  /** Sends shared attributes to a device, or to its gateway; false when it is not listening. */
  async share({ stationId, deviceId, values, deleted }: SharedUpdate): Promise<boolean> {
    const { carrier, sessionOf, publish } = this.#deps
    const device = deviceId === stationId ? null : await carrier.nameOf(stationId, deviceId)
    const session = sessionOf(stationId)
    if (!session || device === undefined) return false
    return this.#send(session, { device, values, deleted }, (parts) =>
      publish(session, tbMqttSpellings(parts.topic), parts.payload),
    )
  }

  /**
   * What a device was to have and has not reported is told again when it connects: not every firmware asks. `slave` is the
   * name of one behind it, null for itself.
   */
  async tellDue(session: MqttSession, slave: string | null): Promise<void> {
    const { attributesDue, deviceCalled, carrier } = this.#deps
    const deviceId = deviceCalled(session.deviceId, slave) ?? (slave === null ? session.deviceId : undefined)
    const values = deviceId === undefined ? {} : await attributesDue(deviceId)
    if (Object.keys(values).length === 0) return
    await this.#send(session, { device: slave, values, deleted: [] }, (parts) => carrier.hand(session, parts))
  }

  async #send(
    session: MqttSession,
    update: Pick<SharedUpdate, 'values' | 'deleted'> & { device: string | null },
    hand: (parts: { topic: string; payload: Uint8Array }) => Promise<string | null>,
  ): Promise<boolean> {
    const frame = tbMqtt.encode({ kind: 'sharedUpdate', ...update })
    const parts = frame.ok && tbMqttParts(frame.value)
    const topic = parts ? await hand(parts) : null
    if (!parts || topic === null) return false
    const { noteBytes, now } = this.#deps
    const sent = tbMqttFrame(topic, parts.payload)
    noteBytes(session.bytes('DOWN', sent, now(), { note: 'shared attributes' }))
    return true
  }
}
