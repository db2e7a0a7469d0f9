import type { DownlinkOutcome, DownlinkRequest } from '@sluice/server/src/gateways/downlink.ts'
import type { Gateway, GatewayParts, OpenGateway } from '@sluice/server/src/gateways/gateway.ts'
import { overTcp } from '@sluice/server/src/gateways/over-tcp.ts'
import { replayEach } from '@sluice/server/src/gateways/replay.ts'
import { line } from './line.codec.ts'
import { converseLine, uplinkOf } from './line.conversation.ts'
import { type LineDownlink, lineType, lineValve } from './line.types.ts'

/** The smallest possible protocol: a line of text per value. */
export const lineGateway: Gateway = {
  protocol: line.protocol,
  transport: 'tcp',
  ports: [{ variable: 'SLUICE_TOY_LINE_PORT', fallback: 7000, label: 'Toy lines' }],
  codec: line,
  models: [lineValve],
  typeOf: lineType,
  slavesBy: 'CHANNEL',
  identification: {
    by: 'ADDRESS',
    isAddress: (text) => /^[0-9A-Z-]{3,20}$/.test(text),
    drawPassword: (draw) => `toy${draw(10_000)}`,
    readPassword: (text) => (/^\w{3,12}$/.test(text) ? text : null),
  },
  open,
}

function open(parts: GatewayParts): OpenGateway {
  const requests = new Map<string, string>()
  let stored = 0
  const counting: GatewayParts = {
    ...parts,
    async accept(uplink) {
      const acceptance = await parts.accept(uplink)
      if (acceptance.acknowledge) stored++
      return acceptance
    },
  }
  return {
    ...overTcp(parts, {
      protocol: line.protocol,
      split: (buffer, ended) => line.split(buffer, ended),
      converse: (link) => converseLine(link, counting, requests),
    }),
    transmit: (request) => send(parts, requests, request),
    replay: (_, frames) =>
      replayEach(parts, frames, ({ raw, receivedAt }) => {
        const decoded = line.decode(raw)
        return decoded.ok ? uplinkOf(decoded.value, raw, receivedAt, 'replay') : undefined
      }),
    checks: { toyLine: () => true },
    meters: [{ kind: 'counter', name: 'sluice_toy_line_total', help: 'Lines that were stored', value: () => stored }],
  }
}

function send(
  { sessions }: GatewayParts,
  requests: Map<string, string>,
  { requestId, stationId, downlink }: DownlinkRequest,
): DownlinkOutcome {
  const number = String(requests.size + 1)
  const { word } = downlink as LineDownlink
  const frame = line.encode({ id: stationId, password: '', said: `${word} ${number}` })
  requests.set(number, requestId)
  return frame.ok && sessions.linkOf(stationId)?.write(frame.value) ? 'SENT' : 'NO_CHANNEL'
}
