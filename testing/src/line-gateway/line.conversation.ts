import type { DeviceUplink, GatewayParts } from '@sluice/server/src/gateways/gateway.ts'
import type { Link } from '@sluice/server/src/gateways/link.ts'
import { identify } from '@sluice/server/src/gateways/sessions.ts'
import { createStationGate } from '@sluice/server/src/gateways/station-gate.ts'
import type { Conversation } from '@sluice/server/src/gateways/tcp.gateway.ts'
import { line, type LineMessage } from './line.codec.ts'
import type { LineReading } from './line.types.ts'

/** The conversation with one device; `requests` are the transmissions sent to it, by the number it answers with. */
export function converseLine(link: Link, parts: GatewayParts, requests: Map<string, string>): Conversation {
  const gate = createStationGate(link, parts)
  const refuse = (raw: Uint8Array, at: number, { id: station }: LineMessage, note: string) =>
    parts.noteBytes(link.bytes('UP', raw, at, { fault: 'refused', note, station }))

  return {
    async frame(raw, receivedAt) {
      const decoded = line.decode(raw)
      if (!decoded.ok) {
        return parts.noteBytes(link.bytes('UP', raw, receivedAt, { fault: 'invalid', faultAt: decoded.error.at }))
      }
      const message = decoded.value
      const entrance = await gate.enter({ station: message.id, password: message.password })
      if ('because' in entrance) return refuse(raw, receivedAt, message, entrance.because)
      const answered = /^(ACK|NAK) (\d+)$/.exec(message.said)
      if (answered) {
        const requestId = requests.get(answered[2]!)
        const kind = answered[1] as 'ACK' | 'NAK'
        if (requestId) parts.onAnswer({ requestId, kind, because: kind === 'NAK' ? 'NAK' : null, at: receivedAt })
        return
      }
      const { acknowledge, station, verdict } = await parts.accept(uplinkOf(message, raw, receivedAt, link.remote))
      if (!acknowledge || !station) return refuse(raw, receivedAt, message, verdict)
      identify(link, station.deviceId, parts)
      const stored = line.encode({ id: message.id, password: '', said: 'OK' })
      if (stored.ok) link.write(stored.value)
    },
    closed: () => gate.leave(),
  }
}

export function uplinkOf(message: LineMessage, raw: Uint8Array, receivedAt: number, remote: string): DeviceUplink {
  const reading: LineReading = { opening: Number(message.said), ts: receivedAt }
  return {
    address: message.id,
    password: message.password,
    message: { protocol: line.protocol, message: reading },
    func: 'value',
    identity: null,
    raw: [raw],
    receivedAt,
    remote,
    heartbeat: false,
    source: 'LINK',
  }
}
